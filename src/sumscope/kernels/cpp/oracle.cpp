// Extractive oracle summaries: problem building, exact enumeration, counting and listing.
// The Python twin is oracle_py.py; the algorithm is explained in docs/explanation/hirao2017.md.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "oracle/count.h"
#include "oracle/listing.h"
#include "oracle/paper.h"
#include "oracle/problem.h"
#include "oracle/search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Ints = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Longs = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, class A>
std::vector<T> copied(const A& a) {
    return std::vector<T>(a.data(), a.data() + a.size());
}

template <class T>
nb::object array(const std::vector<T>& v) {
    auto* own = new std::vector<T>(v);
    nb::capsule owner(own, [](void* q) noexcept { delete static_cast<std::vector<T>*>(q); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(own->data(), {own->size()}, owner));
}

// Asks Python whether Ctrl-C was pressed; called with the GIL released.
void interrupted() {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

oracle::Problem problem(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
                        const Ints& woff, const Ints& w, int limit) {
    oracle::Problem p;
    p.ptr = copied<int>(ptr);
    p.idx = copied<int>(idx);
    p.cnt = copied<int>(cnt);
    p.len = copied<int>(length);
    p.woff = copied<int>(woff);
    p.w = copied<int>(w);
    p.limit = limit;
    p.n = static_cast<int>(p.len.size());
    require(limit >= 0, "limit must not be negative");
    require(p.ptr.size() == p.len.size() + 1 && p.ptr.front() == 0, "ptr does not match length");
    require(!p.woff.empty() && p.woff.front() == 0, "woff must start at 0");
    p.grams = static_cast<int>(p.woff.size()) - 1;
    require(static_cast<std::size_t>(p.woff.back()) == p.w.size(), "woff does not match w");
    require(static_cast<std::size_t>(p.ptr.back()) == p.idx.size() && p.idx.size() == p.cnt.size(),
            "ptr does not match idx and cnt");
    for (int g = 0; g < p.grams; ++g) require(p.woff[g] < p.woff[g + 1], "woff must increase");
    for (int i = 0; i < p.n; ++i)
        require(p.ptr[i] <= p.ptr[i + 1] && p.len[i] >= 1,
                "ptr must not fall, lengths be 1 or more");
    for (std::size_t e = 0; e < p.idx.size(); ++e) {
        require(p.idx[e] >= 0 && p.idx[e] < p.grams && p.cnt[e] >= 1, "idx or cnt out of range");
        p.cnt[e] = std::min(p.cnt[e], p.need(p.idx[e]));
    }
    return p;
}

nb::int_ integer(const oracle::Limb* x, int limbs) {
    std::string hex;
    char part[9];
    for (int q = limbs - 1; q >= 0; --q) {
        std::snprintf(part, sizeof part, "%08lx", static_cast<unsigned long>(x[q]));
        hex += part;
    }
    PyObject* value = PyLong_FromString(hex.c_str(), nullptr, 16);
    if (value == nullptr) throw nb::python_error();
    return nb::steal<nb::int_>(value);
}

nb::tuple tuple_of(const oracle::Dag& d) {
    return nb::make_tuple(array(d.room), array(d.item_start), array(d.items), array(d.edge_start),
                          array(d.take), array(d.child), array(d.forced_start), array(d.forced),
                          array(d.base));
}

oracle::Dag dag_of(const nb::tuple& t, int n) {
    require(t.size() == 9, "a DAG has nine arrays");
    oracle::Dag d;
    d.room = copied<int>(nb::cast<Ints>(t[0]));
    d.item_start = copied<std::int64_t>(nb::cast<Longs>(t[1]));
    d.items = copied<int>(nb::cast<Ints>(t[2]));
    d.edge_start = copied<std::int64_t>(nb::cast<Longs>(t[3]));
    d.take = copied<int>(nb::cast<Ints>(t[4]));
    d.child = copied<int>(nb::cast<Ints>(t[5]));
    d.forced_start = copied<std::int64_t>(nb::cast<Longs>(t[6]));
    d.forced = copied<int>(nb::cast<Ints>(t[7]));
    d.base = copied<int>(nb::cast<Ints>(t[8]));
    d.root = d.nodes() - 1;
    require(d.root >= 0 && d.item_start.size() == d.room.size() + 1 &&
                d.edge_start.size() == d.room.size() + 1 &&
                d.item_start.back() == static_cast<std::int64_t>(d.items.size()) &&
                d.edge_start.back() == static_cast<std::int64_t>(d.take.size()) &&
                d.child.size() == d.take.size() && d.forced_start.size() == d.take.size() + 1 &&
                d.forced_start.back() == static_cast<std::int64_t>(d.forced.size()),
            "the arrays of the DAG do not match");
    for (int v = 0; v <= d.root; ++v)
        for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e)
            require(d.child[e] >= 0 && d.child[e] < v, "children come before their parents");
    for (const auto* list : {&d.items, &d.forced, &d.base})
        for (int i : *list) require(i >= 0 && i < n, "item out of range");
    return d;
}

nb::tuple build(const Ints& tokens, const Longs& starts, const Ints& lengths,
                const Ints& ref_tokens, const Longs& ref_starts, int n, int limit) {
    require(n >= 1, "n must be 1 or more");
    require(limit >= 0, "limit must not be negative");
    const auto s = copied<long long>(starts), r = copied<long long>(ref_starts);
    auto check = [](const std::vector<long long>& at, std::size_t size) {
        require(!at.empty() && at.front() == 0 && at.back() == static_cast<long long>(size) &&
                    std::is_sorted(at.begin(), at.end()),
                "starts do not match tokens");
    };
    check(s, tokens.size());
    check(r, ref_tokens.size());
    require(lengths.size() + 1 == s.size(), "lengths do not match starts");
    oracle::Built b;
    {
        nb::gil_scoped_release free;
        b = oracle::build(tokens.data(), s, lengths.data(), ref_tokens.data(), r, n, limit);
    }
    const oracle::Problem& p = b.problem;
    return nb::make_tuple(array(b.source), array(p.ptr), array(p.idx), array(p.cnt), array(p.len),
                          array(p.woff), array(p.w), b.total);
}

nb::dict solve(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
               const Ints& woff, const Ints& w, int limit, long long max_nodes,
               double max_seconds) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Guard guard(max_nodes, max_seconds, interrupted);
    oracle::Solution s;
    {
        nb::gil_scoped_release free;
        s = oracle::solve(p, guard, oracle::Limits());
    }
    nb::dict out;
    out["best"] = s.best;
    out["upper"] = s.upper;
    out["optimal"] = s.optimal || s.complete;
    out["complete"] = s.complete;
    out["nodes"] = guard.used;
    out["chosen"] = array(s.chosen);
    out["dag"] = s.complete ? nb::object(tuple_of(s.dag)) : nb::none();
    return out;
}

nb::object count(const nb::tuple& dag, const Ints& length, double max_seconds) {
    const auto len = copied<int>(length);
    const oracle::Dag d = dag_of(dag, static_cast<int>(len.size()));
    oracle::Guard guard(-1, max_seconds, interrupted);
    oracle::Counts c;
    bool done = false;
    {
        nb::gil_scoped_release free;
        done = oracle::count(d, len, guard, c);
    }
    if (!done) return nb::none();
    auto rows = [&](const oracle::Row& row) {
        nb::dict out;
        for (int s = row.low; s <= row.high; ++s) {
            const oracle::Limb* x = row.of(s, c.limbs);
            if (std::any_of(x, x + c.limbs, [](oracle::Limb q) { return q != 0; }))
                out[nb::int_(s)] = integer(x, c.limbs);
        }
        return out;
    };
    nb::dict holding;
    for (std::size_t i = 0; i < c.holding.size(); ++i)
        if (!c.holding[i].at.empty()) {
            nb::dict row = rows(c.holding[i]);
            if (row.size() > 0) holding[nb::int_(i)] = row;
        }
    return nb::make_tuple(rows(c.total), holding);
}

std::vector<std::vector<int>> listing(const nb::tuple& dag, const Ints& length, int size,
                                      const std::vector<int>& after, int k) {
    const auto len = copied<int>(length);
    const oracle::Dag d = dag_of(dag, static_cast<int>(len.size()));
    for (int i : after) require(i >= 0 && i < static_cast<int>(len.size()), "item out of range");
    oracle::Guard guard(-1, -1, interrupted);
    nb::gil_scoped_release free;
    return oracle::Lister(d, len).list(size, after, k, guard);
}

nb::tuple greedy(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
                 const Ints& woff, const Ints& w, int limit) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Greedy g;
    {
        nb::gil_scoped_release free;
        g = oracle::greedy(p);
    }
    return nb::make_tuple(g.value, array(g.chosen));
}

nb::dict paper(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
               const Ints& woff, const Ints& w, int limit, long long max_nodes,
               double max_seconds) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Guard guard(max_nodes, max_seconds, interrupted);
    oracle::PaperResult r;
    {
        nb::gil_scoped_release free;
        r = oracle::Paper(p, guard).run();
    }
    nb::dict out;
    out["best"] = r.best;
    out["complete"] = r.complete;
    out["nodes"] = guard.used;
    out["starts"] = array(r.starts);
    out["items"] = array(r.items);
    return out;
}

}  // namespace

NB_MODULE(_oracle, m) {
    m.doc() = "Extractive oracle summaries (Hirao et al. 2017): exact enumeration and counting.";
    m.def(
        "build", &build, "tokens"_a, "starts"_a, "lengths"_a, "ref_tokens"_a, "ref_starts"_a, "n"_a,
        "limit"_a,
        "Problem over the sentences with an n-gram of a reference: (source, ptr, idx, cnt, length, "
        "woff, w, total).");
    m.def("solve", &solve, "ptr"_a, "idx"_a, "cnt"_a, "length"_a, "woff"_a, "w"_a, "limit"_a,
          "max_nodes"_a = -1, "max_seconds"_a = -1.0,
          "Every oracle as a DAG: {best, upper, optimal, complete, nodes, chosen, dag}.");
    m.def(
        "count", &count, "dag"_a, "length"_a, "max_seconds"_a = -1.0,
        "Exact numbers of oracles: ({size: number}, {item: {size: number that hold it}}), or None "
        "when the time is up.");
    m.def("listing", &listing, "dag"_a, "length"_a, "size"_a, "after"_a, "k"_a,
          "Up to k oracles of a size that come after `after`, in the order of sorted tuples.");
    m.def("greedy", &greedy, "ptr"_a, "idx"_a, "cnt"_a, "length"_a, "woff"_a, "w"_a, "limit"_a,
          "Algorithm 2: (value, chosen).");
    m.def("paper", &paper, "ptr"_a, "idx"_a, "cnt"_a, "length"_a, "woff"_a, "w"_a, "limit"_a,
          "max_nodes"_a = -1, "max_seconds"_a = -1.0,
          "Algorithms 1 and 3 as printed: {best, complete, nodes, starts, items}.");
}

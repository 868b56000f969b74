// Extractive oracle summaries: problem building, exact enumeration, counting and listing.
// The Python twin is python/oracle; the algorithm is explained in docs/explanation/hirao2017.md.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdio>
#include <string>
#include <vector>

#include "oracle/count.h"
#include "oracle/listing.h"
#include "oracle/paper.h"
#include "oracle/problem.h"
#include "oracle/ratio.h"
#include "oracle/search.h"
#include "shared/arrays.h"
#include "shared/checks.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

using Ints = In<std::int32_t>;
using Longs = In<std::int64_t>;

template <class T>
nb::object array(const std::vector<T>& v) {
    return nb::cast(to_array(std::vector<T>(v)));
}

oracle::Problem problem(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
                        const Ints& woff, const Ints& w, int limit) {
    require(limit >= 0, "limit must not be negative");
    require(ptr.size() == length.size() + 1 && cuts(ptr, idx.size()),
            "ptr does not cut idx into sentences");
    require(idx.size() == cnt.size(), "idx and cnt differ in length");
    require(all_within(length, 1, kMostItems + 1), "a length is below 1");
    require(cuts(woff, w.size()), "woff does not cut w into n-grams");
    oracle::Problem p;
    p.ptr = to_vector<int>(ptr);
    p.idx = to_vector<int>(idx);
    p.cnt = to_vector<int>(cnt);
    p.len = to_vector<int>(length);
    p.woff = to_vector<int>(woff);
    p.w = to_vector<int>(w);
    p.limit = limit;
    p.n = static_cast<int>(p.len.size());
    p.grams = static_cast<int>(p.woff.size()) - 1;
    std::int64_t total = 0;
    for (int g = 0; g < p.grams; ++g) {
        require(p.woff[g] < p.woff[g + 1], "an n-gram is worth nothing");
        for (int t = p.woff[g]; t < p.woff[g + 1]; ++t) {
            require(p.w[t] >= 0, "a worth is below 0");
            require(t == p.woff[g] || p.w[t] <= p.w[t - 1], "the worths of an n-gram rise");
            total += p.w[t];
        }
    }
    require(total <= kMostItems, "the worths add up to more than 2^31 - 1");
    require(all_within(idx, 0, p.grams), "idx names an n-gram that is not there");
    require(all_within(cnt, 1, kMostItems + 1), "a count is below 1");
    std::vector<int> last(p.grams, -1);
    for (int i = 0; i < p.n; ++i)
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; ++e) {
            require(last[p.idx[e]] != i, "an n-gram is twice in one sentence");
            last[p.idx[e]] = i;
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

template <class Array>
Array part_of(const nb::tuple& dag, std::size_t at) {
    Array part;
    if (!nb::try_cast<Array>(dag[at], part))
        throw nb::type_error("a part of the DAG is not an array of the right type");
    return part;
}

oracle::Dag dag_of(const nb::tuple& t, const Ints& length) {
    require(t.size() == 9, "a DAG has nine arrays");
    const auto room = part_of<Ints>(t, 0), items = part_of<Ints>(t, 2);
    const auto take = part_of<Ints>(t, 4), child = part_of<Ints>(t, 5);
    const auto forced = part_of<Ints>(t, 7), base = part_of<Ints>(t, 8);
    const auto item_start = part_of<Longs>(t, 1), edge_start = part_of<Longs>(t, 3);
    const auto forced_start = part_of<Longs>(t, 6);
    require(room.size() > 0, "a DAG has a node");
    require(item_start.size() == room.size() + 1 && cuts(item_start, items.size()),
            "item_start does not cut items into nodes");
    require(edge_start.size() == room.size() + 1 && cuts(edge_start, take.size()) &&
                child.size() == take.size(),
            "edge_start does not cut take and child into nodes");
    require(forced_start.size() == take.size() + 1 && cuts(forced_start, forced.size()),
            "forced_start does not cut forced into edges");
    const auto n = static_cast<std::int64_t>(length.size());
    require(all_within(length, 1, kMostItems + 1), "a length is below 1");
    for (const Ints& list : {items, forced, base})
        require(all_within(list, 0, n), "an item is out of range");
    for (std::size_t v = 0; v < room.size(); ++v) {
        const bool leaf = room(v) >= 0, edges = edge_start(v) < edge_start(v + 1);
        require(leaf != edges, "a leaf has edges, or a branch has none");
        for (auto e = edge_start(v); e < edge_start(v + 1); ++e) {
            require(child(e) >= 0 && child(e) < static_cast<std::int64_t>(v),
                    "children come before their parents");
            require(take(e) >= 0 && take(e) <= item_start(v + 1) - item_start(v),
                    "an edge takes more items than its node has");
        }
    }
    oracle::Dag d;
    d.room = to_vector<int>(room);
    d.item_start = to_vector<std::int64_t>(item_start);
    d.items = to_vector<int>(items);
    d.edge_start = to_vector<std::int64_t>(edge_start);
    d.take = to_vector<int>(take);
    d.child = to_vector<int>(child);
    d.forced_start = to_vector<std::int64_t>(forced_start);
    d.forced = to_vector<int>(forced);
    d.base = to_vector<int>(base);
    d.root = d.nodes() - 1;
    return d;
}

nb::tuple build(const Ints& tokens, const Longs& starts, const Ints& lengths,
                const Ints& ref_tokens, const Longs& ref_starts, int n, int limit) {
    require(n >= 1, "n must be 1 or more");
    require(limit >= 0, "limit must not be negative");
    require(cuts(starts, tokens.size()) && cuts(ref_starts, ref_tokens.size()),
            "starts do not match tokens");
    require(lengths.size() + 1 == starts.size(), "lengths do not match starts");
    oracle::Guard guard(-1, -1);
    oracle::Built b;
    {
        nb::gil_scoped_release release;
        b = oracle::build(tokens.data(), to_vector<long long>(starts), lengths.data(),
                          ref_tokens.data(), to_vector<long long>(ref_starts), n, limit, guard);
    }
    const oracle::Problem& p = b.problem;
    return nb::make_tuple(array(b.source), array(p.ptr), array(p.idx), array(p.cnt), array(p.len),
                          array(p.woff), array(p.w), b.total);
}

nb::dict solve(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
               const Ints& woff, const Ints& w, int limit, long long max_nodes,
               double max_seconds) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Guard guard(max_nodes, max_seconds);
    oracle::Solution s;
    {
        nb::gil_scoped_release release;
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

nb::tuple build_views(const Ints& tokens, const Longs& starts, const Ints& lengths,
                      const Ints& ref_tokens, const Longs& ref_starts, const Longs& ref_cuts,
                      const std::vector<int>& ns, int times, int limit) {
    require(!ns.empty() && ns.size() <= oracle::kMostViews, "there are one to three views");
    require(all_within(ns, 0, kMostItems) && std::count(ns.begin(), ns.end(), 0) <= 1,
            "n must be 1 or more, or 0 once for ROUGE-L");
    require(limit >= 0 && times >= 0, "limit and times must not be negative");
    require(cuts(starts, tokens.size()) && cuts(ref_starts, ref_tokens.size()) &&
                cuts(ref_cuts, ref_tokens.size()),
            "starts do not match tokens");
    require(lengths.size() + 1 == starts.size(), "lengths do not match starts");
    oracle::Guard guard(-1, -1);
    oracle::BuiltViews b;
    {
        nb::gil_scoped_release release;
        b = oracle::build_views(tokens.data(), to_vector<long long>(starts), lengths.data(),
                                ref_tokens.data(), to_vector<long long>(ref_starts),
                                to_vector<long long>(ref_cuts), ns, times, limit, guard);
    }
    const oracle::Problem& p = b.problem;
    const oracle::Views& v = b.views;
    const std::vector<std::int64_t> total(v.total.begin(), v.total.end());
    return nb::make_tuple(
        array(b.source),
        nb::make_tuple(array(p.ptr), array(p.idx), array(p.cnt), array(p.len), array(p.woff),
                       array(p.w)),
        nb::make_tuple(array(v.first), array(v.size), array(total), v.times, v.clipped,
                       array(v.kind), array(v.cptr), array(v.cidx), array(v.ccnt)));
}

oracle::Views views_of(const nb::tuple& t, const oracle::Problem& p) {
    require(t.size() == 9, "views have nine parts");
    oracle::Views v;
    v.first = to_vector<int>(part_of<Ints>(t, 0));
    v.size = to_vector<int>(part_of<Ints>(t, 1));
    v.total = to_vector<long long>(part_of<Longs>(t, 2));
    if (!nb::try_cast<long long>(t[3], v.times) || !nb::try_cast<int>(t[4], v.clipped))
        throw nb::type_error("a part of the views is not a number of the right size");
    v.kind = to_vector<int>(part_of<Ints>(t, 5));
    v.cptr = to_vector<int>(part_of<Ints>(t, 6));
    v.cidx = to_vector<int>(part_of<Ints>(t, 7));
    v.ccnt = to_vector<int>(part_of<Ints>(t, 8));
    v.count = static_cast<int>(v.total.size());
    require(v.count >= 1 && v.count <= oracle::kMostViews, "there are one to three views");
    require(v.first.size() == v.total.size() + 1 && cuts(v.first, p.grams),
            "first does not cut the n-grams into views");
    require(v.size.size() == static_cast<std::size_t>(p.n) * v.count &&
                all_within(v.size, 0, kMostItems + 1),
            "a view has no size for every sentence");
    require(v.clipped >= -1 && v.clipped < v.count, "the clipped view is not one of the views");
    require(v.times >= 0 && v.times <= kMostItems, "times is out of range");
    std::uint64_t sizes = 0;
    for (int x : v.size) sizes += static_cast<std::uint64_t>(x);
    for (long long x : v.total) {
        require(x >= 0, "a total is below 0");
        require(static_cast<double>(sizes) * static_cast<double>(v.times) + static_cast<double>(x) <
                    static_cast<double>(oracle::Score::most(v.count)),
                "the texts are too long for a mean of ratios");
    }
    for (int i = 0; i < p.n; ++i)
        for (int e = p.ptr[i] + 1; e < p.ptr[i + 1]; ++e)
            require(p.idx[e - 1] < p.idx[e], "the n-grams of a sentence do not rise");
    if (v.clipped < 0) return v;
    const int places = v.first[v.clipped + 1] - v.first[v.clipped];
    require(v.kind.size() == static_cast<std::size_t>(places), "a place has no class");
    require(all_within(v.kind, 0, places), "a class is out of range");
    for (int x : v.kind) v.kinds = std::max(v.kinds, x + 1);
    require(all_within(v.cidx, 0, v.kinds) && all_within(v.ccnt, 0, kMostItems / 2),
            "a class is out of range");
    require(v.cptr.size() == static_cast<std::size_t>(p.n) + 1 && cuts(v.cptr, v.cidx.size()) &&
                v.cidx.size() == v.ccnt.size(),
            "cptr does not cut cidx into sentences");
    return v;
}

nb::dict ratio(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
               const Ints& woff, const Ints& w, int limit, const nb::tuple& views, int slots,
               long long max_nodes, double max_seconds) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    const oracle::Views v = views_of(views, p);
    require(slots >= 0, "slots must not be negative");
    oracle::Guard guard(max_nodes, max_seconds);
    oracle::RatioSolution s;
    {
        nb::gil_scoped_release release;
        s = oracle::RatioSearch(p, v, slots, guard).run();
    }
    nb::list match, below;
    for (int x = 0; x < v.count; ++x) {
        match.append(s.best.match[x]);
        below.append(s.best.below[x]);
    }
    nb::dict out;
    out["matches"] = match;
    out["below"] = below;
    out["upper"] = s.upper;
    out["optimal"] = s.optimal || s.complete;
    out["complete"] = s.complete;
    out["nodes"] = guard.used;
    out["chosen"] = array(s.chosen);
    out["dag"] = s.complete ? nb::object(tuple_of(s.dag)) : nb::none();
    return out;
}

nb::object count(const nb::tuple& dag, const Ints& length, double max_seconds) {
    const oracle::Dag d = dag_of(dag, length);
    const auto len = to_vector<int>(length);
    oracle::Guard guard(-1, max_seconds);
    oracle::Counts c;
    bool done = false;
    {
        nb::gil_scoped_release release;
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
    const oracle::Dag d = dag_of(dag, length);
    const auto len = to_vector<int>(length);
    require(all_within(after, 0, static_cast<std::int64_t>(len.size())), "an item is out of range");
    oracle::Guard guard(-1, -1);
    nb::gil_scoped_release release;
    return oracle::Lister(d, len).list(size, after, k, guard);
}

nb::tuple greedy(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
                 const Ints& woff, const Ints& w, int limit) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Guard guard(-1, -1);
    oracle::Greedy g;
    {
        nb::gil_scoped_release release;
        g = oracle::greedy(p, guard);
    }
    return nb::make_tuple(g.value, array(g.chosen));
}

nb::dict paper(const Ints& ptr, const Ints& idx, const Ints& cnt, const Ints& length,
               const Ints& woff, const Ints& w, int limit, long long max_nodes,
               double max_seconds) {
    const oracle::Problem p = problem(ptr, idx, cnt, length, woff, w, limit);
    oracle::Guard guard(max_nodes, max_seconds);
    oracle::PaperResult r;
    {
        nb::gil_scoped_release release;
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
    m.def("build_views", &build_views, "tokens"_a, "starts"_a, "lengths"_a, "ref_tokens"_a,
          "ref_starts"_a, "ref_cuts"_a, "ns"_a, "times"_a, "limit"_a,
          "Problem of a mean of ROUGE scores: (source, arrays, views).");
    m.def(
        "ratio", &ratio, "ptr"_a, "idx"_a, "cnt"_a, "length"_a, "woff"_a, "w"_a, "limit"_a,
        "views"_a, "slots"_a, "max_nodes"_a = -1, "max_seconds"_a = -1.0,
        "Every best extract by a mean of ROUGE scores: {matches, below, upper, optimal, complete, "
        "nodes, chosen, dag}.");
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

// Betweenness and the divisive algorithms over it: Girvan-Newman, CONGA, CONGO.
// The Python twin is community_py.py. Edges are an m x 2 array of vertices 0 ... n-1, without
// loops or repeats; a horizon of 0 means paths of any length.
#include "community/divide.h"
#include "community/paths.h"
#include "community/two_hop.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace sumscope::community;

namespace {

using Edges = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
nb::ndarray<nb::numpy, T> array(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* own = new std::vector<T>(std::move(values));
    nb::capsule owner(own, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(own->data(), shape, owner);
}

// Answers Ctrl-C and tells how far the run has come, every 50 ms.
class Poll {
  public:
    explicit Poll(nb::object tell) : tell_(std::move(tell)) {}

    void at(double done, double total, int components) {
        done_ = static_cast<long>(done);
        total_ = static_cast<long>(total);
        components_ = components;
    }

    void operator()() {
        if (++calls_ % 16) return;
        const auto now = Clock::now();
        if (now - asked_ < std::chrono::milliseconds(50)) return;
        asked_ = now;
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!tell_.is_none()) tell_(done_, total_, components_);
    }

  private:
    using Clock = std::chrono::steady_clock;
    nb::object tell_;
    Clock::time_point asked_ = Clock::now();
    unsigned calls_ = 0;
    long done_ = 0, total_ = 0;
    int components_ = 0;
};

void check(int n, const Edges& edges) {
    for (std::size_t i = 0; i < 2 * edges.shape(0); ++i)
        if (edges.data()[i] < 0 || edges.data()[i] >= n)
            throw std::invalid_argument("an edge names a vertex outside 0 ... n-1");
    for (std::size_t i = 0; i < edges.shape(0); ++i)
        if (edges.data()[2 * i] == edges.data()[2 * i + 1])
            throw std::invalid_argument("an edge joins a vertex to itself");
}

// Runs f(betweenness) on the right kind of betweenness, without the GIL.
template <class F>
void with(LiveGraph& g, int horizon, bool splits, double budget, Poll& poll, F f) {
    if (horizon == 2 && splits) {
        TwoHopBetweenness<Poll> between(g, poll);
        f(between);
    } else {
        PathBetweenness<Poll> between(g, horizon, splits, static_cast<std::size_t>(budget), poll);
        f(between);
    }
}

auto divide_all(int n, Edges edges, std::optional<Weights> weights, int horizon, bool splits,
                int until, double budget, nb::object progress) {
    check(n, edges);
    if (weights && weights->shape(0) != edges.shape(0))
        throw std::invalid_argument("as many weights as edges are wanted");
    Poll poll(progress);
    Outcome out;
    {
        nb::gil_scoped_release free;
        LiveGraph g(n, edges.data(), edges.shape(0));
        poll.at(0, static_cast<double>(edges.shape(0)), g.components());
        with(g, horizon, splits, budget, poll, [&](auto& between) {
            out = divide(g, between, splits, until, weights ? weights->data() : nullptr, poll);
        });
    }
    const std::size_t steps = out.steps.size(), divisions = out.divisions.size();
    std::vector<std::int32_t> moves, parts;
    std::vector<double> scores;
    for (const Step& s : out.steps) {
        moves.insert(moves.end(), {s.kind, s.a, s.b});
        scores.push_back(s.score);
    }
    for (const Division& d : out.divisions) parts.insert(parts.end(), {d.step, d.parent, d.child});
    const std::size_t vertices = out.origin.size();
    return std::make_tuple(array(std::move(moves), {steps, 3}), array(std::move(scores), {steps}),
                           array(std::move(parts), {divisions, 3}),
                           array(std::vector<std::int32_t>(out.origin), {vertices}),
                           array(std::vector<std::int32_t>(out.component), {vertices}));
}

auto edge_betweenness(int n, Edges edges, int horizon) {
    check(n, edges);
    Poll poll{nb::none()};
    std::vector<double> values(edges.shape(0));
    {
        nb::gil_scoped_release free;
        LiveGraph g(n, edges.data(), edges.shape(0));
        with(g, horizon, horizon == 2, 0, poll, [&](auto& between) {
            const double unit = 2.0 * static_cast<double>(between.one());
            for (std::size_t e = 0; e < values.size(); ++e)
                values[e] = static_cast<double>(between.edges()[e]) / unit;
        });
    }
    const std::size_t m = values.size();
    return array(std::move(values), {m});
}

struct Labels {
    std::vector<std::int32_t> neighbours;
    std::vector<Fixed> label;
    double unit = 1;
};

Labels labels(int n, const Edges& edges, int vertex, int horizon) {
    check(n, edges);
    if (vertex < 0 || vertex >= n) throw std::invalid_argument("there is no such vertex");
    Poll poll{nb::none()};
    Labels out;
    nb::gil_scoped_release free;
    LiveGraph g(n, edges.data(), edges.shape(0));
    with(g, horizon, horizon == 2, 0, poll, [&](auto& between) {
        std::vector<std::vector<Fixed>> found;
        between.pairs({vertex}, found);
        out.label = std::move(found[0]);
        out.unit = 2.0 * static_cast<double>(between.one());
    });
    for (const Arc& a : g.arcs(vertex)) out.neighbours.push_back(a.to);
    return out;
}

auto pair_betweenness(int n, Edges edges, int vertex, int horizon) {
    Labels found = labels(n, edges, vertex, horizon);
    const std::size_t d = found.neighbours.size();
    std::vector<double> values;
    for (Fixed x : found.label) values.push_back(static_cast<double>(x) / found.unit);
    return std::make_tuple(array(std::move(found.neighbours), {d}),
                           array(std::move(values), {d, d}));
}

auto split_betweenness(int n, Edges edges, int vertex, int horizon, bool exact) {
    Labels found = labels(n, edges, vertex, horizon);
    const int d = static_cast<int>(found.neighbours.size());
    if (d < 2) throw std::invalid_argument("a vertex with fewer than two neighbours cannot split");
    if (exact && d > 22) throw std::invalid_argument("the exact search stops at 22 neighbours");
    std::vector<char> side;
    Fixed value = 0;
    if (exact) {
        value = best_split(d, found.label, side);
    } else {
        SplitWork work;
        value = greedy_split(d, found.label, &side, work);
    }
    std::vector<std::int32_t> kept, moved;
    for (int i = 0; i < d; ++i) (side[i] ? moved : kept).push_back(found.neighbours[i]);
    const std::size_t a = kept.size(), b = moved.size();
    return std::make_tuple(static_cast<double>(value) / found.unit, array(std::move(kept), {a}),
                           array(std::move(moved), {b}));
}

}  // namespace

NB_MODULE(_community, m) {
    m.def("divide", &divide_all, nb::arg("n"), nb::arg("edges"), nb::arg("weights").none(),
          nb::arg("horizon"), nb::arg("splits"), nb::arg("until"), nb::arg("budget"),
          nb::arg("progress").none());
    m.def("edge_betweenness", &edge_betweenness, nb::arg("n"), nb::arg("edges"),
          nb::arg("horizon"));
    m.def("pair_betweenness", &pair_betweenness, nb::arg("n"), nb::arg("edges"), nb::arg("vertex"),
          nb::arg("horizon"));
    m.def("split_betweenness", &split_betweenness, nb::arg("n"), nb::arg("edges"),
          nb::arg("vertex"), nb::arg("horizon"), nb::arg("exact"));
}

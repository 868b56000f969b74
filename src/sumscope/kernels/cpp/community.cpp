// Betweenness and the divisive algorithms over it: Girvan-Newman, CONGA, CONGO.
// The Python twin is python/community.py. Edges are an m x 2 array of vertices 0 ... n-1, without
// loops or repeats; a horizon of 0 means paths of any length.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "community/divide.h"
#include "community/paths.h"
#include "community/two_hop.h"
#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;
using namespace sumscope::community;

namespace {

using Edges = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Weights = In<double>;

void check(int n, const Edges& edges, int horizon) {
    require(n >= 0, "n is below 0");
    require(horizon >= 0, "the horizon is below 0");
    require(edges.shape(0) <= static_cast<std::size_t>(kMostItems), "too many edges");
    require(all_within(edges, 0, n), "an edge names a vertex outside 0 ... n-1");
    std::vector<std::uint64_t> sorted(edges.shape(0));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto ends = std::minmax(edges.data()[2 * i], edges.data()[2 * i + 1]);
        require(ends.first != ends.second, "an edge joins a vertex to itself");
        sorted[i] = static_cast<std::uint64_t>(ends.first) << 32 | ends.second;
    }
    std::sort(sorted.begin(), sorted.end());
    require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
            "an edge is given twice");
}

void check(const Weights& weights, const Edges& edges) {
    require(weights.size() == edges.shape(0), "as many weights as edges are wanted");
    for (std::size_t i = 0; i < weights.size(); ++i)
        require(std::isfinite(weights(i)) && !std::signbit(weights(i)),
                "a weight is not a finite number from 0 up");
}

// A split compares every two neighbours of a vertex, at 16 bytes a pair. No degree ever grows.
constexpr int kMostNeighbours = 10000;

void check_neighbours(int degree) {
    require(degree <= kMostNeighbours, "a vertex has more than 10,000 neighbours");
}

// Runs f(betweenness) on the right kind of betweenness, without the GIL.
template <class F>
void with(LiveGraph& g, int horizon, bool splits, std::size_t budget, Interrupt& interrupt, F f) {
    if (horizon == 2 && splits) {
        TwoHopBetweenness between(g, interrupt);
        f(between);
    } else {
        PathBetweenness between(g, horizon, splits, budget, interrupt);
        f(between);
    }
}

auto divide_all(int n, Edges edges, std::optional<Weights> weights, int horizon, bool splits,
                int until, double budget, nb::object progress) {
    check(n, edges, horizon);
    if (weights) check(*weights, edges);
    require(budget >= 0, "the budget is below 0");
    const auto bytes = static_cast<std::size_t>(std::min(budget, 1e15));
    if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
        throw nb::type_error("progress is not a function");
    Progress at;
    at.total = static_cast<int>(edges.shape(0));
    Interrupt interrupt([&] {
        if (!progress.is_none()) progress(at.done, at.total, at.components);
    });
    Outcome out;
    {
        nb::gil_scoped_release release;
        LiveGraph g(n, edges.data(), edges.shape(0));
        at.components = g.components();
        for (int v = 0; v < n && splits; ++v) check_neighbours(g.degree(v));
        with(g, horizon, splits, bytes, interrupt, [&](auto& between) {
            out = divide(g, between, splits, until, weights ? weights->data() : nullptr, at,
                         interrupt);
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
    return std::make_tuple(to_array<2>(std::move(moves), {steps, 3}), to_array(std::move(scores)),
                           to_array<2>(std::move(parts), {divisions, 3}),
                           to_array(std::move(out.origin)), to_array(std::move(out.component)));
}

auto edge_betweenness(int n, Edges edges, int horizon) {
    check(n, edges, horizon);
    Interrupt interrupt;
    std::vector<double> values(edges.shape(0));
    {
        nb::gil_scoped_release release;
        LiveGraph g(n, edges.data(), edges.shape(0));
        with(g, horizon, horizon == 2, 0, interrupt, [&](auto& between) {
            const double unit = 2.0 * static_cast<double>(between.one());
            for (std::size_t e = 0; e < values.size(); ++e)
                values[e] = static_cast<double>(between.edges()[e]) / unit;
        });
    }
    return to_array(std::move(values));
}

struct Labels {
    std::vector<std::int32_t> neighbours;
    std::vector<Fixed> label;
    double unit = 1;
};

Labels labels(int n, const Edges& edges, int vertex, int horizon) {
    check(n, edges, horizon);
    require(vertex >= 0 && vertex < n, "there is no such vertex");
    Interrupt interrupt;
    Labels out;
    nb::gil_scoped_release release;
    LiveGraph g(n, edges.data(), edges.shape(0));
    check_neighbours(g.degree(vertex));
    with(g, horizon, horizon == 2, 0, interrupt, [&](auto& between) {
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
    return std::make_tuple(to_array(std::move(found.neighbours)),
                           to_array<2>(std::move(values), {d, d}));
}

auto split_betweenness(int n, Edges edges, int vertex, int horizon, bool exact) {
    Labels found = labels(n, edges, vertex, horizon);
    const int d = static_cast<int>(found.neighbours.size());
    require(d >= 2, "a vertex with fewer than two neighbours cannot split");
    require(!exact || d <= 22, "the exact search stops at 22 neighbours");
    std::vector<char> side;
    Fixed value = 0;
    Interrupt interrupt;
    if (exact) {
        value = best_split(d, found.label, side, interrupt);
    } else {
        SplitWork work;
        value = greedy_split(d, found.label, &side, work, interrupt);
    }
    std::vector<std::int32_t> kept, moved;
    for (int i = 0; i < d; ++i) (side[i] ? moved : kept).push_back(found.neighbours[i]);
    return std::make_tuple(static_cast<double>(value) / found.unit, to_array(std::move(kept)),
                           to_array(std::move(moved)));
}

}  // namespace

NB_MODULE(_community, m) {
    m.doc() = "Betweenness and the divisive algorithms over it; the twin is python.community.";
    m.def("divide", &divide_all, "n"_a, "edges"_a, "weights"_a.none(), "horizon"_a, "splits"_a,
          "until"_a, "budget"_a, "progress"_a.none());
    m.def("edge_betweenness", &edge_betweenness, "n"_a, "edges"_a, "horizon"_a);
    m.def("pair_betweenness", &pair_betweenness, "n"_a, "edges"_a, "vertex"_a, "horizon"_a);
    m.def("split_betweenness", &split_betweenness, "n"_a, "edges"_a, "vertex"_a, "horizon"_a,
          "exact"_a);
}

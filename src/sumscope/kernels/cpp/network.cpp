// Shortest paths and links among neighbours, over a graph in compressed rows.
//
// The readable twin is python/network.py. Node i points to targets[offsets[i]..offsets[i+1]); no
// target is repeated in a row and none is the node itself. Counts are whole numbers.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

using Offsets = In<std::int64_t>;
using Targets = In<std::int32_t>;

std::int64_t check(const Offsets& offsets, const Targets& targets) {
    require(offsets.size() > 0, "offsets is empty");
    require(cuts(offsets, targets.size()), "offsets do not cut targets into rows");
    const auto nodes = static_cast<std::int64_t>(offsets.size()) - 1;
    require(nodes <= kMostItems, "too many nodes");
    require(all_within(targets, 0, nodes), "a target is not a node");
    return nodes;
}

// (sum of distances, number of pairs) over ordered pairs with a path, by breadth-first search.
nb::tuple path_lengths(const Offsets& offsets, const Targets& targets) {
    const std::int64_t nodes = check(offsets, targets);
    std::int64_t total = 0, pairs = 0;
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const std::int64_t* row = offsets.data();
        const std::int32_t* to = targets.data();
        std::vector<std::int32_t> seen(nodes, -1);
        std::vector<std::int32_t> layer, next;
        for (std::int64_t source = 0; source < nodes; ++source) {
            const auto mark = static_cast<std::int32_t>(source);
            layer.assign(1, mark);
            seen[source] = mark;
            for (std::int64_t distance = 1; !layer.empty(); ++distance) {
                next.clear();
                for (const std::int32_t node : layer) {
                    for (std::int64_t e = row[node]; e < row[node + 1]; ++e)
                        if (seen[to[e]] != mark) {
                            seen[to[e]] = mark;
                            next.push_back(to[e]);
                        }
                    interrupt.spend(1 + row[node + 1] - row[node]);
                }
                total += distance * static_cast<std::int64_t>(next.size());
                pairs += static_cast<std::int64_t>(next.size());
                layer.swap(next);
            }
        }
    }
    return nb::make_tuple(total, pairs);
}

// For each node, how many links run between two of its targets.
Out<std::int64_t> links_among(const Offsets& offsets, const Targets& targets) {
    const std::int64_t nodes = check(offsets, targets);
    std::vector<std::int64_t> out(nodes);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const std::int64_t* row = offsets.data();
        const std::int32_t* to = targets.data();
        std::vector<std::int32_t> marked(nodes, -1);
        for (std::int64_t node = 0; node < nodes; ++node) {
            const auto mark = static_cast<std::int32_t>(node);
            for (std::int64_t e = row[node]; e < row[node + 1]; ++e) marked[to[e]] = mark;
            std::int64_t links = 0;
            for (std::int64_t e = row[node]; e < row[node + 1]; ++e) {
                const std::int64_t from = row[to[e]], end = row[to[e] + 1];
                for (std::int64_t f = from; f < end; ++f) links += marked[to[f]] == mark;
                interrupt.spend(2 + end - from);
            }
            out[node] = links;
        }
    }
    return to_array(std::move(out));
}

}  // namespace

NB_MODULE(_network, m) {
    m.doc() = "Shortest paths and links among neighbours; the twin is python.network.";
    m.def("path_lengths", &path_lengths, "offsets"_a, "targets"_a,
          "(sum of distances, number of ordered pairs with a path).");
    m.def("links_among", &links_among, "offsets"_a, "targets"_a,
          "For each node, the links between two of its targets.");
}

// Shortest paths and links among neighbours, over a graph in compressed rows.
//
// The readable twin is network_py.py. Node i points to targets[offsets[i]..offsets[i+1]); no
// target is repeated in a row and none is the node itself. Counts are whole numbers.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "shared/interrupt.h"

namespace nb = nanobind;

namespace {

using Offsets = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Targets = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<nb::numpy, int64_t, nb::ndim<1>>;

int64_t check(const Offsets& offsets, const Targets& targets) {
    if (offsets.shape(0) == 0) throw nb::value_error("offsets is empty");
    const int64_t nodes = static_cast<int64_t>(offsets.shape(0)) - 1;
    if (offsets(0) != 0 || offsets(nodes) != static_cast<int64_t>(targets.shape(0)))
        throw nb::value_error("offsets do not span targets");
    for (int64_t i = 0; i < nodes; ++i)
        if (offsets(i) > offsets(i + 1)) throw nb::value_error("offsets decrease");
    for (size_t i = 0; i < targets.shape(0); ++i)
        if (targets(i) < 0 || targets(i) >= nodes) throw nb::value_error("a target is no node");
    return nodes;
}

// (sum of distances, number of pairs) over ordered pairs with a path, by breadth-first search.
nb::tuple path_lengths(const Offsets& offsets, const Targets& targets) {
    const int64_t nodes = check(offsets, targets);
    int64_t total = 0, pairs = 0;
    {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        const int64_t* row = offsets.data();
        const int32_t* to = targets.data();
        std::vector<int32_t> seen(nodes, -1);
        std::vector<int32_t> layer, next;
        for (int64_t source = 0; source < nodes; ++source) {
            const int32_t mark = static_cast<int32_t>(source);
            layer.assign(1, mark);
            seen[source] = mark;
            for (int64_t distance = 1; !layer.empty(); ++distance) {
                next.clear();
                for (int32_t node : layer)
                    for (int64_t e = row[node]; e < row[node + 1]; ++e)
                        if (seen[to[e]] != mark) {
                            seen[to[e]] = mark;
                            next.push_back(to[e]);
                        }
                total += distance * static_cast<int64_t>(next.size());
                pairs += static_cast<int64_t>(next.size());
                layer.swap(next);
            }
            interrupt.now();
        }
    }
    return nb::make_tuple(total, pairs);
}

// For each node, how many links run between two of its targets.
Counts links_among(const Offsets& offsets, const Targets& targets) {
    const int64_t nodes = check(offsets, targets);
    auto* out = new int64_t[nodes > 0 ? nodes : 1];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<int64_t*>(p); });
    {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        const int64_t* row = offsets.data();
        const int32_t* to = targets.data();
        std::vector<int32_t> marked(nodes, -1);
        for (int64_t node = 0; node < nodes; ++node) {
            const int32_t mark = static_cast<int32_t>(node);
            for (int64_t e = row[node]; e < row[node + 1]; ++e) marked[to[e]] = mark;
            int64_t links = 0;
            for (int64_t e = row[node]; e < row[node + 1]; ++e)
                for (int64_t f = row[to[e]]; f < row[to[e] + 1]; ++f)
                    links += marked[to[f]] == mark;
            out[node] = links;
            interrupt.now();
        }
    }
    return Counts(out, {static_cast<size_t>(nodes)}, owner);
}

}  // namespace

NB_MODULE(_network, m) {
    m.doc() = "Shortest paths and links among neighbours; the twin is network_py.";
    m.def("path_lengths", &path_lengths, nb::arg("offsets"), nb::arg("targets"),
          "(sum of distances, number of ordered pairs with a path).");
    m.def("links_among", &links_among, nb::arg("offsets"), nb::arg("targets"),
          "For each node, the links between two of its targets.");
}

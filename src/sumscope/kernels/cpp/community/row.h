// What is known about the shortest paths from one source.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "community/live_graph.h"

namespace sumscope::community {

constexpr int far = std::numeric_limits<int>::max();

struct Row {
    std::vector<int> dist;             // `far` where not reached
    std::vector<double> sigma, b;      // see paths.h
    std::vector<std::uint64_t> level;  // vertices at each distance as bits; empty: not kept
};

inline double counted(double paths) {
    if (!(paths < 1e300))
        throw std::overflow_error("more than 1e300 shortest paths between two nodes");
    return paths;
}

inline double pull_sigma(const LiveGraph& g, const Row& r, int x) {
    const int want = r.dist[x] - 1;
    double sum = 0;
    for (const Arc& a : g.arcs(x)) sum += r.dist[a.to] == want ? r.sigma[a.to] : 0.0;
    return sum;
}

inline double pull_b(const LiveGraph& g, const Row& r, int x) {
    const int want = r.dist[x] + 1;
    double sum = 0;
    for (const Arc& a : g.arcs(x)) sum += r.dist[a.to] == want ? r.b[a.to] : 0.0;
    return 1.0 / r.sigma[x] + sum;
}

}  // namespace sumscope::community

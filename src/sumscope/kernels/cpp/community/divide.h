// The one loop behind Girvan-Newman, CONGA and CONGO: take away the edge that most paths
// cross, or split the vertex that most paths cross, whichever carries more.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "community/fixed.h"
#include "community/live_graph.h"
#include "shared/interrupt.h"

namespace sumscope::community {

struct Step {
    int kind;  // 0: an edge went; 1: a vertex was split
    int a, b;  // ends of the edge; or the vertex and its new copy
    double score;
};

// How far a run has come.
struct Progress {
    int done = 0, total = 0, components = 0;
};

struct Division {
    int step, parent, child;
};

struct Outcome {
    std::vector<Step> steps;
    std::vector<Division> divisions;
    std::vector<int> origin, component;
    int roots = 0;
};

// Edge to remove: greatest score, then smallest ends. Weighted: betweenness / weight.
template <class Scores>
int pick_edge(LiveGraph& g, const Scores& eb, const double* weight) {
    int best = -1;
    if (weight) {
        double top = -1;
        for (int e : g.live())
            if (g.alive(e)) top = std::max(top, static_cast<double>(eb[e]) / weight[e]);
        const double limit = std::isinf(top) ? top : top - top * 1e-9;
        for (int e : g.live())
            if (g.alive(e) && static_cast<double>(eb[e]) / weight[e] >= limit &&
                (best < 0 || g.before(e, best)))
                best = e;
        return best;
    }
    const std::vector<int>& live = g.live();
    Fixed top = -1;
    for (int e : live) top = eb[e] > top ? eb[e] : top;  // dead edges hold -1
    if (top < 0) return -1;
    const Fixed limit = top - slack(top);
    for (int e : live)
        if (eb[e] >= limit && (best < 0 || g.before(e, best))) best = e;
    return best;
}

template <class Between>
class Splitter {
  public:
    Splitter(LiveGraph& g, Between& between, Interrupt& interrupt)
        : g_(g), between_(between), interrupt_(interrupt) {}

    // Vertex whose split carries more than `edge`, or -1; `moved` gets the copy's neighbours.
    int pick(Fixed edge, std::vector<int>& moved, Fixed& score) {
        bounds();
        const Fixed bar = edge + slack(edge);
        queue_.clear();
        for (int v = 0; v < g_.size(); ++v) {
            if (g_.degree(v) < 4) continue;
            const Fixed bound = between_.dirty(v) ? bound_[v] : value_[v];
            if (bound > bar) queue_.push_back({bound, v});
        }
        std::sort(queue_.begin(), queue_.end(), [](const Item& x, const Item& y) {
            return x.bound != y.bound ? x.bound > y.bound : x.vertex < y.vertex;
        });
        Fixed top = bar;
        std::size_t wanted = 1;
        for (std::size_t i = 0; i < queue_.size();) {
            if (queue_[i].bound < top - slack(top)) break;
            if (!between_.dirty(queue_[i].vertex)) {
                top = std::max(top, value_[queue_[i].vertex]);
                ++i;
                continue;
            }
            batch_.clear();
            const std::size_t most = between_.batch(wanted);
            wanted *= 2;
            std::size_t j = i;
            std::size_t cells = 0;  // labels of one batch stay linear in the graph
            for (; j < queue_.size() && batch_.size() < most; ++j) {
                const int v = queue_[j].vertex;
                if (!between_.dirty(v)) {
                    top = std::max(top, value_[v]);
                    continue;
                }
                const std::size_t d = g_.degree(v);
                if (!batch_.empty() && (cells + d * d) / 8 > g_.edge_slots()) break;
                cells += d * d;
                batch_.push_back(v);
            }
            between_.pairs(batch_, labels_);
            for (std::size_t k = 0; k < batch_.size(); ++k) {
                const int v = batch_[k];
                value_[v] = greedy_split(g_.degree(v), labels_[k], nullptr, work_, interrupt_);
                between_.clean(v);
                top = std::max(top, value_[v]);
            }
            i = j;
        }
        int best = -1;
        const Fixed limit = top - slack(top);
        for (const Item& q : queue_)
            if (!between_.dirty(q.vertex) && value_[q.vertex] > bar && value_[q.vertex] >= limit &&
                (best < 0 || q.vertex < best))
                best = q.vertex;
        if (best < 0) return -1;
        batch_.assign(1, best);
        between_.pairs(batch_, labels_);
        score = greedy_split(g_.degree(best), labels_[0], &side_, work_, interrupt_);
        moved.clear();
        for (int i = 0; i < g_.degree(best); ++i)
            if (side_[i]) moved.push_back(g_.arcs(best)[i].to);
        return best;
    }

  private:
    struct Item {
        Fixed bound;
        int vertex;
    };

    // Twice the vertex betweenness: no split of v can carry more.
    void bounds() {
        const int n = g_.size();
        bound_.assign(n, 0);
        value_.resize(n, 0);
        const std::vector<Fixed>& eb = between_.edges();
        for (int e : g_.live()) {
            const Fixed x = eb[e];
            if (x < 0) continue;
            bound_[g_.tail(e)] += x;
            bound_[g_.head(e)] += x;
        }
        const Fixed one = between_.one();
        for (int v = 0; v < n; ++v) {
            bound_[v] = (bound_[v] - 2 * (between_.reach(v) - 1) * one) / 2;
            bound_[v] += slack(bound_[v]) + between_.reach(v);  // roundings may not prune
        }
    }

    LiveGraph& g_;
    Between& between_;
    Interrupt& interrupt_;
    std::vector<Fixed> bound_, value_;
    std::vector<Item> queue_;
    std::vector<int> batch_;
    std::vector<std::vector<Fixed>> labels_;
    std::vector<char> side_;
    SplitWork work_;
};

// `until`: stop as soon as there are so many components (0: go on to the last edge).
// `progress` is kept up to date for whoever is told.
template <class Between>
Outcome divide(LiveGraph& g, Between& between, bool splits, int until, const double* weight,
               Progress& progress, Interrupt& interrupt) {
    Outcome out;
    out.roots = g.components();
    Splitter<Between> splitter(g, between, interrupt);
    std::vector<int> moved;
    while (g.edges_left() > 0 && (until <= 0 || g.components() < until)) {
        progress.done = progress.total - g.edges_left();
        progress.components = g.components();
        interrupt.spend(64 + 4 * (g.live().size() + g.size()));
        const int e = pick_edge(g, between.edges(), weight);
        const Fixed eb = between.edges()[e];
        Fixed score = 0;
        const int v = splits ? splitter.pick(eb, moved, score) : -1;
        const double unit = 2.0 * static_cast<double>(between.one());
        int a, b;
        if (v >= 0) {
            a = v;
            b = between.split(v, moved);
            out.steps.push_back({1, a, b, static_cast<double>(score) / unit});
        } else {
            a = g.tail(e);
            b = g.head(e);
            between.remove(e);
            const double w = weight ? weight[e] : 1.0;
            out.steps.push_back({0, a, b, static_cast<double>(eb) / unit / w});
        }
        const int parent = g.component(a);
        const int child = g.part(a, b);
        if (child >= 0)
            out.divisions.push_back({static_cast<int>(out.steps.size()), parent, child});
    }
    out.origin = g.origin();
    out.component = g.component_of();
    return out;
}

}  // namespace sumscope::community

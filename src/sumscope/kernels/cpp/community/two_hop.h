// Betweenness over shortest paths of length <= 2, in closed form.
//
// With c(x, y) = number of common neighbours: a pair not adjacent gives 1/c to both edges of each
// of its c paths, and the pair betweenness of u and w around any vertex between them is 1/c(u, w).
// A change alters c for a few pairs only, and only their paths are visited. No distances and no
// path counts are kept: memory is linear, but for bit rows and counts on small dense graphs.
#pragma once

#include <cmath>
#include <vector>

#include "community/fixed.h"
#include "community/live_graph.h"
#include "community/update_bits.h"

namespace sumscope::community {

class TwoHopBetweenness {
  public:
    TwoHopBetweenness(LiveGraph& g, Interrupt& interrupt)
        : g_(g), interrupt_(interrupt), eb_(g.edge_slots(), 0) {
        rebuild();
    }

    const std::vector<Fixed>& edges() const { return eb_; }
    Fixed one() const { return Fixed{1} << bits_; }
    Fixed reach(int v) const { return reach_[v]; }
    bool dirty(int v) const { return dirty_[v] != 0; }
    void clean(int v) { dirty_[v] = 0; }
    std::size_t batch(std::size_t) const { return 1; }

    void remove(int e) {
        const int u = g_.tail(e), v = g_.head(e);
        apart(u, v);
        apart(v, u);
        g_.remove(e);
        if (grid_.used()) grid_.cut(u, v);
        int c = 0;
        common(u, v, [&](int, int, int) { ++c; });
        if (grid_.used()) note(u, v, c);
        if (c == 0) {
            --reach_[u];
            --reach_[v];
        }
        common(u, v, [&](int x, int first, int second) {
            eb_[first] += share_[c];
            eb_[second] += share_[c];
            dirty_[x] = 1;
        });
        dirty_[u] = dirty_[v] = 1;
        eb_[e] = -1;
    }

    int split(int v, const std::vector<int>& moved) {
        const int after = g_.size() + 1;
        if (fraction_bits(after) != bits_ || (grid_.used() && !grid_.room(after))) {
            const int copy = g_.split(v, moved);
            rebuild();
            return copy;
        }
        star(v, -1);
        mine_.assign(g_.size(), 0);
        for (int b : moved) mine_[b] = 1;
        for (const Arc& a : g_.arcs(v)) {
            if (mine_[a.to]) continue;
            interrupt_.spend((32 + grid_.words()) * moved.size());
            for (int b : moved)
                if (!joined(a.to, b)) less(a.to, b, v);
        }
        const int copy = g_.split(v, moved);
        reach_.push_back(0);
        dirty_.push_back(1);
        seen_.push_back(0);
        if (grid_.used()) grid_.split(g_, v, copy);
        star(v, +1);
        star(copy, +1);
        dirty_[v] = 1;
        return copy;
    }

    void pairs(const std::vector<int>& vs, std::vector<std::vector<Fixed>>& out) {
        out.resize(vs.size());
        for (std::size_t k = 0; k < vs.size(); ++k) {
            const auto& arcs = g_.arcs(vs[k]);
            const std::size_t d = arcs.size();
            out[k].assign(d * d, 0);
            if (grid_.used()) {
                const int words = grid_.words();
                const Word* const mine = grid_.row(vs[k]);
                place_.resize(g_.size());
                for (std::size_t i = 0; i < d; ++i) place_[arcs[i].to] = static_cast<int>(i);
                for (std::size_t i = 0; i < d; ++i) {
                    const int u = arcs[i].to;
                    const Word* const near = grid_.row(u);
                    interrupt_.spend(words + 4 * d);
                    for (int w = u >> 6; w < words; ++w) {
                        Word left = mine[w] & ~near[w];
                        if (w == u >> 6) left &= ~Word{0} << (u & 63) << 1;  // those after u
                        for (; left; left &= left - 1) {
                            const int x = 64 * w + lowest_bit(left);
                            const std::size_t j = place_[x];
                            out[k][i * d + j] = out[k][j * d + i] = share_[known(u)[x]];
                        }
                    }
                }
            } else {
                for (std::size_t i = 0; i < d; ++i)
                    for (std::size_t j = i + 1; j < d; ++j) {
                        interrupt_.spend(16);
                        if (joined(arcs[i].to, arcs[j].to)) continue;
                        const int c = count(arcs[i].to, arcs[j].to);
                        out[k][i * d + j] = out[k][j * d + i] = share_[c];
                    }
            }
        }
    }

  private:
    bool joined(int a, int b) const {
        return grid_.used() ? ((grid_.row(a)[b >> 6] >> (b & 63)) & 1) != 0 : g_.adjacent(a, b);
    }

    // f(x, edge to a, edge to b) for every common neighbour x, ascending.
    template <class F>
    void common(int a, int b, F f) const {
        if (grid_.used() && grid_.words() < g_.degree(a) + g_.degree(b)) {
            const Word *ra = grid_.row(a), *rb = grid_.row(b);
            const int *ea = grid_.edge_row(a), *eb = grid_.edge_row(b);
            for (int i = 0; i < grid_.words(); ++i)
                for (Word w = ra[i] & rb[i]; w; w &= w - 1) {
                    const int x = 64 * i + lowest_bit(w);
                    f(x, ea[x], eb[x]);
                }
            return;
        }
        merge(a, b, f);
    }

    template <class F>
    void merge(int a, int b, F f) const {
        const auto &p = g_.arcs(a), &q = g_.arcs(b);
        for (std::size_t i = 0, j = 0; i < p.size() && j < q.size();) {
            if (p[i].to < q[j].to) {
                ++i;
            } else if (p[i].to > q[j].to) {
                ++j;
            } else {
                f(p[i].to, p[i].edge, q[j].edge);
                ++i;
                ++j;
            }
        }
    }

    // Common neighbours of two vertices that are not adjacent, remembered beside bit rows.
    int count(int a, int b) const {
        if (grid_.used()) return known(a)[b];
        int c = 0;
        interrupt_.spend(g_.degree(a) + g_.degree(b));
        merge(a, b, [&](int, int, int) { ++c; });
        return c;
    }

    const std::uint16_t* known(int a) const {
        return counts_.data() + static_cast<std::size_t>(a) * 64 * grid_.words();
    }

    void note(int a, int b, int c) {
        const std::size_t width = static_cast<std::size_t>(64) * grid_.words();
        counts_[a * width + b] = counts_[b * width + a] = static_cast<std::uint16_t>(c);
    }

    // The pair a, b (not adjacent) is about to lose the path through v.
    void less(int a, int b, int v) {
        const int c = count(a, b);
        if (grid_.used()) note(a, b, c - 1);
        if (!grid_.used()) interrupt_.spend(16 + g_.degree(a) + g_.degree(b));
        const Fixed change = (c > 1 ? share_[c - 1] : 0) - share_[c];
        common(a, b, [&](int x, int first, int second) {
            const Fixed by = x == v ? -share_[c] : change;
            eb_[first] += by;
            eb_[second] += by;
            dirty_[x] = 1;
        });
        if (c == 1) {
            --reach_[a];
            --reach_[b];
        }
    }

    // u is about to lose its neighbour v.
    void apart(int u, int v) {
        interrupt_.spend(static_cast<std::size_t>(32 + grid_.words()) * g_.degree(v));
        for (const Arc& a : g_.arcs(v))
            if (a.to != u && !joined(u, a.to)) less(u, a.to, v);
    }

    // Add or take away all that pairs with v itself give, and v's place in others' reach.
    void star(int v, int sign) {
        near_.clear();
        for (const Arc& a : g_.arcs(v)) seen_[a.to] = -1;
        seen_[v] = -1;
        for (const Arc& a : g_.arcs(v))
            for (const Arc& b : g_.arcs(a.to)) {
                int& n = seen_[b.to];
                if (n < 0) continue;
                if (n++ == 0) near_.push_back(b.to);
            }
        for (const Arc& a : g_.arcs(v)) {
            dirty_[a.to] = 1;
            reach_[a.to] += sign;
            Fixed sum = 0;
            for (const Arc& b : g_.arcs(a.to)) {
                const int n = seen_[b.to];
                if (n < 0) continue;
                sum += share_[n];
                eb_[b.edge] += sign * share_[n];
            }
            eb_[a.edge] += sign * sum;
            interrupt_.spend(8 + 4 * g_.degree(a.to));
        }
        for (int t : near_) reach_[t] += sign;
        if (sign > 0 && grid_.used())
            for (int t : near_) note(v, t, seen_[t]);
        reach_[v] = 1 + g_.degree(v) + static_cast<Fixed>(near_.size());
        for (int t : near_) seen_[t] = 0;
        for (const Arc& a : g_.arcs(v)) seen_[a.to] = 0;
        seen_[v] = 0;
    }

    void rebuild() {
        const int n = g_.size();
        bits_ = fraction_bits(n);
        const double scale = std::ldexp(2.0, bits_);
        int widest = 0;
        for (int v = 0; v < n; ++v) widest = std::max(widest, g_.degree(v));
        share_.assign(widest + 1, 0);
        for (int c = 1; c <= widest; ++c) share_[c] = static_cast<Fixed>(scale / c + 0.5);
        grid_.clear();
        grid_.fill(g_, true);
        const std::size_t width = static_cast<std::size_t>(64) * grid_.words();
        std::vector<std::uint16_t>(width * width, 0).swap(counts_);
        reach_.assign(n, 0);
        dirty_.assign(n, 1);
        seen_.assign(n, 0);
        for (std::size_t e = 0; e < eb_.size(); ++e)
            eb_[e] = g_.alive(static_cast<int>(e)) ? 4 * one() : -1;
        // Each pair is met from both its ends: gather twice, then halve.
        std::vector<Fixed> reach(n);
        for (int v = 0; v < n; ++v) {
            star(v, +1);
            reach[v] = reach_[v];
        }
        reach_ = reach;
        for (Fixed& x : eb_)
            if (x >= 0) x /= 2;
    }

    LiveGraph& g_;
    Interrupt& interrupt_;
    std::vector<Fixed> eb_, share_, reach_;
    std::vector<char> dirty_, mine_;
    std::vector<int> seen_, near_, place_;
    BitGrid grid_;
    std::vector<std::uint16_t> counts_;
    int bits_ = 0;
};

}  // namespace sumscope::community

// Betweenness over shortest paths of any length, or of length <= horizon.
//
// For a source s: sigma(x) = number of shortest paths from s, and
// b(x) = 1/sigma(x) + sum of b over x's successors, so that the share of s's paths on an edge
// x -> y is sigma(x) b(y), and on the two edges u - v - w it is sigma(u) b(w).
// Sums run over neighbours in ascending order; each share is then rounded to fixed point.
//
// Up to `budget` bytes the numbers of every (source, vertex) are kept, and a change redoes only
// the vertices whose numbers it alters (update_*.h). Beyond it nothing is kept (memory linear in
// the graph) and the sources that a change can reach are redone whole. Same values either way.
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include "community/fixed.h"
#include "community/live_graph.h"
#include "community/update_bits.h"
#include "community/update_lists.h"

namespace sumscope::community {

class PathBetweenness {
  public:
    PathBetweenness(LiveGraph& g, int horizon, bool splits, std::size_t budget,
                    Interrupt& interrupt)
        : g_(g),
          horizon_(horizon > 0 ? horizon : far / 2),
          splits_(splits),
          budget_(budget),
          interrupt_(interrupt),
          eb_(g.edge_slots(), 0) {
        rebuild();
    }

    const std::vector<Fixed>& edges() const { return eb_; }
    Fixed one() const { return Fixed{1} << bits_; }
    Fixed reach(int v) const { return reach_[v]; }
    bool dirty(int v) const { return dirty_[v] != 0; }
    void clean(int v) { dirty_[v] = 0; }

    void remove(int e) {
        const int u = g_.tail(e), w = g_.head(e);
        std::vector<int> sources;
        std::vector<int> far_u, far_w;
        if (!kept_) {
            distances(u, far_u);
            distances(w, far_w);
        }
        const int* du = kept_ ? rows_[u].dist.data() : far_u.data();
        const int* dw = kept_ ? rows_[w].dist.data() : far_w.data();
        for (int s : g_.members(g_.component(u)))
            if (du[s] != dw[s] && du[s] != far && dw[s] != far) sources.push_back(s);
        if (!kept_)
            for (int s : sources) whole(s, -1);
        g_.remove(e);
        if (bits_used()) grid_.cut(u, w);
        for (int s : sources) {
            if (!kept_) {
                whole(s, +1);
                continue;
            }
            Row& r = rows_[s];
            const bool forth = r.dist[u] < r.dist[w];
            const int hit[1] = {forth ? w : u};
            settle(s, r, hit, 1, forth ? u : w);
        }
        if (splits_ && bits_used()) bitwise_.mark(grid_, dirty_);
        eb_[e] = -1;
    }

    int split(int v, const std::vector<int>& moved) {
        const int after = g_.size() + 1;
        if (fraction_bits(after) != bits_ || (kept_ && bytes(after) > budget_) ||
            (bits_used() && !grid_.room(after))) {
            // More room is needed in front of the point or in the tables.
            const int copy = g_.split(v, moved);
            rebuild();
            return copy;
        }
        std::vector<int> sources, from_v;
        if (!kept_) distances(v, from_v);
        const int* dv = kept_ ? rows_[v].dist.data() : from_v.data();
        for (int s : g_.members(g_.component(v)))
            if (dv[s] != far && (s != v || !kept_)) sources.push_back(s);
        if (kept_)
            spread(rows_[v], -1);
        else
            for (int s : sources) whole(s, -1);
        const int copy = g_.split(v, moved);
        grow();
        dirty_[v] = 1;
        if (!kept_) {
            sources.push_back(copy);
            for (int s : sources) whole(s, +1);
            return copy;
        }
        if (bits_used()) grid_.split(g_, v, copy);
        for (int s = 0; s < copy; ++s) {
            rows_[s].dist.push_back(far);
            rows_[s].sigma.push_back(0);
            rows_[s].b.push_back(0);
        }
        const int hit[2] = {v, copy};
        for (int s : sources) {
            Row& r = rows_[s];
            r.dist[copy] = r.dist[v];  // its edges were v's until now
            r.sigma[copy] = r.sigma[v];
            r.b[copy] = r.b[v];
            if (!r.level.empty()) grid_.set(r.level, r.dist[v], copy);
            ++reach_[s];
            settle(s, r, hit, 2, -1);
        }
        if (bits_used()) bitwise_.mark(grid_, dirty_);
        rows_.emplace_back();
        for (int s : hit) {
            compute(s, rows_[s]);
            spread(rows_[s], +1);
        }
        return copy;
    }

    // Twice the pair betweenness of the neighbours of each of `vs`, as d x d matrices.
    void pairs(const std::vector<int>& vs, std::vector<std::vector<Fixed>>& out) {
        out.resize(vs.size());
        std::vector<int> comps;
        for (std::size_t i = 0; i < vs.size(); ++i) {
            out[i].assign(static_cast<std::size_t>(g_.degree(vs[i])) * g_.degree(vs[i]), 0);
            comps.push_back(g_.component(vs[i]));
        }
        std::sort(comps.begin(), comps.end());
        comps.erase(std::unique(comps.begin(), comps.end()), comps.end());
        if (bits_used()) {  // one vertex at a time then: see batch
            place_.resize(g_.size());
            const auto& arcs = g_.arcs(vs[0]);
            for (std::size_t i = 0; i < arcs.size(); ++i) place_[arcs[i].to] = static_cast<int>(i);
        }
        for (int c : comps)
            for (int s : g_.members(c)) {
                if (!kept_) compute(s, scratch_);
                const Row& r = kept_ ? rows_[s] : scratch_;
                for (std::size_t i = 0; i < vs.size(); ++i)
                    if (g_.component(vs[i]) == c) pairs_of(vs[i], r, out[i]);
            }
        for (std::size_t i = 0; i < vs.size(); ++i) {
            const std::size_t d = g_.degree(vs[i]);
            for (std::size_t a = 0; a < d; ++a) {
                for (std::size_t b = a + 1; b < d; ++b)
                    out[i][a * d + b] = out[i][b * d + a] = out[i][a * d + b] + out[i][b * d + a];
                interrupt_.spend(4 * d);
            }
        }
    }

    // How many vertices to hand to `pairs` at once.
    std::size_t batch(std::size_t wanted) const { return kept_ ? 1 : wanted; }

  private:
    bool bits_used() const { return kept_ && grid_.used(); }

    // dist, sigma and b, and with bit rows room for some eight levels.
    std::size_t bytes(std::size_t n) const { return n * n * 25; }

    Fixed share(double sigma, double b) const {
        return static_cast<Fixed>(sigma * b * scale_ + 0.5);
    }

    void grow() {
        const std::size_t n = g_.size();
        reach_.resize(n, 0);
        dirty_.resize(n, 1);
        lists_.grow(n);
    }

    void rebuild() {
        const int n = g_.size();
        bits_ = fraction_bits(n);
        scale_ = std::ldexp(1.0, bits_);
        kept_ = bytes(n) <= budget_;
        std::vector<Row>().swap(rows_);
        grid_.clear();
        if (kept_) {
            rows_.resize(n);
            grid_.fill(g_, splits_);
        }
        grow();
        for (std::size_t e = 0; e < eb_.size(); ++e)
            eb_[e] = g_.alive(static_cast<int>(e)) ? 0 : -1;
        std::fill(dirty_.begin(), dirty_.end(), 1);
        for (int s = 0; s < n; ++s) {
            if (kept_) {
                compute(s, rows_[s]);
                spread(rows_[s], +1);
            } else {
                whole(s, +1);
            }
        }
    }

    void settle(int s, Row& r, const int* hit, int hits, int above) {
        if (!r.level.empty() &&
            bitwise_.settle(grid_, r, horizon_, scale_, hit, hits, above, eb_, reach_[s])) {
            interrupt_.spend(r.dist.size() + r.level.size() + bitwise_.work());
            if (splits_) bitwise_.remember();
        } else {
            r.level.clear();  // too deep for bit rows: lists from now on
            lists_.settle(g_, r, horizon_, scale_, hit, hits, above, eb_, reach_[s], dirty_);
            interrupt_.spend(64 + lists_.work());
        }
    }

    void distances(int s, std::vector<int>& dist) {
        dist.assign(g_.size(), far);
        dist[s] = 0;
        order_.assign(1, s);
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const int x = order_[i];
            if (dist[x] == horizon_) break;
            interrupt_.spend(4 * (1 + g_.degree(x)));
            for (const Arc& a : g_.arcs(x))
                if (dist[a.to] == far) {
                    dist[a.to] = dist[x] + 1;
                    order_.push_back(a.to);
                }
        }
    }

    // Everything about one source, from nothing. order_ keeps who was reached.
    void compute(int s, Row& r) {
        distances(s, r.dist);
        interrupt_.spend(3 * r.dist.size());
        r.sigma.assign(g_.size(), 0);
        r.b.assign(g_.size(), 0);
        r.sigma[s] = 1;
        for (std::size_t i = 1; i < order_.size(); ++i) {
            const int x = order_[i];
            r.sigma[x] = counted(pull_sigma(g_, r, x));
        }
        for (std::size_t i = order_.size(); i-- > 1;) r.b[order_[i]] = pull_b(g_, r, order_[i]);
        reach_[s] = static_cast<Fixed>(order_.size());
        if (bits_used()) grid_.levels(r, order_);
    }

    // Add (or take away) all of a source's shares.
    void spread(const Row& r, int sign) {
        const int n = static_cast<int>(r.dist.size());
        for (int x = 0; x < n; ++x)
            if (r.dist[x] != far) spread_at(r, x, sign);
    }

    void spread_at(const Row& r, int x, int sign) {
        dirty_[x] = 1;
        for (const Arc& a : g_.arcs(x))
            if (r.dist[a.to] == r.dist[x] + 1) eb_[a.edge] += sign * share(r.sigma[x], r.b[a.to]);
    }

    void whole(int s, int sign) {
        compute(s, scratch_);
        for (int x : order_) spread_at(scratch_, x, sign);
    }

    void pairs_of(int v, const Row& r, std::vector<Fixed>& out) {
        const int at = r.dist[v];
        if (at == far || at == 0) return;
        const auto& arcs = g_.arcs(v);
        const int d = static_cast<int>(arcs.size());
        ins_.clear();
        outs_.clear();
        if (!r.level.empty()) {
            const int w = grid_.words();
            const std::size_t below = static_cast<std::size_t>(at + 1) * w;
            if (below + w > r.level.size()) return;
            grid_.each(grid_.row(v), r.level.data() + below,
                       [&](int x) { outs_.push_back(place_[x]); });
            if (outs_.empty()) return;
            grid_.each(grid_.row(v), r.level.data() + below - 2 * w,
                       [&](int x) { ins_.push_back(place_[x]); });
        } else {
            for (int i = 0; i < d; ++i)
                if (r.dist[arcs[i].to] == at + 1) outs_.push_back(i);
            if (outs_.empty()) return;
            for (int i = 0; i < d; ++i)
                if (r.dist[arcs[i].to] == at - 1) ins_.push_back(i);
        }
        interrupt_.spend(d + ins_.size() * outs_.size());
        for (int i : ins_) {
            const double sigma = r.sigma[arcs[i].to];
            Fixed* const row = out.data() + static_cast<std::size_t>(i) * d;
            for (int j : outs_) row[j] += share(sigma, r.b[arcs[j].to]);
        }
    }

    LiveGraph& g_;
    int horizon_;
    bool splits_;
    std::size_t budget_;
    Interrupt& interrupt_;
    std::vector<Fixed> eb_;
    int bits_ = 0;
    double scale_ = 1;
    bool kept_ = false;
    std::vector<Row> rows_;
    Row scratch_;
    BitGrid grid_;
    BitUpdate bitwise_;
    ListUpdate lists_;
    std::vector<Fixed> reach_;
    std::vector<char> dirty_;
    std::vector<int> order_, ins_, outs_, place_;
};

}  // namespace sumscope::community

// Redo one source by walking adjacency lists: for sparse or deep graphs.
#pragma once

#include <algorithm>
#include <vector>

#include "community/fixed.h"
#include "community/row.h"

namespace sumscope::community {

class ListUpdate {
  public:
    void grow(std::size_t n) {
        state_.resize(n, 0);
        was_dist_.resize(n);
        was_sigma_.resize(n);
        was_b_.resize(n);
    }

    // `hit`: vertices of one level that may have lost predecessors (and, after a split, are to be
    // redone in any case); `above`: one that lost a successor, or -1.
    void settle(const LiveGraph& g, Row& r, int horizon, double scale, const int* hit, int hits,
                int above, std::vector<Fixed>& eb, Fixed& reach, std::vector<char>& dirty) {
        first_ = far;
        last_ = -1;
        work_ = 0;
        for (int i = 0; i < hits; ++i) {
            if (hits > 1) touch(r, hit[i]);
            ask(hit[i]);
            late_.push_back(hit[i]);
        }
        if (above >= 0) late_.push_back(above);
        find_lost(g, r);
        if (!lost_.empty()) relocate(g, r, horizon, reach);
        for (int x : asked_) sigma_todo(r, x);
        for (int x : late_) b_todo(r, x);
        forward(g, r);
        backward(g, r);
        for (int x : touched_) correct(g, r, x, scale, eb, dirty);
        for (const auto* list : {&touched_, &marked_, &asked_})
            for (int x : *list) state_[x] = 0;
        touched_.clear();
        marked_.clear();
        asked_.clear();
        lost_.clear();
        late_.clear();
    }

    // Arcs that the last call looked at.
    std::size_t work() const { return work_; }

  private:
    enum : unsigned char { TOUCHED = 1, ASKED = 2, LOST = 4, IN_SIGMA = 8, IN_B = 16 };
    using Buckets = std::vector<std::vector<int>>;

    void touch(const Row& r, int x) {
        if (state_[x] & TOUCHED) return;
        state_[x] |= TOUCHED;
        touched_.push_back(x);
        was_dist_[x] = r.dist[x];
        was_sigma_[x] = r.sigma[x];
        was_b_[x] = r.b[x];
    }

    void ask(int x) {
        if (state_[x] & ASKED) return;
        state_[x] |= ASKED;
        asked_.push_back(x);
    }

    static void put(Buckets& buckets, int level, int x) {
        if (static_cast<int>(buckets.size()) <= level) buckets.resize(level + 1);
        buckets[level].push_back(x);
    }

    void sigma_todo(const Row& r, int x) {
        if (r.dist[x] == far || (state_[x] & IN_SIGMA)) return;
        state_[x] |= IN_SIGMA;
        put(forward_, r.dist[x], x);
        marked_.push_back(x);
        first_ = std::min(first_, r.dist[x]);
        last_ = std::max(last_, r.dist[x]);
    }

    void b_todo(const Row& r, int x) {
        if (r.dist[x] == far || (state_[x] & IN_B)) return;
        state_[x] |= IN_B;
        put(backward_, r.dist[x], x);
        marked_.push_back(x);
        last_ = std::max(last_, r.dist[x]);
    }

    // Vertices left without any predecessor, level by level.
    void find_lost(const LiveGraph& g, const Row& r) {
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            const int x = asked_[i];
            const int at = r.dist[x];
            work_ += 2 * g.degree(x);
            bool held = false;
            for (const Arc& a : g.arcs(x))
                if (r.dist[a.to] == at - 1 && !(state_[a.to] & LOST)) {
                    held = true;
                    break;
                }
            if (held) continue;
            state_[x] |= LOST;
            lost_.push_back(x);
            for (const Arc& a : g.arcs(x))
                if (r.dist[a.to] == at + 1) ask(a.to);
        }
    }

    // New distances of the lost vertices, from their neighbours that kept theirs.
    void relocate(const LiveGraph& g, Row& r, int horizon, Fixed& reach) {
        int top = -1;
        for (int x : lost_) {
            touch(r, x);
            work_ += 4 * g.degree(x);
            for (const Arc& a : g.arcs(x))
                if (r.dist[a.to] != far && !(state_[a.to] & LOST)) late_.push_back(a.to);
        }
        for (int x : lost_) r.dist[x] = far;
        for (int x : lost_) {
            int best = far;
            for (const Arc& a : g.arcs(x)) best = std::min(best, r.dist[a.to]);
            if (best == far || best + 1 > horizon) continue;
            put(wave_, best + 1, x);
            top = std::max(top, best + 1);
        }
        for (int level = 1; level <= top; ++level) {
            for (std::size_t i = 0; i < wave_[level].size(); ++i) {
                const int x = wave_[level][i];
                if (r.dist[x] != far) continue;
                r.dist[x] = level;
                if (level == horizon) continue;
                for (const Arc& a : g.arcs(x))
                    if ((state_[a.to] & LOST) && r.dist[a.to] == far) {
                        put(wave_, level + 1, a.to);
                        top = std::max(top, level + 1);
                    }
            }
            wave_[level].clear();
        }
        for (int x : lost_) {
            if (r.dist[x] == far) {
                r.sigma[x] = 0;
                r.b[x] = 0;
                --reach;
                continue;
            }
            sigma_todo(r, x);
            late_.push_back(x);
            for (const Arc& a : g.arcs(x)) {
                if (r.dist[a.to] == far) continue;
                if (r.dist[a.to] == r.dist[x] + 1) sigma_todo(r, a.to);
                late_.push_back(a.to);
            }
        }
    }

    void forward(const LiveGraph& g, Row& r) {
        for (int level = first_; level <= last_; ++level) {
            if (level >= static_cast<int>(forward_.size())) break;
            for (std::size_t i = 0; i < forward_[level].size(); ++i) {
                const int x = forward_[level][i];
                const double now = counted(pull_sigma(g, r, x));
                work_ += 2 * g.degree(x);
                if (now == r.sigma[x] && !(state_[x] & TOUCHED)) continue;
                touch(r, x);
                r.sigma[x] = now;
                b_todo(r, x);
                for (const Arc& a : g.arcs(x))
                    if (r.dist[a.to] == level + 1) sigma_todo(r, a.to);
            }
            forward_[level].clear();
        }
    }

    void backward(const LiveGraph& g, Row& r) {
        int level = std::min(last_, static_cast<int>(backward_.size()) - 1);
        for (; level > 0; --level) {
            for (std::size_t i = 0; i < backward_[level].size(); ++i) {
                const int x = backward_[level][i];
                const double now = pull_b(g, r, x);
                work_ += 2 * g.degree(x);
                if (now == r.b[x] && !(state_[x] & TOUCHED)) continue;
                touch(r, x);
                r.b[x] = now;
                for (const Arc& a : g.arcs(x))
                    if (r.dist[a.to] == level - 1) b_todo(r, a.to);
            }
            backward_[level].clear();
        }
        if (!backward_.empty()) backward_[0].clear();
    }

    // Replace the shares on all edges at a vertex whose numbers changed.
    void correct(const LiveGraph& g, const Row& r, int x, double scale, std::vector<Fixed>& eb,
                 std::vector<char>& dirty) {
        const auto share = [scale](double sigma, double b) {
            return static_cast<Fixed>(sigma * b * scale + 0.5);
        };
        dirty[x] = 1;
        work_ += 4 * g.degree(x);
        for (const Arc& a : g.arcs(x)) {
            const int y = a.to;
            dirty[y] = 1;
            const bool both = (state_[y] & TOUCHED) != 0;
            if (both && y < x) continue;
            const int wx = was_dist_[x], wy = both ? was_dist_[y] : r.dist[y];
            Fixed change = 0;
            if (wx != far && wy != far) {
                if (wy == wx + 1)
                    change -= share(was_sigma_[x], both ? was_b_[y] : r.b[y]);
                else if (wx == wy + 1)
                    change -= share(both ? was_sigma_[y] : r.sigma[y], was_b_[x]);
            }
            if (r.dist[x] != far && r.dist[y] != far) {
                if (r.dist[y] == r.dist[x] + 1)
                    change += share(r.sigma[x], r.b[y]);
                else if (r.dist[x] == r.dist[y] + 1)
                    change += share(r.sigma[y], r.b[x]);
            }
            eb[a.edge] += change;
        }
    }

    std::vector<unsigned char> state_;
    std::vector<int> touched_, asked_, lost_, late_, marked_, was_dist_;
    std::vector<double> was_sigma_, was_b_;
    Buckets forward_, backward_, wave_;
    int first_ = far, last_ = -1;
    std::size_t work_ = 0;
};

}  // namespace sumscope::community

// Redo one source with rows of bits: neighbours at a given distance are one AND away, so edges
// inside a level, which are most of a dense graph, cost nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "community/fixed.h"
#include "community/row.h"

namespace sumscope::community {

using Word = std::uint64_t;

inline int lowest_bit(Word w) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(w);
#else
    int i = 0;
    for (; !(w & 1); w >>= 1) ++i;
    return i;
#endif
}

// Adjacency as bits, and the edge between two vertices.
class BitGrid {
  public:
    bool used() const { return words_ > 0; }
    int words() const { return words_; }
    bool room(int n) const { return n <= 64 * words_; }
    const Word* row(int x) const { return bits_.data() + static_cast<std::size_t>(x) * words_; }
    const int* edge_row(int x) const { return edge_.data() + static_cast<std::size_t>(x) * cap(); }

    void clear() {
        words_ = 0;
        std::vector<Word>().swap(bits_);
        std::vector<int>().swap(edge_);
    }

    // Bits pay where neighbours are at least half as many as words in a row.
    void fill(const LiveGraph& g, bool splits) {
        const long n = g.size();
        const long want = splits ? n + n / 4 + 64 : n;
        const long words = (want + 63) / 64;
        if (n == 0 || n > 4096 || 4L * g.edges_left() < words * n) return;
        words_ = static_cast<int>(words);
        bits_.assign(static_cast<std::size_t>(cap()) * words_, 0);
        edge_.assign(static_cast<std::size_t>(cap()) * cap(), 0);
        for (int x = 0; x < n; ++x)
            for (const Arc& a : g.arcs(x)) link(x, a.to, a.edge);
    }

    void cut(int u, int w) {
        flip(u, w);
        flip(w, u);
    }

    void split(const LiveGraph& g, int v, int copy) {
        for (const Arc& a : g.arcs(copy)) {
            cut(v, a.to);
            link(copy, a.to, a.edge);
            link(a.to, copy, a.edge);
        }
    }

    void levels(Row& r, const std::vector<int>& order) const {
        const int deep = r.dist[order.back()];
        r.level.clear();
        if (deep >= too_deep) return;
        r.level.assign(static_cast<std::size_t>(deep + 2) * words_, 0);
        for (int x : order) set(r.level, r.dist[x], x);
    }

    void set(std::vector<Word>& level, int at, int x) const {
        const std::size_t need = static_cast<std::size_t>(at + 2) * words_;
        if (level.size() < need) level.resize(need, 0);
        level[static_cast<std::size_t>(at) * words_ + (x >> 6)] |= Word{1} << (x & 63);
    }

    // f(x) for every vertex in both rows, ascending.
    template <class F>
    void each(const Word* a, const Word* b, F f) const {
        for (int i = 0; i < words_; ++i)
            for (Word w = a[i] & b[i]; w; w &= w - 1) f(64 * i + lowest_bit(w));
    }

    static constexpr int too_deep = 48;

  private:
    int cap() const { return 64 * words_; }
    void link(int x, int y, int e) {
        bits_[static_cast<std::size_t>(x) * words_ + (y >> 6)] |= Word{1} << (y & 63);
        edge_[static_cast<std::size_t>(x) * cap() + y] = e;
    }
    void flip(int x, int y) {
        bits_[static_cast<std::size_t>(x) * words_ + (y >> 6)] &= ~(Word{1} << (y & 63));
    }

    int words_ = 0;
    std::vector<Word> bits_;
    std::vector<int> edge_;
};

class BitUpdate {
  public:
    // As ListUpdate::settle. False, and nothing done, where the source is too deep for bits.
    bool settle(const BitGrid& grid, Row& r, int horizon, double scale, const int* hit, int hits,
                int above, std::vector<Fixed>& eb, Fixed& reach) {
        W_ = grid.words();
        if (levels(r) > BitGrid::too_deep) return false;
        grid_ = &grid;
        was_dist_.assign(r.dist.begin(), r.dist.end());
        was_sigma_.assign(r.sigma.begin(), r.sigma.end());
        was_b_.assign(r.b.begin(), r.b.end());
        touched_.assign(W_, 0);
        grown_.assign(W_, 0);
        lost_.assign(W_, 0);
        down_.assign(r.level.size() + W_, 0);
        up_.assign(r.level.size() + W_, 0);
        bool moved = find_lost(r, hit, hits);
        if (moved) relocate(r, horizon, reach);
        if (above >= 0) add(up_, r.dist[above], above);
        for (int i = 0; i < hits; ++i) {
            if (hits > 1) put(touched_.data(), hit[i]);
            if (r.dist[hit[i]] != far) add(up_, r.dist[hit[i]], hit[i]);
        }
        forward(r);
        backward(r);
        if (moved)
            correct_moved(r, scale, eb);
        else
            correct(r, scale, eb);
        return true;
    }

    // Words and vertices that the last call looked at, roughly.
    std::size_t work() const {
        std::size_t touched = 0;
        for (Word w : touched_)
            for (; w; w &= w - 1) ++touched;
        return 8 * (touched + 1) * W_;
    }

    // Remember whose numbers the last call changed.
    void remember() {
        changed_.resize(W_, 0);
        for (int i = 0; i < W_; ++i) changed_[i] |= touched_[i];
    }

    // Mark the vertices whose pair betweenness may have changed: those remembered, and all
    // their neighbours. Forgets them.
    void mark(const BitGrid& grid, std::vector<char>& dirty) {
        W_ = grid.words();
        changed_.resize(W_, 0);
        cur_ = changed_;
        each(changed_.data(), [&](int x) {
            const Word* a = grid.row(x);
            for (int i = 0; i < W_; ++i) cur_[i] |= a[i];
        });
        each(cur_.data(), [&](int x) { dirty[x] = 1; });
        changed_.assign(W_, 0);
    }

  private:
    int levels(const Row& r) const { return static_cast<int>(r.level.size() / W_); }
    static void put(Word* set, int x) { set[x >> 6] |= Word{1} << (x & 63); }
    static bool has(const Word* set, int x) { return (set[x >> 6] >> (x & 63)) & 1; }
    void add(std::vector<Word>& rows, int level, int x) {
        fit(rows, level);
        put(rows.data() + static_cast<std::size_t>(level) * W_, x);
    }
    void fit(std::vector<Word>& rows, int level) {
        const std::size_t need = static_cast<std::size_t>(level + 2) * W_;
        if (rows.size() < need) rows.resize(need, 0);
    }
    static const Word* at(const std::vector<Word>& rows, int level, int W) {
        return rows.data() + static_cast<std::size_t>(level) * W;
    }

    template <class F>
    void each(const Word* set, F f) const {
        for (int i = 0; i < W_; ++i)
            for (Word w = set[i]; w; w &= w - 1) f(64 * i + lowest_bit(w));
    }
    template <class F>
    void each(const Word* a, const Word* b, F f) const {
        for (int i = 0; i < W_; ++i)
            for (Word w = a[i] & b[i]; w; w &= w - 1) f(64 * i + lowest_bit(w));
    }

    bool find_lost(const Row& r, const int* hit, int hits) {
        bool any = false;
        cur_.assign(W_, 0);
        for (int i = 0; i < hits; ++i) put(cur_.data(), hit[i]);
        bool more = true;
        for (int level = r.dist[hit[0]]; more && level < levels(r); ++level) {
            more = false;
            next_.assign(W_, 0);
            const Word* above = at(r.level, level - 1, W_);
            const Word* below = level + 1 < levels(r) ? at(r.level, level + 1, W_) : nullptr;
            each(cur_.data(), [&](int x) {
                const Word* a = grid_->row(x);
                Word held = 0;
                for (int i = 0; i < W_; ++i) held |= a[i] & above[i] & ~lost_[i];
                if (held) {
                    add(down_, level, x);
                    return;
                }
                put(lost_.data(), x);
                any = true;
                if (below)
                    for (int i = 0; i < W_; ++i) {
                        next_[i] |= a[i] & below[i];
                        more = more || next_[i];
                    }
            });
            cur_.swap(next_);
        }
        return any;
    }

    void relocate(Row& r, int horizon, Fixed& reach) {
        was_level_ = r.level;
        moved_ = lost_;
        for (int l = 0; l < levels(r); ++l)
            for (int i = 0; i < W_; ++i) r.level[static_cast<std::size_t>(l) * W_ + i] &= ~lost_[i];
        each(lost_.data(), [&](int x) {
            put(touched_.data(), x);
            const int l = r.dist[x] - 1;
            r.dist[x] = far;
            const Word* a = grid_->row(x);
            for (int i = 0; i < W_; ++i)
                up_[static_cast<std::size_t>(l) * W_ + i] |=
                    a[i] & r.level[static_cast<std::size_t>(l) * W_ + i];
        });
        for (int level = 1; level <= horizon && level - 1 < levels(r); ++level) {
            cur_.assign(W_, 0);
            const Word* above = at(r.level, level - 1, W_);
            Word some = 0, source = 0;
            for (int i = 0; i < W_; ++i) source |= above[i];
            if (!source) break;
            each(lost_.data(), [&](int x) {
                const Word* a = grid_->row(x);
                Word held = 0;
                for (int i = 0; i < W_; ++i) held |= a[i] & above[i];
                if (!held) return;
                put(cur_.data(), x);
                r.dist[x] = level;
                some = 1;
            });
            if (!some) continue;
            fit(r.level, level);
            fit(down_, level);
            fit(up_, level);
            for (int i = 0; i < W_; ++i) {
                r.level[static_cast<std::size_t>(level) * W_ + i] |= cur_[i];
                down_[static_cast<std::size_t>(level) * W_ + i] |= cur_[i];
                lost_[i] &= ~cur_[i];
            }
        }
        each(lost_.data(), [&](int x) {
            r.sigma[x] = 0;
            r.b[x] = 0;
            --reach;
        });
    }

    void forward(Row& r) {
        for (int level = 1; level < levels(r); ++level) {
            const Word* above = at(r.level, level - 1, W_);
            for (int i = 0; i < W_; ++i)
                for (Word w = down_[static_cast<std::size_t>(level) * W_ + i]; w; w &= w - 1) {
                    const int x = 64 * i + lowest_bit(w);
                    const Word* a = grid_->row(x);
                    double now = 0;
                    each(a, above, [&](int p) { now += r.sigma[p]; });
                    if (now == r.sigma[x] && !has(touched_.data(), x)) continue;
                    r.sigma[x] = counted(now);
                    put(touched_.data(), x);
                    put(grown_.data(), x);
                    fit(down_, level + 1);
                    add(up_, level, x);
                    if (level + 1 < levels(r)) {
                        const Word* below = at(r.level, level + 1, W_);
                        Word* todo = down_.data() + static_cast<std::size_t>(level + 1) * W_;
                        for (int k = 0; k < W_; ++k) todo[k] |= a[k] & below[k];
                    }
                }
        }
    }

    void backward(Row& r) {
        for (int level = levels(r) - 1; level > 0; --level) {
            if (static_cast<std::size_t>(level + 1) * W_ > up_.size()) continue;
            const Word* above = at(r.level, level - 1, W_);
            const Word* below = level + 1 < levels(r) ? at(r.level, level + 1, W_) : nullptr;
            Word* todo = up_.data() + static_cast<std::size_t>(level - 1) * W_;
            each(up_.data() + static_cast<std::size_t>(level) * W_, [&](int x) {
                const Word* a = grid_->row(x);
                double sum = 0;
                if (below) each(a, below, [&](int y) { sum += r.b[y]; });
                const double now = 1.0 / r.sigma[x] + sum;
                if (now == r.b[x] && !has(touched_.data(), x)) return;
                r.b[x] = now;
                put(touched_.data(), x);
                for (int k = 0; k < W_; ++k) todo[k] |= a[k] & above[k];
            });
        }
    }

    // Distances kept: each edge is put right by its farther end if that changed, else by its
    // nearer end if the number of paths to it changed.
    void correct(const Row& r, double scale, std::vector<Fixed>& eb) {
        each(touched_.data(), [&](int x) { correct_at(x, r, scale, eb); });
    }

    void correct_at(int x, const Row& r, double scale, std::vector<Fixed>& eb) {
        const int l = r.dist[x];
        const Word* a = grid_->row(x);
        const int* edge = grid_->edge_row(x);
        const double now = r.b[x], was = was_b_[x];
        if (l > 0)
            each(a, at(r.level, l - 1, W_), [&](int p) {
                eb[edge[p]] += static_cast<Fixed>(r.sigma[p] * now * scale + 0.5) -
                               static_cast<Fixed>(was_sigma_[p] * was * scale + 0.5);
            });
        if (!has(grown_.data(), x) || l + 1 >= levels(r)) return;
        const Word* below = at(r.level, l + 1, W_);
        const double more = r.sigma[x], less = was_sigma_[x];
        for (int i = 0; i < W_; ++i)
            for (Word w = a[i] & below[i] & ~touched_[i]; w; w &= w - 1) {
                const int y = 64 * i + lowest_bit(w);
                eb[edge[y]] += static_cast<Fixed>(more * r.b[y] * scale + 0.5) -
                               static_cast<Fixed>(less * r.b[y] * scale + 0.5);
            }
    }

    // Some distances changed: beside the vertices that moved, what was goes and what is comes.
    void correct_moved(const Row& r, double scale, std::vector<Fixed>& eb) {
        each(touched_.data(), [&](int x) {
            const bool moved = has(moved_.data(), x);
            const Word* a = grid_->row(x);
            Word near = 0;
            for (int i = 0; i < W_; ++i) near |= a[i] & moved_[i];
            if (!moved && !near) {
                correct_at(x, r, scale, eb);
                return;
            }
            const bool below = moved || has(grown_.data(), x);
            shares(x, was_dist_[x], was_level_, was_sigma_, was_b_, below, scale, -1, eb);
            shares(x, r.dist[x], r.level, r.sigma, r.b, below, scale, +1, eb);
        });
    }

    void shares(int x, int l, const std::vector<Word>& level, const std::vector<double>& sigma,
                const std::vector<double>& b, bool down, double scale, int sign,
                std::vector<Fixed>& eb) {
        if (l == far) return;
        const Word* a = grid_->row(x);
        const int* edge = grid_->edge_row(x);
        if (l > 0)
            each(a, at(level, l - 1, W_), [&](int p) {
                eb[edge[p]] += sign * static_cast<Fixed>(sigma[p] * b[x] * scale + 0.5);
            });
        if (!down || static_cast<std::size_t>(l + 2) * W_ > level.size()) return;
        const Word* below = at(level, l + 1, W_);
        for (int i = 0; i < W_; ++i)
            for (Word w = a[i] & below[i] & ~touched_[i]; w; w &= w - 1) {
                const int y = 64 * i + lowest_bit(w);
                eb[edge[y]] += sign * static_cast<Fixed>(sigma[x] * b[y] * scale + 0.5);
            }
    }

    const BitGrid* grid_ = nullptr;
    int W_ = 0;
    std::vector<int> was_dist_;
    std::vector<double> was_sigma_, was_b_;
    std::vector<Word> was_level_, touched_, grown_, lost_, moved_, down_, up_, cur_, next_,
        changed_;
};

}  // namespace sumscope::community

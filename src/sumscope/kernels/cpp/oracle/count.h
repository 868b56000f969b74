// Exact numbers of oracles, by size and by sentence, from the DAG and without listing.
//
// Every number is a count of distinct feasible sets, so it is below the number of sets of at most
// `most` items; arithmetic modulo 2^(32 * limbs) with limbs chosen for that is exact.
#pragma once

#include <cmath>
#include <map>

#include "oracle/dag.h"
#include "oracle/numbers.h"
#include "oracle/problem.h"

namespace sumscope::oracle {

// Numbers of subsets by size and words, for one bag of lengths after another.
//
// With x for an item and y for a word, the table holds prod_i (1 + x y^l_i) / (1 - y): at (s, r)
// the number of subsets of s items with at most r words. Factors are multiplied in and divided out
// in place, so going from one leaf to the next costs only the items in which they differ. Limbs lie
// in planes, so that the inner loops run over words.
class LeafTable {
  public:
    LeafTable(Numbers& num, int most, int room)
        : num_(num), most_(most), width_(static_cast<std::size_t>(room) + 1), carry_(width_) {
        table_.assign(static_cast<std::size_t>(most + 1) * num.limbs * width_, 0);
        std::fill_n(plane(0, 0), width_, Limb(1));
    }

    // `lengths` sorted.
    void set(const std::vector<int>& lengths) {
        std::size_t a = 0, b = 0;
        out_.clear();
        in_.clear();
        while (a < held_.size() || b < lengths.size()) {
            if (b == lengths.size() || (a < held_.size() && held_[a] < lengths[b]))
                out_.push_back(held_[a++]);
            else if (a == held_.size() || lengths[b] < held_[a])
                in_.push_back(lengths[b++]);
            else
                ++a, ++b;
        }
        // Out of time, the table is left as it is: nobody reads it then.
        for (int l : out_)
            if (!num_.guard.spent()) divide(l);
        for (int l : in_)
            if (!num_.guard.spent()) multiply(l);
        held_ = lengths;
    }

    // to += (negative: -=) subsets of s items with at most r words.
    void read(int s, int r, bool negative, Limb* to) {
        std::uint64_t carry = 0;
        for (int q = 0; q < num_.limbs; ++q) {
            const std::uint64_t x = plane(s, q)[r];
            if (negative) {
                const std::uint64_t y = static_cast<std::uint64_t>(to[q]) - x - carry;
                to[q] = static_cast<Limb>(y);
                carry = y >> 63;
            } else {
                carry += to[q] + x;
                to[q] = static_cast<Limb>(carry);
                carry >>= 32;
            }
        }
    }

    // Fitting subsets of s items that hold one given item of length l.
    void holding(int s, int l, int room, Limb* to) {
        bool negative = false;
        for (int j = 0; s - 1 - j >= 0 && room - (j + 1) * l >= 0; ++j, negative = !negative)
            read(s - 1 - j, room - (j + 1) * l, negative, to);
    }

  private:
    Limb* plane(int s, int q) {
        return &table_[(static_cast<std::size_t>(s) * num_.limbs + q) * width_];
    }

    void multiply(int l) {
        used_ = std::min(used_ + 1, most_);
        ++count_;
        if (static_cast<std::size_t>(l) >= width_) return;
        const std::size_t n = width_ - l;
        for (int s = used_; s >= 1; --s) {
            num_.guard.work(4 + n * num_.limbs);
            std::fill_n(carry_.begin(), n, Limb(0));
            for (int q = 0; q < num_.limbs; ++q) {
                Limb* to = plane(s, q) + l;
                const Limb* from = plane(s - 1, q);
                Limb* carry = carry_.data();
                for (std::size_t c = 0; c < n; ++c) {
                    const Limb x = to[c] + from[c], y = x + carry[c];
                    carry[c] = static_cast<Limb>(x < from[c]) | static_cast<Limb>(y < x);
                    to[c] = y;
                }
            }
        }
    }

    void divide(int l) {
        --count_;
        if (static_cast<std::size_t>(l) < width_) {
            const std::size_t n = width_ - l;
            for (int s = 1; s <= used_; ++s) {
                num_.guard.work(4 + n * num_.limbs);
                std::fill_n(carry_.begin(), n, Limb(0));
                for (int q = 0; q < num_.limbs; ++q) {
                    Limb* to = plane(s, q) + l;
                    const Limb* from = plane(s - 1, q);
                    Limb* carry = carry_.data();
                    for (std::size_t c = 0; c < n; ++c) {
                        const Limb x = to[c] - from[c], y = x - carry[c];
                        carry[c] =
                            static_cast<Limb>(to[c] < from[c]) | static_cast<Limb>(x < carry[c]);
                        to[c] = y;
                    }
                }
            }
        }
        used_ = std::min(most_, count_);
    }

    Numbers& num_;
    int most_, used_ = 0, count_ = 0;
    std::size_t width_;
    std::vector<Limb> table_, carry_;
    std::vector<int> held_, in_, out_;
};

// Limbs that hold the number of subsets of at most `most` of n items.
inline int limbs_for(int n, int most) {
    most = std::min(most, n);
    double bits = 0;
    if (2 * most >= n) {
        bits = n;
    } else {  // C(n, m) grows up to m = n / 2, so the sum is at most (most + 1) C(n, most)
        bits = (std::lgamma(n + 1.0) - std::lgamma(most + 1.0) - std::lgamma(n - most + 1.0)) /
                   std::log(2.0) +
               std::log2(most + 1.0);
        bits = std::min(bits, static_cast<double>(n));
    }
    return static_cast<int>((bits + 2.0) / 32.0) + 1;
}

struct Counts {
    int limbs = 1;
    Row total;                 // by size
    std::vector<Row> holding;  // by item, by size
};

// False when the guard ran out of time.
inline bool count(const Dag& d, const std::vector<int>& len, Guard& guard, Counts& out) {
    const int n = static_cast<int>(len.size()), nodes = d.nodes();
    std::vector<char> seen(n, 0);
    int distinct = 0;
    for (const auto* list : {&d.items, &d.forced, &d.base})
        for (int i : *list)
            if (!seen[i]) seen[i] = 1, ++distinct;

    // Ranges of sizes below each node; a leaf that all its items fit needs no table.
    std::vector<int> low(nodes, 1 << 30), high(nodes, -1), lengths;
    auto more = [&](std::int64_t e) {
        return d.take[e] + static_cast<int>(d.forced_start[e + 1] - d.forced_start[e]);
    };
    auto group = [&](int v) { return static_cast<int>(d.item_start[v + 1] - d.item_start[v]); };
    auto leaf_lengths = [&](int v) {
        lengths.clear();
        for (auto q = d.item_start[v]; q < d.item_start[v + 1]; ++q)
            lengths.push_back(len[d.items[q]]);
        std::sort(lengths.begin(), lengths.end());
    };
    int most = 0, widest = 0;
    for (int v = 0; v < nodes; ++v) {
        if (d.room[v] >= 0) {
            leaf_lengths(v);
            long long words = 0;
            low[v] = high[v] = 0;
            for (int l : lengths) {
                if (words + l > d.room[v]) break;
                words += l;
                ++high[v];
            }
            if (high[v] < group(v))
                most = std::max(most, high[v]), widest = std::max(widest, d.room[v]);
            continue;
        }
        for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e) {
            low[v] = std::min(low[v], low[d.child[e]] + more(e));
            high[v] = std::max(high[v], high[d.child[e]] + more(e));
        }
    }

    const int above = static_cast<int>(d.base.size()), top = above + high[d.root];
    out.limbs = limbs_for(distinct, top);
    Numbers num(out.limbs, guard);
    const int W = out.limbs;
    if ((most + 1.0) * W * (widest + 1.0) > 1e9)
        throw std::length_error("the sets of the DAG are too long to be counted");
    LeafTable table(num, most, widest);

    // Upwards: sets below each node, by size.
    std::vector<Row> up(nodes), down(nodes);
    for (int v = 0; v < nodes; ++v) {
        up[v].shape(low[v], high[v], W);
        if (!guard.work(256)) return false;
        if (d.room[v] >= 0) {
            const bool all = high[v] == group(v);
            if (!all) {
                leaf_lengths(v);
                table.set(lengths);
                if (!guard.work(256)) return false;
            }
            for (int s = 0; s <= high[v]; ++s) {
                if (all)
                    num.add(up[v].of(s, W), num.choose(group(v), s));
                else
                    table.read(s, d.room[v], false, up[v].of(s, W));
            }
            continue;
        }
        for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e) {
            const Row& below = up[d.child[e]];
            if (!guard.work(below.at.size() * W + 8)) return false;
            const Limb* ways = num.choose(group(v), d.take[e]);
            for (int s = below.low; s <= below.high; ++s)
                num.add_product(up[v].of(s + more(e), W), below.of(s, W), ways);
        }
    }
    const Row& all = up[d.root];
    out.total.shape(above + all.low, above + all.high, W);
    out.total.at = all.at;

    // Downwards: ways to reach each node, by the number of items chosen so far.
    std::vector<int> first(nodes, 1 << 30), last(nodes, -1);  // sizes with which a node is reached
    first[d.root] = last[d.root] = above;
    for (int v = nodes - 1; v >= 0; --v) {
        if (last[v] < 0) continue;
        for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e) {
            first[d.child[e]] = std::min(first[d.child[e]], first[v] + more(e));
            last[d.child[e]] = std::max(last[d.child[e]], last[v] + more(e));
        }
    }
    out.holding.assign(n, Row());
    auto credit = [&](int item, const Row& sets, const Limb* ways) {
        Row& row = out.holding[item];
        if (row.high < row.low) row.shape(0, top, W);
        guard.work(sets.at.size() * W + 8);
        for (int s = sets.low; s <= sets.high; ++s)
            num.add_product(row.of(s, W), sets.of(s, W), ways);
    };
    std::vector<Limb> one(W, 0);
    one[0] = 1;
    for (int i : d.base) credit(i, out.total, one.data());
    down[d.root].shape(above, above, W);
    down[d.root].at[0] = 1;
    Row through, part;
    auto join = [&](const Row& ways, const Row& below, int shift) {
        through.shape(ways.low + below.low + shift, ways.high + below.high + shift, W);
        for (int a = ways.low; a <= ways.high; ++a) {
            guard.work(below.at.size() * W + 8);
            if (num.zero(ways.of(a, W))) continue;
            for (int b = below.low; b <= below.high; ++b)
                num.add_product(through.of(a + b + shift, W), ways.of(a, W), below.of(b, W));
        }
    };
    for (int v = nodes - 1; v >= 0; --v) {
        if (last[v] < 0 || d.room[v] >= 0) continue;
        const Row& ways = down[v];
        for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e) {
            const int m = d.take[e], to = d.child[e];
            const Limb* pick = num.choose(group(v), m);
            if (down[to].high < down[to].low) down[to].shape(first[to], last[to], W);
            for (int a = ways.low; a <= ways.high; ++a)
                num.add_product(down[to].of(a + more(e), W), ways.of(a, W), pick);
            if (more(e) == 0) continue;
            join(ways, up[to], more(e));
            if (guard.spent()) return false;
            for (auto q = d.forced_start[e]; q < d.forced_start[e + 1]; ++q)
                credit(d.forced[q], through, pick);
            if (m > 0) {
                const Limb* rest = num.choose(group(v) - 1, m - 1);
                for (auto q = d.item_start[v]; q < d.item_start[v + 1]; ++q)
                    credit(d.items[q], through, rest);
            }
        }
        down[v].at = std::vector<Limb>();
    }
    std::map<int, Row> by_length;
    for (int v = 0; v < nodes; ++v) {
        if (last[v] < 0 || d.room[v] < 0 || group(v) == 0) continue;
        const bool fits = high[v] == group(v);
        if (!fits) {
            leaf_lengths(v);
            table.set(lengths);
        }
        if (!guard.work(256)) return false;
        by_length.clear();
        for (auto q = d.item_start[v]; q < d.item_start[v + 1]; ++q) {
            const int l = fits ? 0 : len[d.items[q]];
            auto it = by_length.find(l);
            if (it == by_length.end()) {
                part.shape(1, high[v], W);
                for (int s = 1; s <= high[v]; ++s) {
                    if (fits)
                        num.add(part.of(s, W), num.choose(group(v) - 1, s - 1));
                    else
                        table.holding(s, l, d.room[v], part.of(s, W));
                }
                through.shape(0, -1, W);
                if (high[v] >= 1) join(down[v], part, 0);
                it = by_length.emplace(l, through).first;
            }
            credit(d.items[q], it->second, one.data());
        }
    }
    return !guard.spent();
}

}  // namespace sumscope::oracle

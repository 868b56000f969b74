// Betweenness in fixed point, and what "equal" means.
//
// Every share of a shortest path is rounded once to a whole number of 2^-f and summed as an
// integer. Integer sums do not depend on their order, so a value kept up to date by
// subtracting and adding is bit for bit the value computed afresh.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "shared/interrupt.h"

namespace sumscope::community {

using Fixed = std::int64_t;

inline int bit_length(std::uint64_t x) {
    int b = 0;
    for (; x; x >>= 1) ++b;
    return b;
}

// Twice a betweenness among `vertices` is below vertices^2, so it fits 62 bits.
inline int fraction_bits(int vertices) {
    const int bits = 62 - 2 * bit_length(static_cast<std::uint64_t>(vertices));
    return bits < 44 ? bits : 44;
}

inline Fixed slack(Fixed x) { return x / 1000000000; }  // relative 1e-9

constexpr int kStale = -1;

// Scratch room of greedy_split, kept between calls.
struct SplitWork {
    std::vector<double> labels, low;
    std::vector<int> at, group, into;
};

// Gregory's greedy split of a vertex with d neighbours. `label` is the d x d matrix of
// pair betweenness, and is used up. Returns the last label; `side` gets 0 for the group of the
// first neighbour.
inline Fixed greedy_split(int d, std::vector<Fixed>& label, std::vector<char>* side,
                          SplitWork& work, Interrupt& interrupt) {
    const std::size_t width = static_cast<std::size_t>(d);
    // Labels of 0 come first: the first neighbour takes in the first one it has no label with,
    // then the first that has none with either, and so on; then the next neighbour left.
    std::vector<int>& group = work.group;
    group.assign(width, -1);
    int groups = 0;
    for (int i = 0; i < d; ++i) {
        if (group[i] >= 0) continue;
        group[i] = groups;
        // Sums of groups take the place of the first rows, which have been added in by then.
        Fixed* const sum = label.data() + groups * width;
        if (groups != i) std::copy_n(label.data() + i * width, width, sum);
        for (int j = i + 1; j < d; ++j) {
            if (sum[j] != 0 || group[j] >= 0) continue;
            group[j] = groups;
            const Fixed* const row = label.data() + j * width;
            for (int k = 0; k < d; ++k) sum[k] += row[k];
            interrupt.spend(width);
        }
        interrupt.spend(3 * width);
        ++groups;
    }
    // Two groups have to be left: a clique of neighbours ends with its last member apart.
    if (groups == 1) {
        if (side) {
            side->assign(width, 0);
            (*side)[d - 1] = 1;
        }
        return 0;
    }
    const int g = groups;
    const std::size_t span = static_cast<std::size_t>(g);
    Fixed total = 0;
    for (int a = 0; a < g; ++a) {
        Fixed* const sum = label.data() + a * width;
        // Gather columns into groups, in place: group numbers never exceed the column.
        for (int k = 0; k < d; ++k) {
            const Fixed x = sum[k];
            sum[k] = 0;
            sum[group[k]] += x;
        }
        for (int b = a + 1; b < g; ++b) total += sum[b];
        interrupt.spend(2 * width);
    }
    const int length = bit_length(static_cast<std::uint64_t>(total));
    const int shift = length > 52 ? length - 52 : 0;  // sums stay exact in a double
    const double none = std::numeric_limits<double>::infinity();
    work.labels.resize(span * span);
    work.low.resize(span);  // least label of a row right of the diagonal
    work.at.resize(span);   // and a column that has it; kStale: the least may be greater by now
    double* const L = work.labels.data();
    double* const low = work.low.data();
    int* const at = work.at.data();
    for (int a = 0; a < g; ++a) {
        interrupt.spend(2 * span);
        for (int b = 0; b < g; ++b)
            L[a * span + b] = a == b ? none : static_cast<double>(label[a * width + b] >> shift);
    }
    const auto look = [&](int i) {
        const double* r = L + i * span;
        double least = none;
        int where = g;
        for (int k = i + 1; k < g; ++k)
            if (r[k] < least) {
                least = r[k];
                where = k;
            }
        low[i] = least;
        at[i] = where;
        interrupt.spend(span);
    };
    for (int i = 0; i < g; ++i) look(i);
    // The least label of all. Labels only grow, so the `low` of a row whose least one grew is still
    // a lower bound: the row is looked through again only when that bound is the least of all.
    const auto find_least = [&] {
        for (;;) {
            const int i = static_cast<int>(std::min_element(low, low + g) - low);
            if (at[i] != kStale) return low[i];
            look(i);
        }
    };
    std::vector<int>& into = work.into;
    into.resize(span);
    for (int i = 0; i < g; ++i) into[i] = i;
    for (int left = g; left > 2; --left) {
        const double least = find_least();
        const double limit = least + least * 1e-9;
        int i = 0;
        for (;; ++i) {
            if (low[i] <= limit && at[i] == kStale) look(i);
            if (low[i] <= limit) break;
        }
        double* const ri = L + i * span;
        int j = i + 1;
        while (ri[j] > limit) ++j;
        double* const rj = L + j * span;
        for (int k = 0; k < g; ++k) ri[k] += rj[k];
        interrupt.spend(8 * span);
        ri[i] = ri[j] = none;
        low[j] = none;
        for (int k = 0; k < g; ++k) {
            double* const r = L + k * span;
            r[i] = ri[k];
            r[j] = none;
        }
        look(i);
        for (int k = 0; k < j; ++k)
            if ((at[k] == i || at[k] == j) && k != i) at[k] = kStale;
        into[j] = i;
    }
    const double last = find_least();
    if (side) {
        side->assign(width, 0);
        for (int x = 0; x < d; ++x) {
            int r = group[x];
            while (into[r] != r) r = into[r];
            (*side)[x] = r == 0 ? 0 : 1;
        }
    }
    return static_cast<Fixed>(last) << shift;
}

// The best split of all, by trying every one (first neighbour fixed): for small d only.
// Among equals the first in the order of the bit patterns of the moved side.
inline Fixed best_split(int d, const std::vector<Fixed>& label, std::vector<char>& side,
                        Interrupt& interrupt) {
    Fixed best = -1;
    std::uint32_t chosen = 2;
    for (std::uint32_t mask = 2; mask < (1u << d); mask += 2) {
        Fixed sum = 0;
        for (int i = 0; i < d; ++i)
            if (!(mask >> i & 1))
                for (int j = 0; j < d; ++j)
                    if (mask >> j & 1) sum += label[static_cast<std::size_t>(i) * d + j];
        interrupt.spend(static_cast<std::size_t>(d) * d);
        if (sum - slack(sum) > best) {
            best = sum;
            chosen = mask;
        }
    }
    side.assign(d, 0);
    for (int j = 0; j < d; ++j) side[j] = static_cast<char>(chosen >> j & 1);
    return best;
}

}  // namespace sumscope::community

// Betweenness in fixed point, and what "equal" means.
//
// Every share of a shortest path is rounded once to a whole number of 2^-f and summed as an
// integer. Integer sums do not depend on their order, so a value kept up to date by
// subtracting and adding is bit for bit the value computed afresh.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

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

// Gregory's greedy split of a vertex with d neighbours. `label` is the d x d matrix of
// pair betweenness. Returns the last label; `side` gets 0 for the group of the first neighbour.
inline Fixed greedy_split(int d, const std::vector<Fixed>& label, std::vector<char>* side,
                          std::vector<double>& work) {
    Fixed total = 0;
    for (int i = 0; i < d; ++i)
        for (int j = i + 1; j < d; ++j) total += label[static_cast<std::size_t>(i) * d + j];
    const int length = bit_length(static_cast<std::uint64_t>(total));
    const int shift = length > 52 ? length - 52 : 0;  // sums stay exact in a double
    const double none = std::numeric_limits<double>::infinity();
    const std::size_t cells = static_cast<std::size_t>(d) * d;
    work.resize(cells + 3 * static_cast<std::size_t>(d));
    double* const L = work.data();
    double* const low = L + cells;
    double* const was_i = low + d;
    double* const was_j = was_i + d;
    for (std::size_t c = 0; c < cells; ++c) L[c] = static_cast<double>(label[c] >> shift);
    for (int i = 0; i < d; ++i) L[static_cast<std::size_t>(i) * d + i] = none;
    const auto row_low = [&](int i) {
        const double* r = L + static_cast<std::size_t>(i) * d;
        double m = none;
        for (int k = i + 1; k < d; ++k) m = r[k] < m ? r[k] : m;
        return m;
    };
    for (int i = 0; i < d; ++i) low[i] = row_low(i);
    std::vector<int> into;
    if (side) {
        into.resize(d);
        for (int i = 0; i < d; ++i) into[i] = i;
    }
    for (int left = d; left > 2; --left) {
        double least = none;
        for (int i = 0; i < d; ++i) least = low[i] < least ? low[i] : least;
        const double limit = least + least * 1e-9;
        int i = 0;
        while (low[i] > limit) ++i;
        double* const ri = L + static_cast<std::size_t>(i) * d;
        int j = i + 1;
        while (ri[j] > limit) ++j;
        double* const rj = L + static_cast<std::size_t>(j) * d;
        for (int k = 0; k < d; ++k) {
            was_i[k] = ri[k];
            was_j[k] = rj[k];
            ri[k] += rj[k];
        }
        ri[i] = ri[j] = none;
        for (int k = 0; k < d; ++k) {
            L[static_cast<std::size_t>(k) * d + i] = ri[k];
            L[static_cast<std::size_t>(k) * d + j] = none;
        }
        low[j] = none;
        low[i] = row_low(i);
        for (int k = 0; k < i; ++k)
            if (low[k] != none && (low[k] == was_i[k] || low[k] == was_j[k])) low[k] = row_low(k);
        for (int k = i + 1; k < j; ++k)
            if (low[k] != none && low[k] == was_j[k]) low[k] = row_low(k);
        if (side) into[j] = i;
    }
    double last = none;
    for (int i = 0; i < d; ++i) last = low[i] < last ? low[i] : last;
    if (side) {
        side->assign(d, 0);
        for (int x = 0; x < d; ++x) {
            int r = x;
            while (into[r] != r) r = into[r];
            (*side)[x] = r == 0 ? 0 : 1;
        }
    }
    return static_cast<Fixed>(last) << shift;
}

// The best split of all, by trying every one (first neighbour fixed): for small d only.
// Among equals the first in the order of the bit patterns of the moved side.
inline Fixed best_split(int d, const std::vector<Fixed>& label, std::vector<char>& side) {
    Fixed best = -1;
    std::uint32_t chosen = 2;
    for (std::uint32_t mask = 2; mask < (1u << d); mask += 2) {
        Fixed sum = 0;
        for (int i = 0; i < d; ++i)
            if (!(mask >> i & 1))
                for (int j = 0; j < d; ++j)
                    if (mask >> j & 1) sum += label[static_cast<std::size_t>(i) * d + j];
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

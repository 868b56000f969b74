// Whole numbers of a fixed number of limbs: sums, products, binomial numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "oracle/problem.h"

namespace sumscope::oracle {

using Limb = std::uint32_t;

// A row of numbers of a fixed number of limbs each, for sizes low..high.
struct Row {
    int low = 0, high = -1;
    std::vector<Limb> at;

    void shape(int lo, int hi, int limbs) {
        low = lo;
        high = hi;
        at.assign(hi < lo ? 0 : static_cast<std::size_t>(hi - lo + 1) * limbs, 0);
    }
    Limb* of(int size, int limbs) { return &at[static_cast<std::size_t>(size - low) * limbs]; }
    const Limb* of(int size, int limbs) const {
        return &at[static_cast<std::size_t>(size - low) * limbs];
    }
};

class Numbers {
  public:
    Numbers(int limbs, Guard& guard) : limbs(limbs), guard(guard) {}
    const int limbs;
    Guard& guard;

    void add(Limb* to, const Limb* x) const {
        std::uint64_t carry = 0;
        for (int q = 0; q < limbs; ++q) {
            carry += static_cast<std::uint64_t>(to[q]) + x[q];
            to[q] = static_cast<Limb>(carry);
            carry >>= 32;
        }
    }
    void subtract(Limb* to, const Limb* x) const {
        std::uint64_t borrow = 0;
        for (int q = 0; q < limbs; ++q) {
            const std::uint64_t y = static_cast<std::uint64_t>(to[q]) - x[q] - borrow;
            to[q] = static_cast<Limb>(y);
            borrow = y >> 63;
        }
    }
    void add_product(Limb* to, const Limb* x, const Limb* y) const {
        for (int a = 0; a < limbs; ++a) {
            if (x[a] == 0) continue;
            std::uint64_t carry = 0;
            for (int b = 0; a + b < limbs; ++b) {
                carry += static_cast<std::uint64_t>(x[a]) * y[b] + to[a + b];
                to[a + b] = static_cast<Limb>(carry);
                carry >>= 32;
            }
        }
    }
    bool zero(const Limb* x) const {
        for (int q = 0; q < limbs; ++q)
            if (x[q]) return false;
        return true;
    }

    // Binomial numbers C(n, 0..m) at least: sets are far smaller than a group of equal sentences
    // may be. Out of time, the row is left as it is: nobody reads it then.
    const std::vector<Limb>& binomials(int n, int m) {
        auto& row = rows_[n];
        const std::size_t known = row.size() / limbs;
        if (static_cast<std::size_t>(m) < known) return row;
        const int last = std::min(n, std::max(m, std::max(8, 2 * static_cast<int>(known))));
        row.assign(static_cast<std::size_t>(last + 1) * limbs, 0);
        row[0] = 1;
        for (int k = 1; k <= n; ++k) {
            const int top = std::min(k, last);
            for (int j = top; j >= 1; --j)
                add(&row[static_cast<std::size_t>(j) * limbs],
                    &row[static_cast<std::size_t>(j - 1) * limbs]);
            if (!guard.work(static_cast<std::size_t>(top) * limbs)) break;
        }
        return row;
    }
    const Limb* choose(int n, int m) {
        return &binomials(n, m)[static_cast<std::size_t>(m) * limbs];
    }

  private:
    std::map<int, std::vector<Limb>> rows_;
};

}  // namespace sumscope::oracle

// Checks of what Python hands in. A failed one becomes a ValueError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sumscope {

// Sizes and numbers of items, nodes and clusters stay below 2^31.
constexpr std::int64_t kMostItems = std::numeric_limits<std::int32_t>::max();

inline void require(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

// Offsets that cut `size` things into parts: from 0 to `size`, never falling. To be asked before
// the first use of any of them.
template <class Offsets>
bool cuts(const Offsets& offsets, std::size_t size) {
    const std::size_t n = offsets.size();
    if (n == 0) return false;
    const auto* at = offsets.data();
    if (at[0] != 0 || at[n - 1] < 0 || static_cast<std::uint64_t>(at[n - 1]) != size) return false;
    for (std::size_t i = 1; i < n; ++i)
        if (at[i - 1] > at[i]) return false;
    return true;
}

// True when every value is in low ... high - 1, where 0 <= low <= high.
template <class Values>
bool all_within(const Values& values, std::int64_t low, std::int64_t high) {
    const auto* at = values.data();
    const std::size_t size = values.size();
    const auto first = static_cast<std::uint64_t>(low), last = static_cast<std::uint64_t>(high) - 1;
    // A value outside makes one of the differences negative. All signs are gathered before any is
    // looked at, so that the loop has no branch and several values are checked at once.
    std::uint64_t signs = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto value = static_cast<std::uint64_t>(static_cast<std::int64_t>(at[i]));
        signs |= (value - first) | (last - value);
    }
    return signs >> 63 == 0;
}

}  // namespace sumscope

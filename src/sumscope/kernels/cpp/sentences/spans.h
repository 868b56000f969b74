// Quotes and brackets in prose; inside them no sentence ends.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "sentences/signs.h"

namespace sumscope::sentences {

using Span = std::pair<std::size_t, std::size_t>;

class Spans {
  public:
    Spans(const Sign* signs, std::size_t size) : signs_(signs), size_(size) {}

    // Adds the quotes and brackets, from left to right, none in another.
    void find(std::vector<Span>& found) const {
        std::array<std::size_t, 8> dead{};  // up to where nothing closes what such a sign opens
        for (std::size_t i = 0; i < size_;) {
            const std::size_t end = is(at(i), kOpening) ? closed(i, dead) : 0;
            if (end == 0) {
                i++;
                continue;
            }
            found.emplace_back(i, end);
            i = end;
        }
    }

  private:
    Sign at(std::size_t i) const { return signs_[i]; }

    // The end of the quote or bracket that begins at `i`; 0 where none does.
    std::size_t closed(std::size_t i, std::array<std::size_t, 8>& dead) const {
        const Sign sign = at(i);
        switch (sign) {
            case '"':
                return until(i, dead[0], [](Sign s) { return s == '"'; });
            case '\'':
                return single(i, dead);
            case '`':
                return backticked(i, dead);
            case kLongDash:
                return between_dashes(i);
            case '(':
            case '[':
            case '{':
                return until(i, dead[3], [](Sign s) { return s == ')' || s == ']' || s == '}'; });
            default:
                return within_line(i, dead[4], [this](std::size_t k) {
                    const Sign s = at(k);
                    return s == kRightAngle || s == kRightQuote || s == kRightDouble ||
                                   s == kLeftAngle || s == kLeftQuote || s == kLeftDouble
                               ? k + 1
                               : 0;
                });
        }
    }

    // Past the first sign after `i` that is asked for.
    template <class Wanted>
    std::size_t until(std::size_t i, std::size_t& dead, Wanted wanted) const {
        if (i < dead) return 0;
        for (std::size_t k = i + 1; k < size_; k++)
            if (wanted(at(k))) return k + 1;
        dead = size_;
        return 0;
    }

    // The same in one line, with a sign or more between; `end(k)` gives the place past it, or 0.
    template <class End>
    std::size_t within_line(std::size_t i, std::size_t& dead, End end) const {
        if (i < dead || i + 1 >= size_ || at(i + 1) == '\n') return 0;
        for (std::size_t k = i + 2; k < size_; k++) {
            if (const std::size_t found = end(k)) return found;
            if (at(k) == '\n') {
                dead = k;
                return 0;
            }
        }
        dead = size_;
        return 0;
    }

    bool twice(std::size_t i, Sign sign) const {
        return i + 1 < size_ && at(i) == sign && at(i + 1) == sign;
    }

    std::size_t single(std::size_t i, std::array<std::size_t, 8>& dead) const {
        if (twice(i, '\'')) {
            std::size_t k = i + 2;
            while (k < size_ && at(k) != '\'') k++;
            if (twice(k, '\'')) return k + 2;
        }
        if (i == 0 || !is(at(i - 1), kSpace)) return 0;
        return until(i, dead[1], [](Sign s) { return s == '\''; });
    }

    std::size_t backticked(std::size_t i, std::array<std::size_t, 8>& dead) const {
        if (twice(i, '`')) {
            const std::size_t end = within_line(i + 1, dead[5], [this](std::size_t k) {
                return twice(k, '`') || twice(k, '\'') ? k + 2 : 0;
            });
            if (end) return end;
        }
        return until(i, dead[2], [](Sign s) { return s == '`'; });
    }

    // A dash, and another after a stop or a comma.
    std::size_t between_dashes(std::size_t i) const {
        std::size_t k = i + 1;
        while (k < size_ && at(k) != kLongDash) k++;
        if (k == size_) return 0;
        std::size_t last = k - 1;
        while (last > i && is(at(last), kSpace)) last--;
        return last > i && (is(at(last), kStop) || at(last) == ',') ? k + 1 : 0;
    }

    const Sign* signs_;
    std::size_t size_;
};

}  // namespace sumscope::sentences

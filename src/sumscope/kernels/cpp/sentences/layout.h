// Texts that are laid out in lines of a fixed width, or hold no ordinary words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "sentences/signs.h"

namespace sumscope::sentences {

constexpr std::size_t kLongestText = 2500;
constexpr std::size_t kLongestWord = 40;

// Whether line breaks come from a fixed width: almost no next word would have fitted.
inline bool is_wrapped(const std::vector<Sign>& signs) {
    if (std::count(signs.begin(), signs.end(), '\n') < 3) return false;
    struct Line {
        std::size_t size, word;  // signs of it, and of its first word
    };
    std::vector<Line> lines;
    std::size_t width = 0;
    for (std::size_t from = 0, to; from <= signs.size(); from = to + 1) {
        to = from;
        while (to < signs.size() && signs[to] != '\n') to++;
        std::size_t start = from, end = to;
        while (start < end && is(signs[start], kSpace)) start++;
        while (end > start && is(signs[end - 1], kSpace)) end--;
        std::size_t word = start;
        while (word < end && !is(signs[word], kSpace)) word++;
        lines.push_back({end - start, word - start});
        width = std::max(width, end - start);
    }
    if (width < 40 || width > 120) return false;
    std::size_t breaks = 0, full = 0;
    for (std::size_t k = 0; k + 1 < lines.size(); k++) {
        if (lines[k].size == 0 || lines[k + 1].size == 0) continue;
        breaks++;
        full += lines[k].size + 1 + lines[k + 1].word > width;
    }
    return breaks >= 3 && static_cast<double>(full) >= 0.8 * static_cast<double>(breaks);
}

// Whether a word by blanks, or a run of blanks, is as long as only odd texts have them.
inline bool is_endless(const std::vector<Sign>& signs) {
    const Sign* const end = signs.data() + signs.size();
    for (const Sign* from = signs.data(); from < end;) {
        const void* blank = std::memchr(from, ' ', static_cast<std::size_t>(end - from));
        const Sign* to = blank ? static_cast<const Sign*>(blank) : end;
        if (to - from >= static_cast<std::ptrdiff_t>(kLongestWord)) return true;
        from = to;
        while (from < end && *from == ' ') from++;
        if (from - to >= static_cast<std::ptrdiff_t>(kLongestWord)) return true;
    }
    return false;
}

}  // namespace sumscope::sentences

// Where the sentences of ordinary prose end; python/sentences.py says the same in patterns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sentences/layout.h"
#include "sentences/signs.h"
#include "sentences/spans.h"
#include "shared/interrupt.h"

namespace sumscope::sentences {

// What a language knows, spelled in signs.
struct Words {
    std::unordered_set<std::string> abbreviations;
    std::vector<std::string> exclaimed, sections;
};

struct Doubt {
    std::size_t before, place, after;
};

class Prose {
  public:
    Prose(const Words& words, Interrupt& interrupt) : words_(words), interrupt_(interrupt) {}

    std::vector<std::size_t> sure;
    std::vector<Doubt> doubts;

    // Finds `sure` and `doubts` in the first `size` signs, which may be changed; false where the
    // text is left to the rules.
    bool find(Signs& signs, std::size_t size) {
        sure.clear();
        doubts.clear();
        signs_ = signs.all.data();
        size_ = size;
        interrupt_.spend(4 * size);
        if ((signs.kinds & kLine) && !join_lines()) return false;
        if (holds_list()) return false;
        note_stops();
        if (((signs.kinds & kDigit) && leader()) || !candidates()) return false;
        spans_.clear();
        if (signs.kinds & kOpening) Spans(signs_, size_).find(spans_);
        if (!spans_.empty()) closings();
        keep_outside();
        return true;
    }

  private:
    Sign at(std::size_t i) const { return signs_[i]; }
    bool at(std::size_t i, unsigned kind) const { return i < size_ && is(signs_[i], kind); }
    bool space(std::size_t i) const { return at(i, kSpace); }

    std::size_t past_space(std::size_t i) const {
        while (space(i)) i++;
        return i;
    }

    // Lines that end inside a sentence become one; false where a line is blank.
    bool join_lines() {
        bool blank = true, before = false;  // whether the sign before, as it was, lets a line end
        for (std::size_t i = 0; i < size_; i++) {
            const Sign sign = at(i);
            if (sign != '\n') {
                blank = blank && is(sign, kSpace);
                before = is(sign, kLetter | kDigit | kSpace) || sign == '_' || sign == ',' ||
                         sign == ':' || sign == ';' || sign == ')';
                continue;
            }
            if (blank) return false;
            const bool on =
                i + 1 < size_ && (at(i + 1, kLower) || at(i + 1) == '(' || at(i + 1) == '>');
            if (before && on) signs_[i] = ' ';
            blank = before = true;
        }
        return true;
    }

    // The places of stops and of line ends, which the steps after this go by.
    void note_stops() {
        marks_.resize(size_);
        std::size_t found = 0;
        for (std::size_t i = 0; i < size_; i++) {
            marks_[found] = i;
            found += is(at(i), kStop | kLine);
        }
        marks_.resize(found);
    }

    // Dots before a page number.
    bool leader() const {
        std::size_t seen = 0;
        for (const std::size_t i : marks_) {
            if (i < seen || at(i) != '.') continue;
            seen = i + 1;
            while (seen < size_ && (at(seen) == '.' || space(seen))) seen++;
            if (seen - i > 3 && at(seen, kDigit)) return true;
        }
        return false;
    }

    // Whether marks in the text are those of a list: after a colon, or from the beginning.
    bool holds_list() const {
        std::size_t marks = 0, last = 0;
        bool close = false, opens = false;
        for (std::size_t i = 0; i < size_; i++) {
            if (!is(at(i), kSpace) && i > 0) continue;
            std::size_t start = i;
            const std::size_t token = past_space(i);
            const std::size_t end = at(token, kMark) ? list_mark(token) : 0;
            if (end == 0) {
                i = std::max(i, token - (token > i));
                continue;
            }
            i = end - 1;
            if (token > start && after_name(start) && ++start == token) continue;
            if (marks++ == 0) {
                opens = token == 0;
            } else {
                close = close || (start > last + 4 && start < last + 40);
            }
            last = end;
        }
        if (marks < 2 || !close) return false;
        return opens || std::find(signs_, signs_ + size_, ':') != signs_ + size_;
    }

    // The end of the mark that begins at `i`; 0 where none does.
    std::size_t list_mark(std::size_t i) const {
        std::size_t end = i + 1;
        bool number = false;
        if (!is(at(i), kDash)) {
            number = is(at(i), kDigit);
            if (number && at(end, kDigit)) end++;
            if (!at(end, kDotted)) return 0;
            end++;
            if (at(end, kDotted)) {
                number = false;
                end++;
            }
        }
        if (!space(end)) return 0;
        if (number && at(end - 1) == '.') return end;
        const std::size_t next = past_space(end);
        const bool initial =
            next == end + 1 && at(next, kUpper) && next + 1 < size_ && at(next + 1) == '.';
        return initial ? 0 : end;
    }

    // Whether an initial, or a word with a capital before its last sign, ends at `end`.
    bool after_name(std::size_t end) const {
        const auto capital = [this](std::size_t i) { return at(i) >= 'A' && at(i) <= 'Z'; };
        if (end < 2) return false;
        if (at(end - 1) == '.') return capital(end - 2);
        const auto in_word = [this](std::size_t i) {
            return at(i, kLetter | kDigit) || at(i) == '_';
        };
        if (!in_word(end - 1)) return false;
        for (std::size_t i = end - 1; i-- > 0 && in_word(i);)
            if (capital(i)) return true;
        return false;
    }

    // Every place where a sentence may end, into `sure` or `doubts`; false where an abbreviation
    // stands before the end of a line.
    bool candidates() {
        stops_.clear();
        for (const std::size_t i : marks_) {
            if (at(i) == '\n') {
                if (i > 0 && at(i - 1) == '.' && abbreviated(i)) return false;
                sure.push_back(i + 1);
            } else if (ends(i)) {
                stops_.push_back(i + 1);
            }
        }
        int numbered = -1;  // whether the text has a word that stands before numbers
        std::size_t before = 0;
        for (std::size_t k = 0; k < stops_.size(); k++) {
            const std::size_t end = stops_[k];
            const std::size_t after = k + 1 < stops_.size() ? stops_[k + 1] : size_;
            const bool doubt = doubtful(end, numbered);
            if (!numbers_line(end)) {
                if (doubt) {
                    doubts.push_back({before, end, after});
                } else {
                    sure.push_back(end);
                }
            }
            before = end;
        }
        return true;
    }

    // Whether the stop at `i` may end a sentence, by what comes after it.
    bool ends(std::size_t i) const {
        if (i + 1 >= size_ || at(i + 1) == '\n') return false;
        const std::size_t next = past_space(i + 1);
        if (at(next, kStop)) return false;
        if (next > i + 2) return true;  // two blanks, or one before a line's end
        if (next == i + 1) return false;
        return next < size_ && !is(at(next), kLower) && at(next) != '&';
    }

    bool doubtful(std::size_t end, int& numbered) const {
        const Sign sign = at(end - 1);
        if (sign == '!') return exclaimed(end);
        if (sign == '?' || end < 2) return false;
        if (space(end - 2)) return end > 2 && at(end - 3) == '.';
        if (at(end - 2, kDigit)) {
            if (numbered < 0) numbered = has_section();
            return numbered > 0;
        }
        return abbreviated(end);
    }

    bool exclaimed(std::size_t end) const {
        const std::size_t room = std::min(end, kLongestWord) - 1;
        for (const std::string& name : words_.exclaimed) {
            if (name.size() > room) continue;
            const Sign* from = signs_ + (end - 1 - name.size());
            if (std::equal(name.begin(), name.end(), from,
                           [](char a, Sign b) { return static_cast<Sign>(a) == lower(b); }))
                return true;
        }
        return false;
    }

    bool has_section() const {
        const std::string_view text(reinterpret_cast<const char*>(signs_), size_);
        interrupt_.spend(size_ * words_.sections.size());
        return std::any_of(
            words_.sections.begin(), words_.sections.end(),
            [&](const std::string& word) { return text.find(word) != std::string_view::npos; });
    }

    // Whether the word before the sign before `end` is an abbreviation, a letter or a numeral.
    bool abbreviated(std::size_t end) const {
        const std::size_t least = end < kLongestWord ? 0 : end - kLongestWord;
        std::size_t from = end - 1;
        bool numeral = true;
        std::string word;
        while (from > least && at(from - 1, kLetter)) {
            const Sign sign = at(--from);
            numeral = numeral && std::string_view("IVXLCDM").find(static_cast<char>(sign)) !=
                                     std::string_view::npos;
            word.push_back(static_cast<char>(lower(sign)));
        }
        if (word.empty()) return false;
        if (word.size() == 1 || numeral) return true;
        std::reverse(word.begin(), word.end());
        return words_.abbreviations.count(word) > 0;
    }

    // Whether `end` is after the number of a list's line, and before white space.
    bool numbers_line(std::size_t end) const {
        if (!space(end)) return false;
        // Three numbers of five signs each; white space in front.
        std::size_t from = end;
        while (from > 0 && end - from < 16 && at(from - 1) != '\n' && !space(from - 1)) from--;
        std::size_t start = from;
        while (start > 0 && at(start - 1) != '\n' && space(start - 1)) start--;
        if (start > 0 && at(start - 1) != '\n') return false;
        for (int part = 0; part < 3; part++) {
            std::size_t most = 4;
            if (at(from, kLetter)) {
                from++;
                most = 2;
            } else if (!at(from, kDigit)) {
                return false;
            }
            for (; most > 0 && at(from, kDigit); most--) from++;
            if (from >= end || (at(from) != '.' && at(from) != ')')) return false;
            if (++from == end) return true;
        }
        return false;
    }

    // Sentences that end with a quote or a bracket.
    void closings() {
        for (const std::size_t stop : marks_) {
            if (at(stop) == '\n') continue;
            std::size_t end = stop + 1;
            while (at(end, kRunOn)) end++;
            for (std::size_t place = stop + 2; place <= end; place++)
                if (closing(stop + 1, place) && !at(past_space(place), kContinues))
                    sure.push_back(place);
            interrupt_.spend(8 * (end - stop));
        }
    }

    // One or two closing signs, and nothing else, between two places.
    bool closing(std::size_t from, std::size_t to) const {
        if (closes(from, to)) return true;
        const Sign last = at(to - 1);
        if (last == '"') return to - 1 > from && closes(from, to - 1);
        if (last == '`' && to - 1 > from && closes(from, to - 1)) return true;
        if (last == '`' || last == '\'' || is(last, kSpace))
            return to - from > 2 && closes(to - 2, to) && closes(from, to - 2);
        for (std::size_t k = to - 1; k > from; k--) {  // white space may belong to either
            if (closes(from, k)) return true;
            if (!space(k - 1)) return false;
        }
        return false;
    }

    bool closes(std::size_t from, std::size_t to) const {
        const Sign first = at(from), last = at(to - 1);
        if (to - from == 1) return last == '"' || last == '`' || is(last, kClosing);
        if (to - from == 2) {
            if (first == '`' && last == '`') return true;
            if (first == '\'' && (last == '\'' || is(last, kSpace))) return true;
        }
        if (!is(last, kClosing)) return false;
        return past_space(from) == to - 1;
    }

    void keep_outside() {
        std::sort(sure.begin(), sure.end());
        sure.erase(std::unique(sure.begin(), sure.end()), sure.end());
        std::size_t span = 0;
        const auto inside = [&](std::size_t place) {
            while (span < spans_.size() && spans_[span].second <= place) span++;
            return span < spans_.size() && spans_[span].first < place;
        };
        sure.erase(std::remove_if(sure.begin(), sure.end(), inside), sure.end());
        span = 0;
        doubts.erase(std::remove_if(doubts.begin(), doubts.end(),
                                    [&](const Doubt& doubt) { return inside(doubt.place); }),
                     doubts.end());
        if (sure.empty() || sure.back() != size_) sure.push_back(size_);
    }

    const Words& words_;
    Interrupt& interrupt_;
    Sign* signs_ = nullptr;
    std::size_t size_ = 0;
    std::vector<std::size_t> marks_, stops_;
    std::vector<Span> spans_;
};

}  // namespace sumscope::sentences

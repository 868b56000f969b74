// Longest common subsequences of one sentence with each of several, marked in the one.
//
// Of equally long ones ROUGE-1.5.5 takes the one that stands earliest in the reference's sentence:
// going back from both ends, a match goes back in both; else the reference's word is dropped where
// the length does not need it, and the peer's word where it does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "rouge/text.h"
#include "shared/interrupt.h"

namespace sumscope::rouge {

// Row j of Hyyro's bit-vector recurrence holds, for every prefix of the sentence, a 0 where its
// last word makes the subsequence with the first j words of the other longer. The way back needs
// no more than that.
inline std::uint64_t next_row(std::uint64_t row, std::uint64_t mask) {
    return (row + (row & mask)) | (row & ~mask);
}

inline int top_bit(std::uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(x);
#else
    int at = 0;
    while (x >>= 1) at++;
    return at;
#endif
}

inline int low_bit(std::uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    int at = 0;
    while (!(x & 1)) {
        x >>= 1;
        at++;
    }
    return at;
#endif
}

inline std::uint64_t low_bits(int n) { return n >= 64 ? ~0ULL : (1ULL << n) - 1; }

class UnionMarker {
  public:
    explicit UnionMarker(Interrupt& interrupt) : interrupt_(interrupt) {}

    // Calls use(sentence, bits) for every sentence of the reference of up to 64 words, with the
    // marked ones as bits, and use_long(sentence, marks) for every other, in order. Words are below
    // `words`; the peer's may be kNone. Sentence i is [starts[i], starts[i + 1]). `owner` stands
    // for the reference: under the same, what is known of it is used again.
    template <class Use, class UseLong>
    void mark(const void* owner, std::size_t words, const std::vector<Id>& reference,
              const std::vector<std::size_t>& starts, const std::vector<Id>& others,
              const std::vector<std::size_t>& other_starts, Use use, UseLong use_long) {
        others_ = &others;
        starts_ = &other_starts;
        const std::size_t sentences = starts.size() - 1;
        // Memory is bounded: a step is kept for every sentence that holds a word of the peer.
        const std::size_t block = std::max<std::size_t>(1, kSteps / (others.size() + 1));
        for (std::size_t first = 0; first < sentences; first += block) {
            const std::size_t last = std::min(sentences, first + block);
            if (owner != owner_ || block < sentences) read(words, reference, starts, first, last);
            owner_ = block < sentences ? nullptr : owner;
            meet(last - first);
            for (std::size_t s = first; s < last; s++) {
                const std::size_t size = starts[s + 1] - starts[s];
                const Id* sentence = reference.data() + starts[s];
                if (size <= 64) {
                    use(sentence, shared(steps_[s - first], static_cast<int>(size)));
                } else {
                    marked_.assign(size, 0);
                    mark_long(sentence, size, words, marked_);
                    use_long(sentence, marked_);
                }
            }
        }
    }

  private:
    // Where a word stands in a sentence of up to 64 words; `next` is its place in another one.
    struct Place {
        std::uint64_t mask;
        std::uint32_t sentence, next;
        Id word;
    };
    // A word of the peer that a sentence holds.
    struct Step {
        std::uint64_t mask, row;
        std::size_t at, sentence;
    };

    // Takes down where the words of some sentences stand.
    void read(std::size_t words, const std::vector<Id>& reference,
              const std::vector<std::size_t>& starts, std::size_t first, std::size_t last) {
        for (const Place& place : places_) heads_[place.word] = kNone;
        places_.clear();
        if (heads_.size() < words) heads_.resize(words, kNone);
        if (steps_.size() < last - first) steps_.resize(last - first);
        for (std::size_t s = first; s < last; s++) {
            const std::size_t from = starts[s], to = starts[s + 1];
            interrupt_.spend(4 + 4 * (to - from));
            if (to - from > 64) continue;
            const auto number = static_cast<std::uint32_t>(s - first);
            for (std::size_t i = from; i < to; i++) {
                const Id word = reference[i], head = heads_[word];
                const std::uint64_t bit = 1ULL << (i - from);
                if (head != kNone && places_[head].sentence == number) {
                    places_[head].mask |= bit;
                } else {
                    heads_[word] = static_cast<Id>(places_.size());
                    places_.push_back({bit, number, head, word});
                }
            }
        }
    }

    // Goes through the peer once and gives every sentence its steps.
    void meet(std::size_t sentences) {
        for (std::size_t s = 0; s < sentences; s++) steps_[s].clear();
        for (std::size_t p = 0; p + 1 < starts_->size(); p++) {
            const std::size_t from = (*starts_)[p], to = (*starts_)[p + 1];
            for (std::size_t j = from; j < to; j++) {
                const Id word = (*others_)[j];
                if (word == kNone) continue;
                for (Id at = heads_[word]; at != kNone; at = places_[at].next) {
                    steps_[places_[at].sentence].push_back({places_[at].mask, 0, j, p});
                    interrupt_.spend(4);
                }
            }
            interrupt_.spend(4 + 2 * (to - from));
        }
    }

    // Up to 64 words: a row is one number, and a step back one search for the highest bit.
    std::uint64_t shared(std::vector<Step>& steps, int size) {
        std::uint64_t found = 0;
        const std::size_t count = steps.size();
        for (std::size_t k = 0; k < count;) {
            const std::size_t first = k, sentence = steps[k].sentence;
            std::uint64_t row = ~0ULL;
            for (; k < count && steps[k].sentence == sentence; k++)
                steps[k].row = row = next_row(row, steps[k].mask);
            found |= back(steps.data() + first, steps.data() + k, (*starts_)[sentence + 1], size);
        }
        interrupt_.spend(4 + 8 * count);
        return found;
    }

    // From `stop`, the end of the peer's sentence, to its beginning.
    static std::uint64_t back(const Step* first, const Step* step, std::size_t stop, int end) {
        std::uint64_t found = 0;
        while (step-- > first) {
            if (step->at + 1 != stop) {  // words that the sentence does not hold stand after it
                const std::uint64_t bits = ~step->row & low_bits(end);
                if (bits == 0) break;
                end = top_bit(bits) + 1;
            }
            stop = step->at;
            const std::uint64_t bits = (step->mask | ~step->row) & low_bits(end);
            if (bits == 0) break;
            end = top_bit(bits) + 1;
            const std::uint64_t bit = 1ULL << (end - 1);
            if (step->mask & bit) {
                found |= bit;
                end--;
            }
        }
        return found;
    }

    // Any length: rows of several numbers; of very long ones every so many are kept and those
    // between worked out again, block by block.
    void mark_long(const Id* sentence, std::size_t size, std::size_t words,
                   std::vector<char>& marked) {
        const std::size_t width = (size + 63) / 64;
        place_words(sentence, size, words, width);
        for (std::size_t p = 0; p + 1 < starts_->size(); p++) {
            const std::size_t n = (*starts_)[p + 1] - (*starts_)[p];
            if (n > 0) mark_pair(sentence, size, others_->data() + (*starts_)[p], n, width, marked);
            interrupt_.spend(4);
        }
    }

    // Where each word stands: positions, and a mask besides for words that stand at more places
    // than a mask has numbers. There are at most 64 of those, so this takes little memory.
    void place_words(const Id* sentence, std::size_t size, std::size_t words, std::size_t width) {
        ends_.assign(words + 1, 0);
        for (std::size_t i = 0; i < size; i++) ends_[sentence[i] + 1]++;
        slots_.assign(words, kNone);
        wide_.clear();
        Id used = 0;
        for (std::size_t w = 0; w < words; w++) {
            if (ends_[w + 1] > width) {
                slots_[w] = used++;
                wide_.resize(wide_.size() + width, 0);
            }
            ends_[w + 1] += ends_[w];
        }
        spots_.resize(size);
        // Filling from the end turns each word's end into its beginning, so shift by one.
        for (std::size_t i = size; i-- > 0;) {
            const Id w = sentence[i];
            spots_[--ends_[w + 1]] = i;
            if (slots_[w] != kNone) wide_[slots_[w] * width + i / 64] |= 1ULL << (i % 64);
        }
        ends_.push_back(size);  // word w now stands at spots_[ends_[w + 1]] up to ends_[w + 2]
        scratch_.assign(width, 0);
    }

    void mark_pair(const Id* left, std::size_t m, const Id* right, std::size_t n, std::size_t width,
                   std::vector<char>& marked) {
        std::size_t block = n;
        while (block > 64 && block * width > kBudget && block / 2 >= n / block) block /= 2;
        const std::size_t blocks = (n + block - 1) / block;
        kept_.assign(blocks * width, ~0ULL);
        for (std::size_t b = 0; b + 1 < blocks; b++) {
            std::uint64_t* row = kept_.data() + (b + 1) * width;
            std::copy(row - width, row, row);
            for (std::size_t j = b * block; j < (b + 1) * block; j++) {
                advance(row, row, right[j], width);
                interrupt_.spend(4 + width);
            }
        }
        std::size_t i = m, j = n;
        for (std::size_t b = blocks; b-- > 0 && i > 0;) {
            const std::size_t from = b * block, to = std::min(n, from + block);
            rows_.resize((to - from) * width);
            const std::uint64_t* before = kept_.data() + b * width;
            for (std::size_t k = from; k < to; k++) {
                std::uint64_t* row = rows_.data() + (k - from) * width;
                advance(row, before, right[k], width);
                before = row;
                interrupt_.spend(4 + width);
            }
            while (i > 0 && j > from) {
                if (left[i - 1] == right[j - 1]) {
                    i--;
                    j--;
                    marked[i] = 1;
                } else if (rows_[(j - 1 - from) * width + (i - 1) / 64] >> ((i - 1) % 64) & 1) {
                    i--;
                } else {
                    j--;
                }
            }
        }
    }

    void advance(std::uint64_t* next, const std::uint64_t* row, Id word, std::size_t width) {
        if (word == kNone || ends_[word + 1] == ends_[word + 2]) {
            if (next != row) std::copy(row, row + width, next);
            return;
        }
        if (slots_[word] != kNone) {
            step(next, row, wide_.data() + slots_[word] * width, width);
            return;
        }
        for (std::size_t k = ends_[word + 1]; k < ends_[word + 2]; k++)
            scratch_[spots_[k] / 64] |= 1ULL << (spots_[k] % 64);
        step(next, row, scratch_.data(), width);
        for (std::size_t k = ends_[word + 1]; k < ends_[word + 2]; k++)
            scratch_[spots_[k] / 64] = 0;
    }

    static void step(std::uint64_t* next, const std::uint64_t* row, const std::uint64_t* mask,
                     std::size_t width) {
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < width; w++) {
            const std::uint64_t v = row[w], half = v + (v & mask[w]), sum = half + carry;
            carry = (half < v) | (sum < half);
            next[w] = sum | (v & ~mask[w]);
        }
    }

    static constexpr std::size_t kBudget = 1 << 22;  // numbers of 8 bytes
    static constexpr std::size_t kSteps = 1 << 20;

    const void* owner_ = nullptr;
    const std::vector<Id>* others_ = nullptr;
    const std::vector<std::size_t>* starts_ = nullptr;
    std::vector<Id> heads_, slots_;
    std::vector<Place> places_;
    std::vector<std::vector<Step>> steps_;
    std::vector<char> marked_;
    std::vector<std::uint64_t> wide_, scratch_, kept_, rows_;
    std::vector<std::size_t> ends_, spots_;
    Interrupt& interrupt_;
};

// The same where a run of k words weighs k**weight; the sums are made in the order of the
// original, for it compares them.
class WlcsMarker {
  public:
    WlcsMarker(double weight, Interrupt& interrupt) : weight_(weight), interrupt_(interrupt) {}

    double power(std::size_t k) {
        while (powers_.size() <= k)
            powers_.push_back(finite(std::pow(static_cast<double>(powers_.size()), weight_)));
        return powers_[k];
    }

    void mark(const Id* sentence, std::size_t size, const std::vector<Id>& others,
              const std::vector<std::size_t>& starts, std::vector<char>& marked) {
        marked.assign(size, 0);
        for (std::size_t p = 0; p + 1 < starts.size() && size > 0; p++) {
            const std::size_t n = starts[p + 1] - starts[p];
            if (n > 0) mark_pair(sentence, size, others.data() + starts[p], n, marked);
            interrupt_.spend(4);
        }
    }

  private:
    static double finite(double x) {
        if (!std::isfinite(x)) throw std::overflow_error("the weight of ROUGE-W is too great");
        return x;
    }

    static constexpr std::size_t kMost = std::size_t{1} << 33;  // cells, one bit each

    void mark_pair(const Id* left, std::size_t m, const Id* right, std::size_t n,
                   std::vector<char>& marked) {
        if (m > kMost / n) throw std::length_error("two sentences too long for ROUGE-W");
        power(std::min(m, n) + 1);
        value_.assign(2 * (n + 1), 0.0);
        run_.assign(2 * (n + 1), 0);
        up_.assign(m * n, false);
        for (std::size_t i = 1; i <= m; i++) {
            double* now = value_.data() + (i % 2) * (n + 1);
            const double* above = value_.data() + ((i + 1) % 2) * (n + 1);
            std::uint32_t* run = run_.data() + (i % 2) * (n + 1);
            const std::uint32_t* run_above = run_.data() + ((i + 1) % 2) * (n + 1);
            for (std::size_t j = 1; j <= n; j++) {
                if (left[i - 1] == right[j - 1]) {
                    const std::uint32_t k = run_above[j - 1];
                    now[j] = above[j - 1] + powers_[k + 1] - powers_[k];
                    run[j] = k + 1;
                } else {
                    const bool up = above[j] >= now[j - 1];
                    now[j] = up ? above[j] : now[j - 1];
                    if (up) up_[(i - 1) * n + (j - 1)] = true;
                    run[j] = 0;
                }
            }
            interrupt_.spend(4 * n);
        }
        for (std::size_t i = m, j = n; i > 0 && j > 0;) {
            if (left[i - 1] == right[j - 1]) {
                i--;
                j--;
                marked[i] = 1;
            } else if (up_[(i - 1) * n + (j - 1)]) {
                i--;
            } else {
                j--;
            }
        }
    }

    double weight_;
    std::vector<double> powers_, value_;
    std::vector<std::uint32_t> run_;
    std::vector<bool> up_;
    Interrupt& interrupt_;
};

}  // namespace sumscope::rouge

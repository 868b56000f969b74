// What two texts share: n-grams, word pairs, common subsequences. Exact keys, no collisions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "rouge/text.h"
#include "shared/interrupt.h"

namespace sumscope::rouge {

using Number = std::uint64_t;

struct Counts {
    Number hits, reference, peer;
};

template <std::size_t K>
using Key = std::array<std::uint64_t, K>;

template <std::size_t K>
std::uint64_t hash_key(const Key<K>& key) {
    std::uint64_t h = 0;
    for (const std::uint64_t part : key) h = mix((h ^ part) * 0x9E3779B97F4A7C15ULL);
    return h;
}

// A multiset of keys: open addressing, a count of 0 is an empty place.
template <std::size_t K>
class Bag {
  public:
    explicit Bag(std::size_t expected) {
        std::size_t size = 16;
        while (size < std::min(expected, kFirst) * 2) size *= 2;
        keys_.resize(size);
        counts_.assign(size, 0);
    }
    void add(const Key<K>& key) {
        const std::size_t s = find(key);
        keys_[s] = key;
        if (counts_[s]++ == 0 && ++used_ * 2 > counts_.size()) grow();
    }
    // The place of a key; its count is 0 where the key is not there.
    std::size_t find(const Key<K>& key) const {
        const std::size_t mask = counts_.size() - 1;
        std::size_t s = hash_key(key) & mask;
        while (counts_[s] != 0 && keys_[s] != key) s = (s + 1) & mask;
        return s;
    }
    const std::vector<std::uint32_t>& counts() const { return counts_; }

  private:
    static constexpr std::size_t kFirst = 1 << 16;

    void grow() {
        std::vector<Key<K>> keys(keys_.size() * 2);
        std::vector<std::uint32_t> counts(counts_.size() * 2, 0);
        keys.swap(keys_);
        counts.swap(counts_);
        for (std::size_t k = 0; k < keys.size(); k++) {
            if (counts[k] == 0) continue;
            const std::size_t s = find(keys[k]);
            keys_[s] = keys[k];
            counts_[s] = counts[k];
        }
    }
    std::vector<Key<K>> keys_;
    std::vector<std::uint32_t> counts_;
    std::size_t used_ = 0;
};

// Counts down from a reference's bag: each hit uses up one of its keys.
template <std::size_t K>
class Clip {
  public:
    explicit Clip(const Bag<K>& bag) : bag_(bag), left_(bag.counts()) {}
    void meet(const Key<K>& key) {
        std::uint32_t& left = left_[bag_.find(key)];
        if (left > 0) {
            left--;
            hits++;
        }
    }
    Number hits = 0;

  private:
    const Bag<K>& bag_;
    std::vector<std::uint32_t> left_;
};

// A reference's own numbering 0..size-1 of its words, and how often it holds each.
struct Local {
    std::size_t size = 0;
    std::vector<Id> flat, units;  // the two runs in local numbers
    std::vector<std::uint32_t> count;

    Id find(Id id) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t s = mix(id) & mask;; s = (s + 1) & mask) {
            if (slots_[s].second == kNone) return kNone;
            if (slots_[s].first == id) return slots_[s].second;
        }
    }

    explicit Local(const Text& text) {
        const std::size_t most = text.run.ids.size() + (text.other ? text.other->ids.size() : 0);
        std::size_t places = 16;
        while (places < most * 2) places *= 2;
        slots_.assign(places, {0, kNone});
        add(text.run.ids, flat);
        count.assign(size, 0);
        for (const Id w : flat) count[w]++;
        if (text.other) {
            add(text.other->ids, units);
            count.resize(size, 0);
        } else {
            units = flat;
        }
    }

    // Another text's words in these numbers; kNone where this text does not have them.
    std::vector<Id> map(const std::vector<Id>& ids) const {
        std::vector<Id> out(ids.size());
        for (std::size_t i = 0; i < ids.size(); i++) out[i] = find(ids[i]);
        return out;
    }

  private:
    void add(const std::vector<Id>& ids, std::vector<Id>& out) {
        out.reserve(ids.size());
        const std::size_t mask = slots_.size() - 1;
        for (const Id id : ids) {
            std::size_t s = mix(id) & mask;
            while (slots_[s].second != kNone && slots_[s].first != id) s = (s + 1) & mask;
            if (slots_[s].second == kNone) slots_[s] = {id, static_cast<Id>(size++)};
            out.push_back(slots_[s].second);
        }
    }
    std::vector<std::pair<Id, Id>> slots_;
};

inline const Local& local_of(const Text& text) {
    if (!text.local) text.local = std::make_shared<const Local>(text);
    return *text.local;
}

// N-grams -------------------------------------------------------------------------------------

struct Grams {
    explicit Grams(int n) : n(n) {}
    virtual ~Grams() = default;
    int n;
};

template <std::size_t K>
struct GramBag final : Grams {
    GramBag(int n, std::size_t expected) : Grams(n), bag(expected) {}
    Bag<K> bag;
};

template <std::size_t K, typename Use>
void each_gram(const Run& run, std::size_t n, bool across, Use use) {
    const std::size_t parts = across ? 1 : run.sentences();
    for (std::size_t part = 0; part < parts; part++) {
        const std::size_t from = across ? 0 : run.starts[part];
        const std::size_t to = across ? run.ids.size() : run.starts[part + 1];
        for (std::size_t i = from; i + n <= to; i++) {
            Key<K> key{};
            for (std::size_t k = 0; k < n; k++)
                key[k / 2] |= static_cast<std::uint64_t>(run.ids[i + k] + 1) << (32 * (k % 2));
            use(key);
        }
    }
}

inline Number gram_count(const Run& run, std::size_t n, bool across) {
    if (across) return run.ids.size() >= n ? run.ids.size() - n + 1 : 0;
    Number total = 0;
    for (std::size_t s = 0; s < run.sentences(); s++) {
        const std::size_t size = run.starts[s + 1] - run.starts[s];
        total += size >= n ? size - n + 1 : 0;
    }
    return total;
}

template <std::size_t K>
Number gram_hits(const Text& reference, const Run& peer, int n, bool across) {
    const GramBag<K>* bag = nullptr;
    for (const auto& made : reference.grams)
        if (made->n == n)
            bag = static_cast<const GramBag<K>*>(made.get());
    const auto size = static_cast<std::size_t>(n);
    if (!bag) {
        auto made = std::make_shared<GramBag<K>>(n, reference.run.ids.size());
        each_gram<K>(reference.run, size, true, [&](const Key<K>& key) { made->bag.add(key); });
        bag = made.get();
        reference.grams.push_back(std::move(made));
    }
    Clip<K> clip(bag->bag);
    each_gram<K>(peer, size, across, [&](const Key<K>& key) { clip.meet(key); });
    return clip.hits;
}

inline Number word_hits(const Local& local, const std::vector<Id>& mapped) {
    std::vector<std::uint32_t> left = local.count;
    Number hits = 0;
    for (const Id w : mapped) {
        if (w != kNone && left[w] > 0) {
            left[w]--;
            hits++;
        }
    }
    return hits;
}

// `across` is about the peer: a reference is one text, as in the original and for oracles.
inline Counts ngrams(const Text& reference, const Run& peer, int n, bool across) {
    if (n < 1 || n > 9) throw std::invalid_argument("n is 1 to 9");
    const auto size = static_cast<std::size_t>(n);
    Counts counts{0, gram_count(reference.run, size, true), gram_count(peer, size, across)};
    if (counts.reference == 0 || counts.peer == 0) return counts;
    if (n == 1) {
        const Local& local = local_of(reference);
        counts.hits = word_hits(local, local.map(peer.ids));
    } else if (n == 2) {
        counts.hits = gram_hits<1>(reference, peer, n, across);
    } else if (n <= 4) {
        counts.hits = gram_hits<2>(reference, peer, n, across);
    } else if (n <= 6) {
        counts.hits = gram_hits<3>(reference, peer, n, across);
    } else {
        counts.hits = gram_hits<5>(reference, peer, n, across);
    }
    return counts;
}

// Word pairs ----------------------------------------------------------------------------------

constexpr std::size_t kDense = 512;  // up to so many words a table of all pairs is the fastest

inline Number pair_count(std::size_t size, long long distance, bool unigrams) {
    if (size < 2) return 0;
    const Number n = size, last = n - 1;
    Number total = unigrams ? last : 0;
    if (distance < 0 || static_cast<Number>(distance) + 1 >= last) return total + n * last / 2;
    const Number w = static_cast<Number>(distance) + 1;
    return total + w * (n - w) + w * (w - 1) / 2;
}

// Pairs of any distance: for each first word one sweep over both texts that counts how often it
// was met before each other word. Takes words * length steps and little memory at any length.
inline Number all_pair_hits(const Local& local, const std::vector<Id>& peer, Interrupt& interrupt) {
    Number hits = 0;
    std::vector<Number> mine(local.size), theirs(local.size);
    const auto sweep = [&interrupt](const std::vector<Id>& words, Id first,
                                    std::vector<Number>& pairs) {
        std::fill(pairs.begin(), pairs.end(), 0);
        Number met = 0;
        std::size_t j = 0;
        while (j < words.size() && words[j] != first) j++;
        for (; j < words.size(); j++) {
            const Id w = words[j];
            if (w == kNone) continue;
            pairs[w] += met;
            met += w == first;
            interrupt.check(j + 1);
        }
    };
    std::vector<Id> common;  // the peer's words that the reference has, in order
    for (const Id w : peer)
        if (w != kNone) common.push_back(w);
    for (std::size_t first = 0; first < local.size; first++) {
        sweep(common, static_cast<Id>(first), theirs);
        sweep(local.flat, static_cast<Id>(first), mine);
        for (std::size_t k = 0; k < local.size; k++) hits += std::min(mine[k], theirs[k]);
        if ((first & 0xFF) == 0xFF) interrupt.now();
    }
    return hits;
}

template <typename Use>
void each_pair(const std::vector<Id>& words, long long distance, Interrupt& interrupt, Use use) {
    const std::size_t n = words.size();
    std::size_t step = 1;
    for (std::size_t i = 0; i + 1 < n; i++) {
        if (words[i] == kNone) continue;
        const std::size_t far = n - 1 - i;
        const std::size_t reach =
            distance < 0 ? far : std::min(far, static_cast<std::size_t>(distance) + 1);
        for (std::size_t j = i + 1; j <= i + reach; j++)
            if (words[j] != kNone) use(words[i], words[j]);
        step += reach;
        if (step > 0xFFFF) {
            interrupt.now();
            step = 1;
        }
    }
}

inline Number pair_hits(const Local& local, const std::vector<Id>& peer, long long distance) {
    Interrupt interrupt;
    const std::size_t size = local.size;
    Number hits = 0;
    if (distance < 0) {
        hits = all_pair_hits(local, peer, interrupt);
    } else if (size <= kDense) {
        std::vector<std::uint32_t> left(size * size, 0);
        each_pair(local.flat, distance, interrupt, [&](Id a, Id b) { left[a * size + b]++; });
        each_pair(peer, distance, interrupt, [&](Id a, Id b) {
            std::uint32_t& room = left[a * size + b];
            hits += room > 0;
            room -= room > 0;
        });
    } else {
        const auto key = [](Id a, Id b) {
            return Key<1>{(static_cast<std::uint64_t>(a) << 32) | b};
        };
        Bag<1> bag(pair_count(local.flat.size(), distance, false));
        each_pair(local.flat, distance, interrupt, [&](Id a, Id b) { bag.add(key(a, b)); });
        Clip<1> clip(bag);
        each_pair(peer, distance, interrupt, [&](Id a, Id b) { clip.meet(key(a, b)); });
        hits = clip.hits;
    }
    return hits;
}

// Single words but for each text's last.
inline Number inner_word_hits(const Local& local, const std::vector<Id>& peer) {
    std::vector<std::uint32_t> left(local.size, 0);
    Number hits = 0;
    for (std::size_t i = 0; i + 1 < local.flat.size(); i++) left[local.flat[i]]++;
    for (std::size_t i = 0; i + 1 < peer.size(); i++) {
        if (peer[i] != kNone && left[peer[i]] > 0) {
            left[peer[i]]--;
            hits++;
        }
    }
    return hits;
}

// Longest common subsequences -----------------------------------------------------------------

// The words of one sentence of the reference as bit masks over its positions.
class Masks {
  public:
    explicit Masks(std::size_t words) : slot_(words, kNone) {}

    void set(const Id* sentence, std::size_t size) {
        for (const Id w : touched_) slot_[w] = kNone;
        touched_.clear();
        width_ = (size + 63) / 64;
        bits_.clear();
        for (std::size_t i = 0; i < size; i++) {
            Id& slot = slot_[sentence[i]];
            if (slot == kNone) {
                slot = static_cast<Id>(touched_.size());
                touched_.push_back(sentence[i]);
                bits_.resize(bits_.size() + width_, 0);
            }
            bits_[slot * width_ + i / 64] |= 1ULL << (i % 64);
        }
    }
    std::size_t width() const { return width_; }
    // Null where the sentence does not hold the word.
    const std::uint64_t* of(Id word) const {
        if (word == kNone || slot_[word] == kNone) return nullptr;
        return bits_.data() + slot_[word] * width_;
    }

  private:
    std::vector<Id> slot_, touched_;
    std::vector<std::uint64_t> bits_;
    std::size_t width_ = 0;
};

// Marks one longest common subsequence, of equals the one that stands earliest in `left`.
//
// Row j holds, for every prefix of `left`, whether the length grows with its last word (bit 0)
// when held against the first j words of `right` (Hyyro's bit-vector recurrence). That is all the
// way back needs: a match goes back in both, a 1 drops a word of `left`, a 0 one of `right`.
// Long sentences keep every so many rows and work the rest out again, block by block.
class LcsMarker {
  public:
    void mark(const Id* left, std::size_t m, const Id* right, std::size_t n, const Masks& masks,
              std::vector<char>& marked, Interrupt& interrupt) {
        const std::size_t width = masks.width();
        std::size_t block = n;
        while (block > 64 && block * width > kBudget && block / 2 >= n / block) block /= 2;
        const std::size_t blocks = (n + block - 1) / block;
        kept_.assign(blocks * width, ~0ULL);
        for (std::size_t b = 0; b + 1 < blocks; b++) {
            row_.assign(kept_.begin() + static_cast<std::ptrdiff_t>(b * width),
                        kept_.begin() + static_cast<std::ptrdiff_t>((b + 1) * width));
            for (std::size_t j = b * block; j < (b + 1) * block; j++) {
                advance(row_.data(), row_.data(), masks.of(right[j]), width);
                if (width > 64 || (j & 0x3FF) == 0) interrupt.now();
            }
            std::copy(row_.begin(), row_.end(),
                      kept_.begin() + static_cast<std::ptrdiff_t>((b + 1) * width));
        }
        std::size_t i = m, j = n;
        for (std::size_t b = blocks; b-- > 0 && i > 0;) {
            const std::size_t from = b * block, to = std::min(n, from + block);
            rows_.resize((to - from) * width);
            const std::uint64_t* before = kept_.data() + b * width;
            for (std::size_t k = from; k < to; k++) {
                std::uint64_t* next = rows_.data() + (k - from) * width;
                advance(next, before, masks.of(right[k]), width);
                before = next;
                if (width > 64 || (k & 0x3FF) == 0x3FF) interrupt.now();
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

  private:
    static constexpr std::size_t kBudget = 1 << 22;  // words of 8 bytes

    static void advance(std::uint64_t* next, const std::uint64_t* row, const std::uint64_t* mask,
                        std::size_t width) {
        if (!mask) {
            if (next != row) std::copy(row, row + width, next);
            return;
        }
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < width; w++) {
            const std::uint64_t v = row[w], u = v & mask[w];
            const std::uint64_t half = v + u, sum = half + carry;
            carry = (half < v) | (sum < half);
            next[w] = sum | (v & ~mask[w]);
        }
    }

    std::vector<std::uint64_t> kept_, row_, rows_;
};

// The same for runs of k words that weigh k**weight.
class WlcsMarker {
  public:
    explicit WlcsMarker(double weight) : weight_(weight) {}

    double power(std::size_t k) {
        while (powers_.size() <= k)
            powers_.push_back(std::pow(static_cast<double>(powers_.size()), weight_));
        return powers_[k];
    }

    void mark(const Id* left, std::size_t m, const Id* right, std::size_t n,
              std::vector<char>& marked, Interrupt& interrupt) {
        if (m > kMost / n) throw std::length_error("sentences too long for ROUGE-W");
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
                    up_[(i - 1) * n + (j - 1)] = up;
                    run[j] = 0;
                }
                if ((j & 0xFFFF) == 0) interrupt.now();
            }
            if ((i & 0xFF) == 0) interrupt.now();
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

  private:
    static constexpr std::size_t kMost = std::size_t{1} << 33;  // cells, one bit each

    double weight_;
    std::vector<double> powers_, value_;
    std::vector<std::uint32_t> run_;
    std::vector<bool> up_;
};

// How often a word may still be counted: as often as both texts hold it.
struct Room {
    Room(const Local& local, const std::vector<Id>& peer) : left(local.count), right(local.size, 0) {
        for (const Id w : peer)
            if (w != kNone) right[w]++;
    }
    bool take(Id w) {
        if (left[w] == 0 || right[w] == 0) return false;
        left[w]--;
        right[w]--;
        return true;
    }
    std::vector<std::uint32_t> left, right;
};

// Calls use(sentence, size, marked) for each sentence of the reference, marked by `mark`.
template <typename Mark, typename Use>
void each_union(const Text& reference, const Local& local, const std::vector<Id>& peer,
                const Run& peer_run, Mark mark, Use use) {
    const std::vector<std::size_t>& starts = reference.units().starts;
    std::vector<char> marked;
    for (std::size_t s = 0; s + 1 < starts.size(); s++) {
        const Id* sentence = local.units.data() + starts[s];
        const std::size_t size = starts[s + 1] - starts[s];
        marked.assign(size, 0);
        if (size > 0) mark(sentence, size, peer, peer_run.starts, marked);
        use(sentence, size, marked);
    }
}

inline Number lcs_hits(const Text& reference, const Local& local, const std::vector<Id>& flat,
                       const std::vector<Id>& units, const Run& unit_run) {
    Interrupt interrupt;
    Masks masks(local.size);
    LcsMarker marker;
    Room room(local, flat);
    Number hits = 0;
    each_union(
        reference, local, units, unit_run,
        [&](const Id* sentence, std::size_t size, const std::vector<Id>& peer,
            const std::vector<std::size_t>& starts, std::vector<char>& marked) {
            masks.set(sentence, size);
            for (std::size_t p = 0; p + 1 < starts.size(); p++) {
                const std::size_t n = starts[p + 1] - starts[p];
                if (n == 0) continue;
                marker.mark(sentence, size, peer.data() + starts[p], n, masks, marked, interrupt);
                interrupt.check(p + 1);
            }
        },
        [&](const Id* sentence, std::size_t size, const std::vector<char>& marked) {
            for (std::size_t i = 0; i < size; i++) hits += marked[i] && room.take(sentence[i]);
        });
    return hits;
}

struct WeightedCounts {
    double hits, reference;
};

inline WeightedCounts wlcs_hits(const Text& reference, const Local& local,
                                const std::vector<Id>& flat, const std::vector<Id>& units,
                                const Run& unit_run, double weight) {
    Interrupt interrupt;
    WlcsMarker marker(weight);
    Room room(local, flat);
    WeightedCounts counts{0.0, 0.0};
    each_union(
        reference, local, units, unit_run,
        [&](const Id* sentence, std::size_t size, const std::vector<Id>& peer,
            const std::vector<std::size_t>& starts, std::vector<char>& marked) {
            for (std::size_t p = 0; p + 1 < starts.size(); p++) {
                const std::size_t n = starts[p + 1] - starts[p];
                if (n == 0) continue;
                marker.mark(sentence, size, peer.data() + starts[p], n, marked, interrupt);
                interrupt.check(p + 1);
            }
        },
        [&](const Id* sentence, std::size_t size, const std::vector<char>& marked) {
            counts.reference += marker.power(size);
            std::size_t run = 0;
            for (std::size_t i = 0; i < size; i++) {
                if (!marked[i] || !room.take(sentence[i])) continue;
                run++;
                if (i + 1 == size || !marked[i + 1]) {
                    counts.hits += marker.power(run);
                    run = 0;
                }
            }
        });
    return counts;
}

}  // namespace sumscope::rouge

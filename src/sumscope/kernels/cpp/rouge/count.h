// What two texts share: n-grams and word pairs. Exact keys, no collisions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rouge/text.h"
#include "shared/interrupt.h"

namespace sumscope::rouge {

using Number = std::uint64_t;

template <std::size_t K>
using Key = std::array<std::uint64_t, K>;

template <std::size_t K>
std::uint64_t hash_key(const Key<K>& key) {
    std::uint64_t h = 0;
    for (const std::uint64_t part : key) h = mix((h ^ part) * 0x9E3779B97F4A7C15ULL);
    return h;
}

// A multiset of keys that is counted up by one text and down by the other: each hit uses up one.
template <std::size_t K>
class Bag {
  public:
    Bag(std::size_t expected, Interrupt& interrupt) : interrupt_(interrupt) {
        std::size_t size = 16;
        while (size < std::min(expected, kFirst) * 2) size *= 2;
        keys_.resize(size);
        counts_.assign(size, 0);
    }
    void add(const Key<K>& key) {
        const std::size_t s = find(key);
        if (empty(s)) {
            keys_[s] = key;
            if (++used_ * 2 > counts_.size()) return grow(key);
        }
        counts_[s]++;
    }
    bool take(const Key<K>& key) {
        const std::size_t s = find(key);
        if (counts_[s] == 0) return false;
        counts_[s]--;
        return true;
    }

  private:
    static constexpr std::size_t kFirst = 1 << 16;

    // Keys hold numbers from 1 up, so a first part of 0 is an empty place.
    bool empty(std::size_t s) const { return keys_[s][0] == 0; }
    std::size_t find(const Key<K>& key) const {
        const std::size_t mask = counts_.size() - 1;
        std::size_t s = hash_key(key) & mask;
        while (!empty(s) && keys_[s] != key) s = (s + 1) & mask;
        return s;
    }
    void grow(const Key<K>& last) {
        std::vector<Key<K>> keys(keys_.size() * 2, Key<K>{});
        std::vector<std::uint32_t> counts(counts_.size() * 2, 0);
        keys.swap(keys_);
        counts.swap(counts_);
        for (std::size_t k = 0; k < keys.size(); k++) {
            interrupt_.spend(1);
            if (keys[k][0] == 0) continue;
            const std::size_t s = find(keys[k]);
            keys_[s] = keys[k];
            counts_[s] = counts[k];
        }
        counts_[find(last)]++;
    }
    std::vector<Key<K>> keys_;
    std::vector<std::uint32_t> counts_;
    std::size_t used_ = 0;
    Interrupt& interrupt_;
};

// A reference's own numbering 0..size-1 of its words, and how often it holds each.
struct Local {
    std::size_t size = 0;
    std::vector<Id> flat;   // the text in these numbers
    std::vector<Id> other;  // what ROUGE-L and W read, where that is something else
    std::vector<std::uint32_t> count;

    Local(const Text& text, Interrupt& interrupt) {
        const std::size_t most = text.run.ids.size() + (text.other ? text.other->ids.size() : 0);
        std::size_t places = 16;
        while (places < most * 2) places *= 2;
        slots_.assign(places, {0, kNone});
        count.reserve(most);
        add(text.run.ids, flat, interrupt);
        for (const Id w : flat) count[w]++;
        if (text.other) add(text.other->ids, other, interrupt);
    }

    Id find(Id id) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t s = mix(id) & mask;; s = (s + 1) & mask) {
            if (slots_[s].second == kNone) return kNone;
            if (slots_[s].first == id) return slots_[s].second;
        }
    }

    // Another text's words in these numbers; kNone where this text does not have them.
    void map(const std::vector<Id>& ids, std::vector<Id>& out, Interrupt& interrupt) const {
        out.resize(ids.size());
        for (std::size_t i = 0; i < ids.size(); i++) {
            out[i] = find(ids[i]);
            interrupt.spend(4);
        }
    }

  private:
    void add(const std::vector<Id>& ids, std::vector<Id>& out, Interrupt& interrupt) {
        out.reserve(ids.size());
        const std::size_t mask = slots_.size() - 1;
        for (const Id id : ids) {
            std::size_t s = mix(id) & mask;
            while (slots_[s].second != kNone && slots_[s].first != id) s = (s + 1) & mask;
            if (slots_[s].second == kNone) {
                slots_[s] = {id, static_cast<Id>(size++)};
                count.push_back(0);
            }
            out.push_back(slots_[s].second);
            interrupt.spend(4);
        }
    }
    std::vector<std::pair<Id, Id>> slots_;
};

// Under the GIL only: two threads may ask for the same text.
inline const Local& local_of(const Text& text, Interrupt& interrupt) {
    if (!text.local) text.local = std::make_shared<const Local>(text, interrupt);
    return *text.local;
}

// N-grams -------------------------------------------------------------------------------------

inline Number gram_count(const Run& run, std::size_t n, bool across) {
    if (across) return run.ids.size() >= n ? run.ids.size() - n + 1 : 0;
    Number total = 0;
    for (std::size_t s = 0; s < run.sentences(); s++) {
        const std::size_t size = run.starts[s + 1] - run.starts[s];
        total += size >= n ? size - n + 1 : 0;
    }
    return total;
}

// Every n-gram without an unknown word.
template <std::size_t K, typename Use>
void each_gram(const std::vector<Id>& words, const std::vector<std::size_t>& starts, std::size_t n,
               bool across, Interrupt& interrupt, Use use) {
    const std::size_t parts = across ? 1 : starts.size() - 1;
    for (std::size_t part = 0; part < parts; part++) {
        const std::size_t to = across ? words.size() : starts[part + 1];
        std::size_t known = 0;
        for (std::size_t i = across ? 0 : starts[part]; i < to; i++) {
            known = words[i] == kNone ? 0 : known + 1;
            if (known < n) continue;
            Key<K> key{};
            for (std::size_t k = 0; k < n; k++)
                key[k / 2] |= static_cast<std::uint64_t>(words[i + 1 - n + k] + 1)
                              << (32 * (k % 2));
            use(key);
            interrupt.spend(16);
        }
    }
}

template <std::size_t K>
Number gram_hits(const Local& local, const std::vector<Id>& peer,
                 const std::vector<std::size_t>& starts, std::size_t n, bool across,
                 Interrupt& interrupt) {
    Bag<K> bag(local.flat.size(), interrupt);
    Number hits = 0;
    each_gram<K>(local.flat, starts, n, true, interrupt, [&](const Key<K>& k) { bag.add(k); });
    each_gram<K>(peer, starts, n, across, interrupt, [&](const Key<K>& k) { hits += bag.take(k); });
    return hits;
}

inline Number word_hits(const Local& local, const std::vector<Id>& peer,
                        std::vector<std::uint32_t>& left) {
    left = local.count;
    Number hits = 0;
    for (const Id w : peer) {
        if (w == kNone) continue;
        const bool hit = left[w] > 0;
        left[w] -= hit;
        hits += hit;
    }
    return hits;
}

// Word pairs ----------------------------------------------------------------------------------

constexpr std::size_t kDense = 128;  // up to so many words a table of all pairs is the fastest

inline Number pair_count(std::size_t size, long long distance, bool unigrams) {
    if (size < 2) return 0;
    const Number n = size, last = n - 1;
    const Number total = unigrams ? last : 0;
    if (distance < 0 || static_cast<Number>(distance) + 1 >= last) return total + n * last / 2;
    const Number w = static_cast<Number>(distance) + 1;
    return total + w * (n - w) + w * (w - 1) / 2;
}

// Pairs of any distance: for each first word one sweep over both texts that counts how often it
// was met before each other word. Takes words * length steps and little memory at any length.
inline Number all_pair_hits(const Local& local, const std::vector<Id>& peer, Interrupt& interrupt) {
    Number hits = 0;
    const std::size_t size = local.size;
    std::vector<Number> mine(size), theirs(size);
    std::vector<Id> common;  // the peer's words that the reference has, in order
    std::vector<char> shared(size, 0);
    for (const Id w : peer) {
        if (w == kNone) continue;
        common.push_back(w);
        shared[w] = 1;
    }
    const auto sweep = [&interrupt](const std::vector<Id>& words, Id first,
                                    std::vector<Number>& pairs) {
        std::fill(pairs.begin(), pairs.end(), 0);
        Number met = 0;
        for (std::size_t j = 0; j < words.size(); j++) {
            pairs[words[j]] += met;
            met += words[j] == first;
        }
        interrupt.spend(2 * (pairs.size() + words.size()));
    };
    for (std::size_t first = 0; first < size; first++) {
        if (local.count[first] == 0 || !shared[first]) continue;
        sweep(common, static_cast<Id>(first), theirs);
        sweep(local.flat, static_cast<Id>(first), mine);
        for (std::size_t k = 0; k < size; k++) hits += std::min(mine[k], theirs[k]);
        interrupt.spend(size);
    }
    return hits;
}

template <typename Use>
void each_pair(const std::vector<Id>& words, std::size_t reach, Interrupt& interrupt, Use use) {
    const std::size_t n = words.size();
    for (std::size_t i = 0; i + 1 < n; i++) {
        const Id first = words[i];
        if (first == kNone) continue;
        const std::size_t end = i + std::min(n - 1 - i, reach);
        for (std::size_t j = i + 1; j <= end; j++)
            if (words[j] != kNone) use(first, words[j]);
        interrupt.spend(end - i);
    }
}

// The pairs of a reference by their distance, counted once for all peers that come after each
// other.
class PairTables {
  public:
    Number hits(const Local& local, const std::vector<Id>& peer, std::size_t reach,
                Interrupt& interrupt) {
        const std::size_t size = local.size;
        Table& table = of(reach);
        std::vector<std::uint32_t>& left = table.left;
        if (table.owner != &local) {
            left.assign(size * size, 0);
            each_pair(local.flat, reach, interrupt, [&](Id a, Id b) { left[a * size + b]++; });
            table.owner = &local;
        }
        // The peer's words that the reference has, and where they stand.
        known_.clear();
        for (std::size_t i = 0; i < peer.size(); i++)
            if (peer[i] != kNone) known_.emplace_back(i, peer[i]);
        std::size_t taken = 0;
        for (std::size_t i = 0; i < known_.size(); i++) {
            const std::size_t row = known_[i].second * size, end = known_[i].first + reach;
            std::size_t j = i + 1;
            for (; j < known_.size() && known_[j].first <= end; j++) {
                const std::size_t cell = row + known_[j].second;
                const bool hit = left[cell] > 0;
                if (taken == taken_.size()) taken_.resize(2 * taken + 64);
                taken_[taken] = static_cast<std::uint32_t>(cell);
                left[cell] -= hit;
                taken += hit;
            }
            interrupt.spend(2 * (j - i));
        }
        for (std::size_t k = 0; k < taken; k++) left[taken_[k]]++;
        interrupt.spend(taken + peer.size());
        return taken;
    }

  private:
    struct Table {
        std::size_t reach;
        const Local* owner = nullptr;
        std::vector<std::uint32_t> left{};
    };
    static constexpr std::size_t kMost = 8;

    Table& of(std::size_t reach) {
        for (Table& table : tables_)
            if (table.reach == reach) return table;
        if (tables_.size() < kMost) return tables_.emplace_back(Table{reach});
        Table& table = tables_[reach % kMost];
        table.reach = reach;
        table.owner = nullptr;
        return table;
    }

    std::vector<Table> tables_;
    std::vector<std::uint32_t> taken_;  // cells that are given back
    std::vector<std::pair<std::size_t, Id>> known_;
};

inline Number pair_hits(const Local& local, const std::vector<Id>& peer, long long distance,
                        PairTables& tables, Interrupt& interrupt) {
    if (distance < 0) return all_pair_hits(local, peer, interrupt);
    const std::size_t size = local.size, reach = static_cast<std::size_t>(distance) + 1;
    if (size <= kDense) return tables.hits(local, peer, reach, interrupt);
    Number hits = 0;
    const auto key = [](Id a, Id b) {
        return Key<1>{(static_cast<std::uint64_t>(a + 1) << 32) | (b + 1)};
    };
    Bag<1> bag(pair_count(local.flat.size(), distance, false), interrupt);
    each_pair(local.flat, reach, interrupt, [&](Id a, Id b) { bag.add(key(a, b)); });
    each_pair(peer, reach, interrupt, [&](Id a, Id b) { hits += bag.take(key(a, b)); });
    return hits;
}

// Single words but for each text's last.
inline Number inner_word_hits(const Local& local, const std::vector<Id>& peer,
                              std::vector<std::uint32_t>& left) {
    left = local.count;
    left[local.flat.back()]--;
    Number hits = 0;
    for (std::size_t i = 0; i + 1 < peer.size(); i++) {
        if (peer[i] == kNone) continue;
        const bool hit = left[peer[i]] > 0;
        left[peer[i]] -= hit;
        hits += hit;
    }
    return hits;
}

}  // namespace sumscope::rouge

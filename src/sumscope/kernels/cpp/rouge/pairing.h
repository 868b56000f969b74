// A reference and a peer, the peer's words in the reference's numbers, and all that is counted
// there.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "rouge/count.h"
#include "rouge/lcs.h"
#include "rouge/text.h"

namespace sumscope::rouge {

struct Counts {
    double hits, reference, peer;
};

class Pairing {
  public:
    // `pairs`: how many are to come, as far as that is known.
    explicit Pairing(Interrupt& interrupt, std::size_t pairs = 1)
        : interrupt_(interrupt), direct_(pairs >= kWorthTable), union_(interrupt) {}

    // Takes the pair; what it points to must outlive its use. The reference's numbers were made
    // before (local_of). With or without the GIL.
    void set(const Text& reference, const Text& peer) {
        if (direct_ && local_ != reference.local.get()) begin_table(reference);
        reference_ = &reference;
        local_ = reference.local.get();
        peer_ = &peer;
        if (reference.lexicon == peer.lexicon) {
            map(peer.run.ids, flat_);
            if (peer.other) map(peer.other->ids, other_);
        } else {
            // Lexicons grow while other threads encode, under the GIL: so they are read under it.
            nanobind::gil_scoped_acquire gil;
            translate(peer.run.ids, flat_);
            if (peer.other) translate(peer.other->ids, other_);
        }
    }

    // `across` is about the peer: a reference is one text, as in the original and for oracles.
    Counts ngrams(int n, bool across) {
        if (n < 1 || n > 9) throw std::invalid_argument("n is 1 to 9");
        const auto size = static_cast<std::size_t>(n);
        const Run& run = peer_->run;
        const Number mine = gram_count(reference_->run, size, true);
        const Number theirs = gram_count(run, size, across);
        Number hits = 0;
        if (mine > 0 && theirs > 0) {
            if (n == 1)
                hits = word_hits(*local_, flat_, left_);
            else if (n == 2 && across)
                hits = pair_hits(*local_, flat_, 0, tables_, interrupt_);
            else if (n == 2)
                hits = gram_hits<1>(*local_, flat_, run.starts, size, across, interrupt_);
            else if (n <= 4)
                hits = gram_hits<2>(*local_, flat_, run.starts, size, across, interrupt_);
            else
                hits = gram_hits<5>(*local_, flat_, run.starts, size, across, interrupt_);
        }
        return made(hits, mine, theirs);
    }

    Counts skips(long long distance, bool unigrams) {
        Number hits = 0;
        if (local_->flat.size() > 1 && flat_.size() > 1) {
            hits = pair_hits(*local_, flat_, distance, tables_, interrupt_);
            if (unigrams) hits += inner_word_hits(*local_, flat_, left_);
        }
        return made(hits, pair_count(local_->flat.size(), distance, unigrams),
                    pair_count(flat_.size(), distance, unigrams));
    }

    Counts lcs() {
        Number hits = 0;
        const std::vector<Id>& words = units();
        const std::vector<std::size_t>& starts = reference_->units().starts;
        begin_room();
        union_.mark(
            local_, local_->size, words, starts, peer_units(), peer_->units().starts,
            [&](const Id* sentence, std::uint64_t bits) {
                for (; bits != 0; bits &= bits - 1) hits += take(sentence[low_bit(bits)]);
            },
            [&](const Id* sentence, const std::vector<char>& marked) {
                for (std::size_t i = 0; i < marked.size(); i++)
                    hits += marked[i] && take(sentence[i]);
                interrupt_.spend(2 * marked.size());
            });
        return made(hits, words.size(), flat_.size());
    }

    // `reference` is the sum of the weighted sentence lengths.
    Counts wlcs(double weight) {
        Counts counts{0.0, 0.0, static_cast<double>(flat_.size())};
        const std::vector<Id>& words = units();
        const std::vector<std::size_t>& starts = reference_->units().starts;
        WlcsMarker marker(weight, interrupt_);
        begin_room();
        for (std::size_t s = 0; s + 1 < starts.size(); s++) {
            const std::size_t size = starts[s + 1] - starts[s];
            const Id* sentence = words.data() + starts[s];
            marker.mark(sentence, size, peer_units(), peer_->units().starts, marked_);
            counts.reference += marker.power(size);
            interrupt_.spend(16 + 2 * size);
            std::size_t run = 0;
            for (std::size_t i = 0; i < size; i++) {
                if (!marked_[i] || !take(sentence[i])) continue;
                run++;
                if (i + 1 == size || !marked_[i + 1]) {
                    counts.hits += marker.power(run);
                    run = 0;
                }
            }
        }
        return counts;
    }

  private:
    static Counts made(Number hits, Number reference, Number peer) {
        return {static_cast<double>(hits), static_cast<double>(reference),
                static_cast<double>(peer)};
    }
    const std::vector<Id>& units() const {
        return reference_->other ? local_->other : local_->flat;
    }
    const std::vector<Id>& peer_units() const { return peer_->other ? other_ : flat_; }

    // The reference's words in a table over all words of the lexicon, of those that it has.
    void begin_table(const Text& reference) {
        stamp_++;
        const auto enter = [&](const std::vector<Id>& ids, const std::vector<Id>& numbers) {
            for (std::size_t i = 0; i < ids.size(); i++) {
                if (ids[i] >= table_.size())
                    table_.resize(2 * std::size_t{ids[i]} + 64, {0, kNone});
                table_[ids[i]] = {stamp_, numbers[i]};
            }
            interrupt_.spend(4 * ids.size());
        };
        enter(reference.run.ids, reference.local->flat);
        if (reference.other) enter(reference.other->ids, reference.local->other);
    }

    // Words of the same lexicon in the reference's numbers; kNone where it does not have them.
    void map(const std::vector<Id>& ids, std::vector<Id>& out) {
        if (!direct_) {
            local_->map(ids, out, interrupt_);
            return;
        }
        out.resize(ids.size());
        for (std::size_t i = 0; i < ids.size(); i++) {
            const Id id = ids[i];
            const bool has = id < table_.size() && table_[id].first == stamp_;
            out[i] = has ? table_[id].second : kNone;
        }
        interrupt_.spend(2 * ids.size());
    }

    // Words of another lexicon, by their spelling.
    void translate(const std::vector<Id>& ids, std::vector<Id>& out) const {
        out.resize(ids.size());
        for (std::size_t i = 0; i < ids.size(); i++) {
            const std::string_view word = peer_->lexicon->words.key(ids[i]);
            const Id found = reference_->lexicon->words.find(word, hash_of(word));
            out[i] = found == kNone ? kNone : local_->find(found);
            interrupt_.spend(16);
        }
    }

    // A word of a common subsequence counts at most as often as both texts hold it.
    void begin_room() {
        left_ = local_->count;
        right_.assign(local_->size, 0);
        for (const Id w : flat_)
            if (w != kNone) right_[w]++;
    }
    bool take(Id w) {
        if (left_[w] == 0 || right_[w] == 0) return false;
        left_[w]--;
        right_[w]--;
        return true;
    }

    static constexpr std::size_t kWorthTable = 64;

    Interrupt& interrupt_;
    const bool direct_;
    std::uint32_t stamp_ = 0;
    std::vector<std::pair<std::uint32_t, Id>> table_;
    const Text* reference_ = nullptr;
    const Text* peer_ = nullptr;
    const Local* local_ = nullptr;
    std::vector<Id> flat_, other_;
    std::vector<std::uint32_t> left_, right_;
    PairTables tables_;
    std::vector<char> marked_;
    UnionMarker union_;
};

}  // namespace sumscope::rouge

// The oracle problem in plain arrays, and the few things every method asks of it.
//
// Sentence i holds the n-grams idx[ptr[i]..ptr[i+1]) with counts cnt (clipped to N_g) and has
// len[i] words. N-gram g is worth w[woff[g] + t] when it is covered for the (t+1)-th time; w is
// non-increasing in t, because it counts the references that hold g at least t+1 times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "shared/checks.h"
#include "shared/interrupt.h"

namespace sumscope::oracle {

struct Problem {
    int n = 0, grams = 0, limit = 0;
    std::vector<int> ptr, idx, cnt, len, woff, w;

    int need(int g) const { return woff[g + 1] - woff[g]; }

    // How many n-grams sentence i holds: what gain and take cost.
    std::size_t width(int i) const { return static_cast<std::size_t>(ptr[i + 1] - ptr[i]); }

    // What sentence i adds to coverage c.
    long long gain(int i, const std::vector<int>& c) const {
        long long sum = 0;
        for (int e = ptr[i]; e < ptr[i + 1]; ++e) {
            const int g = idx[e], end = std::min(need(g), c[g] + cnt[e]);
            for (int t = c[g]; t < end; ++t) sum += w[woff[g] + t];
        }
        return sum;
    }

    // Puts sentence i into coverage c and returns what it added.
    long long take(int i, std::vector<int>& c) const {
        long long sum = 0;
        for (int e = ptr[i]; e < ptr[i + 1]; ++e) {
            const int g = idx[e], end = std::min(need(g), c[g] + cnt[e]);
            for (int t = c[g]; t < end; ++t) sum += w[woff[g] + t];
            c[g] = std::max(c[g], end);
        }
        return sum;
    }

    long long value(const std::vector<int>& chosen) const {
        std::vector<int> c(grams, 0);
        long long sum = 0;
        for (int i : chosen) sum += take(i, c);
        return sum;
    }
};

// Ends a search that has used up its nodes or seconds, and lets Ctrl-C through.
class Guard {
  public:
    // Negative: no limit.
    Guard(long long nodes, double seconds) : nodes_(nodes), seconds_(seconds) {}

    // False when the node budget is gone. Counts one node.
    bool node() {
        ++used;
        if (nodes_ >= 0 && used > nodes_) spent_ = true;
        return work(512);
    }

    // False when a budget is gone; cheap, to be called from inner loops with the work they do.
    bool work(std::size_t steps) {
        if (interrupt_.spend(steps) && seconds_ >= 0 && interrupt_.seconds() > seconds_)
            spent_ = true;
        return !spent_;
    }

    bool spent() const { return spent_; }
    void stop() { spent_ = true; }

    long long used = 0;

  private:
    const long long nodes_;
    const double seconds_;
    Interrupt interrupt_;
    bool spent_ = false;
};

struct Greedy {
    long long value = 0;
    std::vector<int> chosen;
};

// Algorithm 2 of the paper: by density over what still fits, then the best single sentence if that
// is worth more. Sentences that add nothing are not taken; ties go to the earlier sentence.
inline Greedy greedy(const Problem& p, Guard& guard) {
    std::vector<int> c(p.grams, 0);
    std::vector<char> used(p.n, 0);
    Greedy out;
    int room = p.limit, single = -1;
    long long most = 0;
    for (int i = 0; i < p.n; ++i) {
        if (p.len[i] > room) continue;
        guard.work(4 + 4 * p.width(i));
        const long long x = p.gain(i, c);
        if (x > most) most = x, single = i;
    }
    for (;;) {
        int best = -1;
        long long gained = 0;
        for (int i = 0; i < p.n; ++i) {
            guard.work(2);
            if (used[i] || p.len[i] > room) continue;
            guard.work(4 * p.width(i));
            const long long x = p.gain(i, c);
            // x / len[i] > gained / len[best], in integers
            if (x > 0 && (best < 0 || x * p.len[best] > gained * p.len[i])) best = i, gained = x;
        }
        if (best < 0) break;
        used[best] = 1;
        room -= p.len[best];
        out.value += p.take(best, c);
        out.chosen.push_back(best);
    }
    if (most > out.value) {
        out.value = most;
        out.chosen.assign(1, single);
    }
    std::sort(out.chosen.begin(), out.chosen.end());
    return out;
}

// Numbers for n-grams: a table from (number of the first n-1 tokens, last token) to the next
// number.
class GramNumbers {
  public:
    // n = 0: there are none.
    explicit GramNumbers(int n) : n_(n), level_(n) {}

    // Number of the n-gram that starts at t, or -1 when it is not known and `add` is false.
    int of(const int* t, bool add) {
        if (n_ == 0) return -1;
        int number = 0;
        for (int k = 0; k < n_; ++k) {
            auto& table = level_[k];
            const std::uint64_t key =
                (static_cast<std::uint64_t>(static_cast<std::uint32_t>(number)) << 32) |
                static_cast<std::uint32_t>(t[k]);
            auto it = table.find(key);
            if (it == table.end()) {
                if (!add) return -1;
                it = table.emplace(key, static_cast<int>(table.size())).first;
            }
            number = it->second;
        }
        return number;
    }

    int size() const { return n_ == 0 ? 0 : static_cast<int>(level_[n_ - 1].size()); }

  private:
    int n_;
    std::vector<std::unordered_map<std::uint64_t, int>> level_;
};

// The n-grams of some references: how often each is needed and what its coverings are worth.
class ReferenceGrams {
  public:
    ReferenceGrams(const int* tokens, const std::vector<long long>& starts, int n, Guard& guard)
        : n_(n), numbers_(n <= longest(starts) ? n : 0), guard_(guard) {
        const int refs = static_cast<int>(starts.size()) - 1;
        cost_ = 16 + 64 * static_cast<std::size_t>(std::min<long long>(n, longest(starts)));
        std::vector<std::vector<int>> held(refs);  // per reference: count by n-gram number
        for (int r = 0; r < refs; ++r)
            for (long long t = starts[r]; t + n <= starts[r + 1]; ++t) {
                const int g = numbers_.of(tokens + t, true);
                if (static_cast<int>(held[r].size()) <= g) held[r].resize(g + 1, 0);
                ++held[r][g];
                ++total;
                guard.work(cost_);
            }
        most.assign(numbers_.size(), 0);
        for (const auto& h : held)
            for (std::size_t g = 0; g < h.size(); ++g) most[g] = std::max(most[g], h[g]);
        woff.assign(1, 0);
        for (int need : most) woff.push_back(woff.back() + need);
        w.assign(woff.back(), 0);
        for (const auto& h : held)
            for (std::size_t g = 0; g < h.size(); ++g)
                for (int t = 0; t < h[g]; ++t) ++w[woff[g] + t];
        count_.assign(most.size(), 0);
    }

    std::vector<int> most, woff, w;
    long long total = 0;

    // Puts what tokens[from, to) hold of them behind idx (numbers from `base` on, rising) and cnt.
    void row(const int* tokens, long long from, long long to, int base, std::vector<int>& idx,
             std::vector<int>& cnt) {
        seen_.clear();
        for (long long t = from; t + n_ <= to; ++t) {
            const int g = numbers_.of(tokens + t, false);
            guard_.work(cost_);
            if (g >= 0 && count_[g]++ == 0) seen_.push_back(g);
        }
        std::sort(seen_.begin(), seen_.end());
        for (int g : seen_) {
            idx.push_back(base + g);
            cnt.push_back(std::min(count_[g], most[g]));
            count_[g] = 0;
        }
        if (idx.size() > static_cast<std::size_t>(kMostItems))
            throw std::length_error("too many n-grams for one problem");
    }

  private:
    static long long longest(const std::vector<long long>& starts) {
        long long most = 0;
        for (std::size_t r = 0; r + 1 < starts.size(); ++r)
            most = std::max(most, starts[r + 1] - starts[r]);
        return most;
    }

    const int n_;
    GramNumbers numbers_;
    Guard& guard_;
    std::size_t cost_ = 0;
    std::vector<int> count_, seen_;
};

struct Built {
    Problem problem;
    std::vector<int> source;  // sentence number of each row of the problem
    long long total = 0;
};

// Sentences and references as token numbers -> the problem over the sentences that hold at least
// one n-gram of a reference and fit by themselves. N-grams stay inside a sentence; a reference is
// one text.
inline Built build(const int* tokens, const std::vector<long long>& starts, const int* lengths,
                   const int* ref_tokens, const std::vector<long long>& ref_starts, int n,
                   int limit, Guard& guard) {
    Built out;
    Problem& p = out.problem;
    ReferenceGrams grams(ref_tokens, ref_starts, n, guard);
    p.grams = static_cast<int>(grams.most.size());
    p.woff = grams.woff;
    p.w = grams.w;
    p.limit = limit;
    p.ptr.push_back(0);
    const int sentences = static_cast<int>(starts.size()) - 1;
    for (int s = 0; s < sentences; ++s) {
        if (lengths[s] < 1 || lengths[s] > limit) continue;
        const std::size_t before = p.idx.size();
        grams.row(tokens, starts[s], starts[s + 1], 0, p.idx, p.cnt);
        if (p.idx.size() == before) continue;
        p.ptr.push_back(static_cast<int>(p.idx.size()));
        p.len.push_back(lengths[s]);
        out.source.push_back(s);
    }
    p.n = static_cast<int>(p.len.size());
    out.total = grams.total;
    return out;
}

}  // namespace sumscope::oracle

// Problems whose value is a mean of ratios: F or recall of ROUGE-N and ROUGE-L.
//
// A view is one ROUGE. Over a set S of sentences it is scale * m / (times * p + total): m matches,
// p n-grams (words, for ROUGE-L) of S, total those of the references, times the number of
// references for F and 0 for recall. The n-grams of all views lie one after another in one Problem.
// The n-grams of ROUGE-L are the places of the references: a sentence covers those of its longest
// common subsequence with each sentence of a reference. Covered places with the same word of a
// reference (a class) count no more often than S has the word.
#pragma once

#include <cstdint>

#include "oracle/problem.h"
#include "oracle/residual.h"

namespace sumscope::oracle {

constexpr int kMostViews = 3;

struct Views {
    int count = 0;
    std::vector<int> first;        // per view and one more: its n-grams begin here
    std::vector<int> size;         // per sentence and view: its n-grams
    std::vector<long long> total;  // per view
    long long times = 0;
    int clipped = -1;       // the view of ROUGE-L
    std::vector<int> kind;  // per place: its class
    int kinds = 0;
    std::vector<int> cptr, cidx, ccnt;  // words of each sentence that have a class: how often

    int of(int i, int v) const { return size[static_cast<std::size_t>(i) * count + v]; }
    bool is_f() const { return times > 0; }
};

// Matches and denominators of a set, compared with others exactly.
struct Score {
    int views = 0;
    std::uint64_t match[kMostViews] = {0, 0, 0}, below[kMostViews] = {1, 1, 1};

    double value() const {
        double sum = 0;
        for (int v = 0; v < views; ++v)
            sum += static_cast<double>(match[v]) / static_cast<double>(below[v]);
        return sum;
    }

    // Above 0 when this is worth more than `other`.
    int compare(const Score& other) const {
        std::uint64_t a = 0, b = 1, c = 0, d = 1;
        flatten(a, b);
        other.flatten(c, d);
        std::uint64_t left[2], right[2];
        multiply(a, d, left);
        multiply(c, b, right);
        for (int q = 0; q < 2; ++q)
            if (left[q] != right[q]) return left[q] < right[q] ? -1 : 1;
        return 0;
    }

    // Denominators that compare() can take.
    static std::uint64_t most(int views) {
        return std::uint64_t{1} << (views == 1 ? 40 : views == 2 ? 30 : 20);
    }

  private:
    void flatten(std::uint64_t& over, std::uint64_t& under) const {
        for (int v = 0; v < views; ++v) {
            over = over * below[v] + match[v] * under;
            under *= below[v];
        }
    }

    // The 128 bits of x * y, high half first.
    static void multiply(std::uint64_t x, std::uint64_t y, std::uint64_t out[2]) {
        const std::uint64_t mask = 0xFFFFFFFFu;
        const std::uint64_t a = x >> 32, b = x & mask, c = y >> 32, d = y & mask;
        const std::uint64_t low = b * d, m1 = a * d, m2 = b * c;
        const std::uint64_t mid = (low >> 32) + (m1 & mask) + (m2 & mask);
        out[1] = (mid << 32) | (low & mask);
        out[0] = a * c + (m1 >> 32) + (m2 >> 32) + (mid >> 32);
    }
};

// A set of sentences as it grows: what is decided, matches (places not clipped), sizes, words held.
struct Extract : State {
    std::vector<int> have;
    long long match[kMostViews] = {0, 0, 0}, size[kMostViews] = {0, 0, 0};
    int slots = 0;  // sentences that may still be added

    Extract(const Problem& p, const Views& v, int most) : have(v.kinds, 0), slots(most) {
        status.assign(p.n, kOpen);
        covered.assign(p.grams, 0);
        price.resize(p.grams);
        for (int g = 0; g < p.grams; ++g) price[g] = 0.5 * p.w[p.woff[g]];
        room = p.limit;
    }

    bool takes(const Problem& p, int i) const {
        return status[i] == kOpen && slots > 0 && p.len[i] <= room;
    }

    std::vector<int> chosen() const {
        std::vector<int> out;
        for (std::size_t i = 0; i < status.size(); ++i)
            if (status[i] == kIn) out.push_back(static_cast<int>(i));
        return out;
    }

    void add(const Problem& p, const Views& v, int i) {
        status[i] = kIn;
        room -= p.len[i];
        --slots;
        int view = 0;
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; ++e) {
            const int g = p.idx[e], end = std::min(p.need(g), covered[g] + p.cnt[e]);
            while (g >= v.first[view + 1]) ++view;  // n-grams of a row rise
            for (int t = covered[g]; t < end; ++t) match[view] += p.w[p.woff[g] + t];
            covered[g] = std::max(covered[g], end);
        }
        for (int x = 0; x < v.count; ++x) size[x] += v.of(i, x);
        if (v.clipped >= 0)
            for (int e = v.cptr[i]; e < v.cptr[i + 1]; ++e) have[v.cidx[e]] += v.ccnt[e];
    }

    // The score with sentence i added.
    Score with(const Problem& p, const Views& v, int i) const {
        if (v.clipped >= 0) {
            Extract more = *this;
            more.add(p, v, i);
            return more.score(v);
        }
        Score out = score(v);
        int view = 0;
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; ++e) {
            const int g = p.idx[e], end = std::min(p.need(g), covered[g] + p.cnt[e]);
            while (g >= v.first[view + 1]) ++view;
            for (int t = covered[g]; t < end; ++t)
                out.match[view] += static_cast<std::uint64_t>(p.w[p.woff[g] + t]);
        }
        for (int x = 0; x < v.count; ++x)
            out.below[x] = static_cast<std::uint64_t>(
                std::max<long long>(1, v.times * (size[x] + v.of(i, x)) + v.total[x]));
        return out;
    }

    Score score(const Views& v) const {
        Score out;
        out.views = v.count;
        for (int x = 0; x < v.count; ++x) {
            const long long m = x == v.clipped ? clipped(v) : match[x];
            out.match[x] = static_cast<std::uint64_t>(m);
            out.below[x] =
                static_cast<std::uint64_t>(std::max<long long>(1, v.times * size[x] + v.total[x]));
        }
        return out;
    }

  private:
    long long clipped(const Views& v) const {
        std::vector<int> places(v.kinds, 0);
        const int from = v.first[v.clipped];
        for (int g = from; g < v.first[v.clipped + 1]; ++g) places[v.kind[g - from]] += covered[g];
        long long sum = 0;
        for (int x = 0; x < v.kinds; ++x) sum += std::min(places[x], have[x]);
        return sum;
    }
};

// Marks the places of `left` in one longest common subsequence with `right`: of equals the one that
// stands earliest in `left`.
class Marker {
  public:
    void mark(const int* left, int n, const int* right, int m, std::vector<char>& marked) {
        marked.assign(n, 0);
        const int width = m + 1;
        table_.assign(static_cast<std::size_t>(n + 1) * width, 0);
        for (int i = 1; i <= n; ++i)
            for (int j = 1; j <= m; ++j) {
                const int *row = &table_[static_cast<std::size_t>(i) * width], *up = row - width;
                table_[static_cast<std::size_t>(i) * width + j] =
                    left[i - 1] == right[j - 1] ? up[j - 1] + 1 : std::max(up[j], row[j - 1]);
            }
        for (int i = n, j = m; i > 0 && j > 0;) {
            const int *row = &table_[static_cast<std::size_t>(i) * width], *up = row - width;
            if (left[i - 1] == right[j - 1])
                --i, --j, marked[i] = 1;
            else if (up[j] >= row[j - 1])
                --i;
            else
                --j;
        }
    }

  private:
    std::vector<int> table_;
};

struct BuiltViews {
    Problem problem;
    Views views;
    std::vector<int> source;
};

// As build(), for several views at once; n = 0 stands for ROUGE-L. `cuts` cut each reference into
// its sentences; every start of a reference is one of them.
inline BuiltViews build_views(const int* tokens, const std::vector<long long>& starts,
                              const int* lengths, const int* ref_tokens,
                              const std::vector<long long>& ref_starts,
                              const std::vector<long long>& cuts, const std::vector<int>& ns,
                              long long times, int limit, Guard& guard) {
    BuiltViews out;
    Problem& p = out.problem;
    Views& v = out.views;
    v.count = static_cast<int>(ns.size());
    v.times = times;
    v.first.push_back(0);
    p.woff.push_back(0);
    p.limit = limit;
    std::vector<ReferenceGrams> grams;
    std::unordered_map<std::uint64_t, int> kinds;  // (reference, word) -> class
    const int refs = static_cast<int>(ref_starts.size()) - 1;
    auto key = [](int r, int word) {
        return static_cast<std::uint64_t>(r) << 32 | static_cast<std::uint32_t>(word);
    };
    for (int x = 0; x < v.count; ++x) {
        // ROUGE-L asks for words one by one, each place for itself.
        grams.emplace_back(ref_tokens, ref_starts, std::max(1, ns[x]), guard);
        const ReferenceGrams& g = grams.back();
        v.total.push_back(g.total);
        const int base = static_cast<int>(p.w.size());
        if (ns[x] == 0) {
            v.clipped = x;
            for (int r = 0; r < refs; ++r)
                for (long long t = ref_starts[r]; t < ref_starts[r + 1]; ++t) {
                    const auto at =
                        kinds.emplace(key(r, ref_tokens[t]), static_cast<int>(kinds.size()));
                    v.kind.push_back(at.first->second);
                    p.w.push_back(1);
                    p.woff.push_back(static_cast<int>(p.w.size()));
                }
        } else {
            p.w.insert(p.w.end(), g.w.begin(), g.w.end());
            for (std::size_t q = 1; q < g.woff.size(); ++q) p.woff.push_back(base + g.woff[q]);
        }
        v.first.push_back(static_cast<int>(p.woff.size()) - 1);
    }
    p.grams = static_cast<int>(p.woff.size()) - 1;
    v.kinds = static_cast<int>(kinds.size());
    p.ptr.push_back(0);
    v.cptr.push_back(0);
    Marker marker;
    std::vector<char> marked;
    std::unordered_map<int, int> held;
    const int sentences = static_cast<int>(starts.size()) - 1;
    for (int s = 0; s < sentences; ++s) {
        if (lengths[s] < 1 || lengths[s] > limit) continue;
        const std::size_t before = p.idx.size();
        const int words = static_cast<int>(starts[s + 1] - starts[s]);
        const int* text = tokens + starts[s];
        for (int x = 0; x < v.count; ++x) {
            if (ns[x] > 0) {
                grams[x].row(tokens, starts[s], starts[s + 1], v.first[x], p.idx, p.cnt);
                continue;
            }
            for (std::size_t q = 0; q + 1 < cuts.size(); ++q) {
                const int size = static_cast<int>(cuts[q + 1] - cuts[q]);
                marker.mark(ref_tokens + cuts[q], size, text, words, marked);
                guard.work(4 + 4 * static_cast<std::size_t>(size) * words);
                for (int t = 0; t < size; ++t)
                    if (marked[t])
                        p.idx.push_back(v.first[x] + static_cast<int>(cuts[q]) + t),
                            p.cnt.push_back(1);
            }
        }
        if (p.idx.size() == before) continue;
        for (int n : ns) v.size.push_back(std::max(0, words - std::max(1, n) + 1));
        if (v.clipped >= 0) {
            held.clear();
            for (int t = 0; t < words; ++t)
                for (int r = 0; r < refs; ++r) {
                    const auto found = kinds.find(key(r, text[t]));
                    if (found != kinds.end()) ++held[found->second];
                }
            std::vector<std::pair<int, int>> sorted(held.begin(), held.end());
            std::sort(sorted.begin(), sorted.end());
            for (const auto& [kind, times_held] : sorted)
                v.cidx.push_back(kind), v.ccnt.push_back(times_held);
        }
        v.cptr.push_back(static_cast<int>(v.cidx.size()));
        p.ptr.push_back(static_cast<int>(p.idx.size()));
        p.len.push_back(lengths[s]);
        out.source.push_back(s);
    }
    p.n = static_cast<int>(p.len.size());
    return out;
}

}  // namespace sumscope::oracle

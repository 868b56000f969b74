// Oracles in a stable order: by number of sentences, then as sorted tuples. The order does not
// depend on the search, so that every method lists the same oracles in the same order.
//
// For sets of one size, "X before Y" (the smallest item in which they differ is in X) survives
// adding the same new items to both, so the first set of a node is made of the first sets of its
// children.
#pragma once

#include <map>

#include "oracle/dag.h"
#include "oracle/problem.h"

namespace sumscope::oracle {

class Lister {
  public:
    Lister(const Dag& d, const std::vector<int>& len) : d_(d), len_(len) {
        std::vector<char> seen(len.size(), 0);
        for (const auto* list : {&d.items, &d.forced})
            for (int i : *list) seen[i] = 1;
        rank_.assign(len.size(), -1);
        for (std::size_t i = 0; i < len.size(); ++i)
            if (seen[i])
                rank_[i] = static_cast<int>(item_.size()), item_.push_back(static_cast<int>(i));
        words_ = item_.size() / 64 + 1;
        low_.assign(d.nodes(), 1 << 30);
        high_.assign(d.nodes(), -1);
        std::vector<int> lengths;
        for (int v = 0; v < d.nodes(); ++v) {
            if (d.room[v] >= 0) {
                lengths.clear();
                for (auto q = d.item_start[v]; q < d.item_start[v + 1]; ++q)
                    lengths.push_back(len[d.items[q]]);
                std::sort(lengths.begin(), lengths.end());
                long long words = 0;
                low_[v] = high_[v] = 0;
                for (int l : lengths)
                    if ((words += l) <= d.room[v]) ++high_[v];
                continue;
            }
            for (auto e = d.edge_start[v]; e < d.edge_start[v + 1]; ++e) {
                low_[v] = std::min(low_[v], low_[d.child[e]] + more(e));
                high_[v] = std::max(high_[v], high_[d.child[e]] + more(e));
            }
        }
    }

    int smallest() const { return low_[d_.root] + static_cast<int>(d_.base.size()); }
    int largest() const { return high_[d_.root] + static_cast<int>(d_.base.size()); }

    // Up to k oracles of `size` items that come after `after` (empty: from the first), sorted.
    std::vector<std::vector<int>> list(int size, const std::vector<int>& after, int k,
                                       Guard& guard) {
        std::vector<std::vector<int>> out;
        const int own = size - static_cast<int>(d_.base.size());
        require(after.empty() || fits(after, own), "`after` is not a set of that size");
        if (own < low_[d_.root] || own > high_[d_.root]) return out;
        std::vector<int> current, found;
        bool have = !after.empty();
        for (int i : after)
            if (rank_[i] >= 0 && !in_base(i)) current.push_back(rank_[i]);
        std::sort(current.begin(), current.end());
        current.erase(std::unique(current.begin(), current.end()), current.end());
        while (static_cast<int>(out.size()) < k) {
            if (!have) {
                banned_.assign(item_.size(), 0);
                if (!first(own, found, guard)) break;
            } else if (!next(own, current, found, guard)) {
                break;
            }
            current = found;
            have = true;
            std::vector<int> set = d_.base;
            for (int r : found) set.push_back(item_[r]);
            std::sort(set.begin(), set.end());
            out.push_back(set);
            if (own == 0) break;
        }
        return out;
    }

  private:
    // Whether `after` holds `own` different items besides those of every oracle.
    bool fits(std::vector<int> after, int own) const {
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        const auto held = std::count_if(after.begin(), after.end(),
                                        [&](int i) { return rank_[i] >= 0 && !in_base(i); });
        return held == own;
    }

    int more(std::int64_t e) const {
        return d_.take[e] + static_cast<int>(d_.forced_start[e + 1] - d_.forced_start[e]);
    }
    bool in_base(int i) const { return std::binary_search(d_.base.begin(), d_.base.end(), i); }

    // The first set after `current`: the longest prefix kept, the next item larger.
    bool next(int own, const std::vector<int>& current, std::vector<int>& found, Guard& guard) {
        for (int keep = own - 1; keep >= 0; --keep) {
            banned_.assign(item_.size(), 0);
            for (int r = 0; r <= current[keep]; ++r) banned_[r] = 1;
            for (int q = 0; q < keep; ++q) banned_[current[q]] = 0;
            if (first(own, found, guard) &&
                std::equal(current.begin(), current.begin() + keep, found.begin()))
                return true;
        }
        return false;
    }

    // The first set of `own` items without a banned one, as ranks. It holds all of a wanted prefix
    // if any set does, because sets that hold the smallest allowed items come first.
    bool first(int own, std::vector<int>& found, Guard& guard) {
        const int nodes = d_.nodes();
        // Which sizes of which nodes can matter.
        wanted_.assign(nodes, {});
        wanted_[d_.root].assign(1, own);
        for (int v = nodes - 1; v >= 0; --v) {
            auto& sizes = wanted_[v];
            if (sizes.empty()) continue;
            std::sort(sizes.begin(), sizes.end());
            sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
            if (d_.room[v] >= 0) continue;
            for (auto e = d_.edge_start[v]; e < d_.edge_start[v + 1]; ++e) {
                const int to = d_.child[e];
                for (int s : sizes)
                    if (s - more(e) >= low_[to] && s - more(e) <= high_[to])
                        wanted_[to].push_back(s - more(e));
            }
        }
        best_.assign(nodes, {});
        std::vector<std::uint64_t> trial(words_);
        for (int v = 0; v < nodes; ++v) {
            const auto& sizes = wanted_[v];
            if (sizes.empty()) continue;
            const auto held = static_cast<std::size_t>(d_.item_start[v + 1] - d_.item_start[v]);
            const auto edges = static_cast<std::size_t>(d_.edge_start[v + 1] - d_.edge_start[v]);
            guard.work(64 + sizes.size() * (64 * held + edges * (32 + words_)));
            auto& best = best_[v];
            best.resize(sizes.size());
            if (d_.room[v] >= 0) {
                for (std::size_t q = 0; q < sizes.size(); ++q) leaf(v, sizes[q], best[q]);
                continue;
            }
            for (auto e = d_.edge_start[v]; e < d_.edge_start[v + 1]; ++e) {
                if (!own_part(v, e, trial)) continue;
                const int to = d_.child[e];
                for (std::size_t q = 0; q < sizes.size(); ++q) {
                    const auto& list = wanted_[to];
                    const auto it = std::lower_bound(list.begin(), list.end(), sizes[q] - more(e));
                    if (it == list.end() || *it != sizes[q] - more(e)) continue;
                    const auto& below = best_[to][it - list.begin()];
                    if (below.empty()) continue;
                    std::vector<std::uint64_t> set = trial;
                    for (std::size_t x = 0; x < words_; ++x) set[x] |= below[x];
                    // items are stored from the highest bit, so a greater number comes first
                    if (best[q].empty() || set > best[q]) best[q] = std::move(set);
                }
            }
        }
        if (best_[d_.root].empty() || best_[d_.root][0].empty()) return false;
        found.clear();
        const auto& set = best_[d_.root][0];
        for (std::size_t r = 0; r < item_.size(); ++r)
            if (set[r / 64] >> (63 - r % 64) & 1) found.push_back(static_cast<int>(r));
        // A graph that was not made here may hold an item twice on a way.
        return static_cast<int>(found.size()) == own;
    }

    void put(std::vector<std::uint64_t>& set, int r) const { set[r / 64] |= 1ull << (63 - r % 64); }

    // Forced items of the edge and the first `take` allowed ones of the group.
    bool own_part(int v, std::int64_t e, std::vector<std::uint64_t>& set) const {
        std::fill(set.begin(), set.end(), 0);
        for (auto q = d_.forced_start[e]; q < d_.forced_start[e + 1]; ++q) {
            const int r = rank_[d_.forced[q]];
            if (banned_[r]) return false;
            put(set, r);
        }
        int left = d_.take[e];
        for (auto q = d_.item_start[v]; q < d_.item_start[v + 1] && left > 0; ++q) {
            const int r = rank_[d_.items[q]];
            if (banned_[r]) continue;
            put(set, r);
            --left;
        }
        return left == 0;
    }

    // First `size` allowed items of a leaf that fit: each item in turn, if the rest can be filled
    // up.
    void leaf(int v, int size, std::vector<std::uint64_t>& set) const {
        int room = d_.room[v], left = size;
        std::map<int, int> shortest;  // lengths of the items not yet passed
        std::vector<int> free;
        for (auto q = d_.item_start[v]; q < d_.item_start[v + 1]; ++q)
            if (!banned_[rank_[d_.items[q]]])
                free.push_back(d_.items[q]), ++shortest[len_[d_.items[q]]];
        auto words = [&](int count) {
            long long sum = 0;
            for (const auto& [l, many] : shortest) {
                const int here = std::min(count, many);
                sum += static_cast<long long>(here) * l;
                if ((count -= here) == 0) return sum;
            }
            return count > 0 ? (1ll << 60) : sum;
        };
        if (words(left) > room) return;
        set.assign(words_, 0);
        for (int i : free) {
            if (left == 0) break;
            const auto it = shortest.find(len_[i]);
            if (--it->second == 0) shortest.erase(it);
            if (len_[i] + words(left - 1) > room) continue;
            put(set, rank_[i]);
            room -= len_[i];
            --left;
        }
    }

    const Dag& d_;
    const std::vector<int>& len_;
    std::vector<int> rank_, item_, low_, high_;
    std::size_t words_ = 1;
    std::vector<char> banned_;
    std::vector<std::vector<int>> wanted_;
    std::vector<std::vector<std::vector<std::uint64_t>>> best_;
};

}  // namespace sumscope::oracle

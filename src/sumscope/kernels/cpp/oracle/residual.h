// What is left at a search node: the undecided items that fit, with their residual clipped counts.
#pragma once

#include "oracle/problem.h"

namespace sumscope::oracle {

// Part of a search node: what is decided, and the prices to start from.
struct State {
    std::vector<std::uint8_t> status;  // kOpen, kIn, kOut
    std::vector<int> covered;
    std::vector<double> price;
    long long value = 0;
    int room = 0;
};
enum : std::uint8_t { kOpen = 0, kIn = 1, kOut = 2 };

class Residual {
  public:
    explicit Residual(const Problem& p) : p_(p), supply_(p.grams, 0), local_(p.grams, -1) {}

    // Undecided items that fit: `active` would still add something, `idle` would not.
    std::vector<int> active, idle;

    // Throws out what does not fit and lists what is left, with its residual clipped counts. With
    // `all`, items that add nothing are active as well.
    void look(State& s, bool all = false) {
        active.clear();
        idle.clear();
        for (int g : grams_) local_[g] = -1, supply_[g] = 0;
        grams_.clear();
        row_.assign(1, 0);
        gram_.clear();
        amount_.clear();
        for (int i = 0; i < p_.n; ++i) {
            if (s.status[i] != kOpen) continue;
            if (p_.len[i] > s.room) {
                s.status[i] = kOut;
                continue;
            }
            const std::size_t before = gram_.size();
            for (int e = p_.ptr[i]; e < p_.ptr[i + 1]; ++e) {
                const int g = p_.idx[e], left = p_.need(g) - s.covered[g];
                if (left <= 0) continue;
                if (local_[g] < 0) local_[g] = static_cast<int>(grams_.size()), grams_.push_back(g);
                const int a = std::min(p_.cnt[e], left);
                supply_[g] += a;
                gram_.push_back(local_[g]);
                amount_.push_back(a);
            }
            if (gram_.size() == before && !all) {
                idle.push_back(i);
            } else {
                active.push_back(i);
                row_.push_back(static_cast<int>(gram_.size()));
            }
        }
        for (int g : grams_) supply_[g] = std::min(supply_[g], p_.need(g) - s.covered[g]);
    }

    const std::vector<int>& grams() const { return grams_; }  // n-grams that active items can add
    int supply(int g) const { return supply_[g]; }

    // True when active[a] and active[b] are interchangeable: same length, same residual counts.
    bool same(int a, int b) const {
        if (p_.len[active[a]] != p_.len[active[b]]) return false;
        const int na = row_[a + 1] - row_[a];
        if (na != row_[b + 1] - row_[b]) return false;
        for (int e = 0; e < na; ++e)
            if (gram_[row_[a] + e] != gram_[row_[b] + e] ||
                amount_[row_[a] + e] != amount_[row_[b] + e])
                return false;
        return true;
    }

  protected:
    const Problem& p_;
    std::vector<int> supply_, local_, grams_;  // by n-gram, by n-gram, the n-grams in play
    std::vector<int> row_, gram_, amount_;     // residual rows of the active items
};

}  // namespace sumscope::oracle

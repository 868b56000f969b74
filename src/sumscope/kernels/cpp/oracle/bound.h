// The upper bound at a node and what it fixes.
//
// With V chosen, A undecided, R words left, c_g covered and any prices pi >= 0,
//   f(S) <= f(V) + sum_g sum_t max(0, w[g,t] - pi_g) + max { sum_i p_i x_i : sum_i l_i x_i <= R },
// p_i = sum_g pi_g min(a_ig, N_g - c_g): each covered unit is either paid for by its price, through
// the knapsack, or worth more than its price, and then the excess is in the first sum.
#pragma once

#include <cmath>

#include "oracle/knapsack.h"
#include "oracle/residual.h"

namespace sumscope::oracle {

constexpr double kEps = 1e-6;

class Bound : public Residual {
  public:
    explicit Bound(const Problem& p, Guard& guard) : Residual(p), guard_(guard) {}

    // After ascend() and fix(): the bound, and the bound with active[j] forced in.
    double upper = 0;
    bool whole = false;  // tau asks for all that can still be covered
    std::vector<double> with;
    std::vector<double> profit;

    // Of the active items that hold the n-gram with the fewest holders, the one with most n-grams.
    int hardest() {
        holders_.assign(grams_.size(), 0);
        for (int q : gram_) ++holders_[q];
        const auto rarest = std::min_element(holders_.begin(), holders_.end()) - holders_.begin();
        int pick = 0, most = 0;
        for (int j = 0; j < static_cast<int>(active.size()); ++j)
            for (int e = row_[j]; e < row_[j + 1]; ++e)
                if (gram_[e] == rarest && row_[j + 1] - row_[j] > most)
                    most = row_[j + 1] - row_[j], pick = j;
        return pick;
    }

    // Polyak subgradient steps on the prices with the fractional knapsack. False: below tau.
    bool ascend(State& s, long long tau, int steps) {
        const int k = static_cast<int>(active.size()), m = static_cast<int>(grams_.size());
        // Everything that could still be covered, prices left aside.
        double all = static_cast<double>(s.value);
        for (int g : grams_)
            for (int t = 0; t < supply_[g]; ++t) all += p_.w[p_.woff[g] + s.covered[g] + t];
        if (all < tau - kEps) return false;
        whole = all < static_cast<double>(tau) + 0.5;
        pi_.resize(m);
        kept_.resize(m);
        slope_.resize(m);
        for (int q = 0; q < m; ++q) {
            const int g = grams_[q];
            pi_[q] = std::min(s.price[g], static_cast<double>(p_.w[p_.woff[g] + s.covered[g]]));
        }
        profit.resize(k);
        trial_.resize(k);
        order_.resize(k);
        for (int j = 0; j < k; ++j) order_[j] = j;
        double best = 1e300, theta = 1.0;
        int idle_steps = 0;
        for (int step = 0; step < steps; ++step) {
            double d = static_cast<double>(s.value) + excess(s, pi_, true);
            prices_to_profits(pi_, trial_);
            d += fractional(s.room, true);
            if (!guard_.work(4 * (k + m + gram_.size()))) break;
            if (d < best - 1e-9) {
                if (d < best - 0.01) idle_steps = 0;
                best = d;
                kept_ = pi_;
                profit = trial_;
            } else if (++idle_steps >= 4) {
                theta *= 0.6;
                idle_steps = 0;
            }
            if (best < tau - kEps) return false;
            double norm = 0;
            for (double x : slope_) norm += x * x;
            if (norm < 1e-12 || theta < 1e-3) break;
            double length = theta * (d - (static_cast<double>(tau) - 1.0)) / norm;
            if (length <= 0) length = theta * 0.05 / norm;
            for (int q = 0; q < m; ++q) {
                const int g = grams_[q];
                const double top = p_.w[p_.woff[g] + s.covered[g]];
                pi_[q] = std::clamp(pi_[q] - length * slope_[q], 0.0, top);
            }
        }
        pi_ = kept_;
        for (int q = 0; q < m; ++q) s.price[grams_[q]] = pi_[q];
        return true;
    }

    enum Outcome { kDead, kFixed, kSteady };

    // Bounds with each item forced in and forced out, at the best prices; decides what it can.
    Outcome fix(State& s, long long tau, bool first_bound_only = false) {
        const int k = static_cast<int>(active.size()), room = s.room;
        const double base = static_cast<double>(s.value) + excess(s, pi_, false);
        with.assign(k, 0);
        without_.assign(k, 0);
        if (Knapsack::fits(k, room)) {
            words_.resize(k);
            for (int j = 0; j < k; ++j) words_[j] = p_.len[active[j]];
            upper = base + knapsack_.fill(profit, words_, room);
            if (upper < tau - kEps) return kDead;
            knapsack_.forced(profit, words_, room, base, with, without_);
        } else {  // too large for tables: reduced costs of the fractional knapsack
            trial_ = profit;
            for (int j = 0; j < k; ++j) order_[j] = j;
            upper = base + fractional(room, false);
            if (upper < tau - kEps) return kDead;
            for (int j = 0; j < k; ++j) {
                const double cost = profit[j] - critical_ * p_.len[active[j]];
                with[j] = upper + std::min(0.0, cost);
                without_[j] = upper - std::max(0.0, cost);
            }
        }
        guard_.work((static_cast<std::size_t>(room) + 1) * k);
        if (first_bound_only) return kSteady;
        bool changed = false;
        for (int j = 0; j < k; ++j) {
            const bool no_in = with[j] < tau - kEps, no_out = without_[j] < tau - kEps;
            if (no_in && no_out) return kDead;
            if (no_in) {
                s.status[active[j]] = kOut;
                changed = true;
            } else if (no_out) {
                const int i = active[j];
                s.status[i] = kIn;
                s.room -= p_.len[i];
                s.value += p_.take(i, s.covered);
                changed = true;
            }
        }
        if (s.room < 0) return kDead;
        return changed ? kFixed : kSteady;
    }

  private:
    // sum_g sum_t max(0, w - pi); with `slopes` also starts the subgradient.
    double excess(const State& s, const std::vector<double>& pi, bool slopes) {
        double sum = 0;
        for (std::size_t q = 0; q < grams_.size(); ++q) {
            const int g = grams_[q];
            const int* w = &p_.w[p_.woff[g] + s.covered[g]];
            int t = 0;
            for (; t < supply_[g] && w[t] > pi[q]; ++t) sum += w[t] - pi[q];
            if (slopes) slope_[q] = -t;
        }
        return sum;
    }

    void prices_to_profits(const std::vector<double>& pi, std::vector<double>& out) const {
        for (std::size_t j = 0; j + 1 < row_.size(); ++j) {
            double sum = 0;
            for (int e = row_[j]; e < row_[j + 1]; ++e) sum += pi[gram_[e]] * amount_[e];
            out[j] = sum;
        }
    }

    void put(int j, double x) {
        for (int e = row_[j]; e < row_[j + 1]; ++e) slope_[gram_[e]] += x * amount_[e];
    }

    // Fractional knapsack on trial_ by selection around the critical density: linear time.
    double fractional(int room, bool slopes) {
        const int k = static_cast<int>(active.size());
        density_.resize(k);
        for (int j = 0; j < k; ++j) density_[j] = trial_[j] / p_.len[active[j]];
        double sum = 0;
        critical_ = 0;
        int lo = 0, hi = k;
        while (lo < hi) {
            const double x = density_[order_[lo]], y = density_[order_[lo + (hi - lo) / 2]],
                         z = density_[order_[hi - 1]];
            const double pivot = std::max(std::min(x, y), std::min(std::max(x, y), z));
            int gt = lo, lt = hi, at = lo;
            long long heavy = 0;
            while (at < lt) {
                const int j = order_[at];
                if (density_[j] > pivot) {
                    heavy += p_.len[active[j]];
                    std::swap(order_[gt++], order_[at++]);
                } else if (density_[j] < pivot) {
                    std::swap(order_[at], order_[--lt]);
                } else {
                    ++at;
                }
            }
            if (heavy > room) {
                hi = gt;
                continue;
            }
            for (int q = lo; q < gt; ++q) {
                const int j = order_[q];
                room -= p_.len[active[j]];
                sum += trial_[j];
                if (slopes) put(j, 1.0);
            }
            for (int q = gt; q < lt; ++q) {
                const int j = order_[q], l = p_.len[active[j]];
                if (l <= room) {
                    room -= l;
                    sum += trial_[j];
                    if (slopes) put(j, 1.0);
                    continue;
                }
                const double part = static_cast<double>(room) / l;
                critical_ = density_[j];
                if (slopes && room > 0) put(j, part);
                return sum + trial_[j] * part;
            }
            lo = lt;
        }
        return sum;
    }

    Guard& guard_;
    std::vector<int> order_, holders_, words_;
    std::vector<double> pi_, kept_, slope_, trial_, density_, without_;
    Knapsack knapsack_;
    double critical_ = 0;
};

}  // namespace sumscope::oracle

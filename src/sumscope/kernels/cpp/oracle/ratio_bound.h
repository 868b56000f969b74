// The bound of a mean of ratios at a node, and what it fixes.
//
// With D_v = times * p_v + total_v the value of S is at least t (scale left aside) when
//   sum_v m_v / D_v >= t,  which asks for  sum_v q_v m_v - t D_0 >= 0,
// q_v being the greatest D_0 / D_v that any S below the node has (q_0 = 1). The left side is a
// coverage of n-grams that are worth q_v w, less t * times * p_0(i) for every sentence i: prices
// and knapsacks bound it as they bound plain matches in bound.h. For one view the two are
// equivalent. Two knapsacks limit it, one by words and one by sentences; the smaller one counts.
#pragma once

#include <cmath>

#include "oracle/knapsack.h"
#include "oracle/ratio_problem.h"

namespace sumscope::oracle {

class RatioBound : public Residual {
  public:
    RatioBound(const Problem& p, const Views& v, Guard& guard)
        : Residual(p), v_(v), guard_(guard), view_(p.grams, 0) {
        for (int x = 0; x < v.count; ++x)
            for (int g = v.first[x]; g < v.first[x + 1]; ++g) view_[g] = x;
    }

    std::vector<double> with, net;  // bound with active[j] forced in; what it adds to the knapsack
    enum Outcome { kDead, kFixed, kSteady };

    // Lists what is left; without F, items that add nothing stay as idle ones.
    void begin(Extract& s) {
        look(s, v_.clipped >= 0);
        if (s.slots <= 0) active.clear(), idle.clear(), row_.resize(1), gram_.clear();
        if (v_.is_f()) {
            for (int i : idle) s.status[i] = kOut;
            idle.clear();
        }
    }

    // Same sentence in every respect that matters.
    bool alike(int a, int b) const {
        const int i = active[a], j = active[b];
        if (!same(a, b)) return false;
        for (int x = 0; x < v_.count; ++x)
            if (v_.of(i, x) != v_.of(j, x)) return false;
        if (v_.clipped < 0) return true;
        const int at = v_.cptr[i], other = v_.cptr[j], size = v_.cptr[i + 1] - at;
        return size == v_.cptr[j + 1] - other &&
               std::equal(&v_.cidx[0] + at, &v_.cidx[0] + at + size, &v_.cidx[0] + other) &&
               std::equal(&v_.ccnt[0] + at, &v_.ccnt[0] + at + size, &v_.ccnt[0] + other);
    }

    // Subgradient steps on the prices. False: the bound is below `floor`, no set below is worth t.
    bool ascend(Extract& s, double t, int steps, double floor) {
        const int k = static_cast<int>(active.size()), m = static_cast<int>(grams_.size());
        caps(s);
        base_ = -t * below(s, 0);
        for (int x = 0; x < v_.count; ++x) base_ += cap_[x] * static_cast<double>(s.match[x]);
        double all = base_;
        for (int g : grams_)
            for (int c = 0; c < supply_[g]; ++c) all += worth(s, g, c);
        if (all < floor) return false;
        cost_.resize(k);
        for (int j = 0; j < k; ++j)
            cost_[j] = t * static_cast<double>(v_.times) * v_.of(active[j], 0);
        pi_.resize(m);
        slope_.resize(m);
        for (int q = 0; q < m; ++q) pi_[q] = std::min(s.price[grams_[q]], worth(s, grams_[q], 0));
        kept_ = pi_;
        double best = 1e300, theta = 1.0;
        int idle_steps = 0;
        for (int step = 0; step < steps; ++step) {
            double d = base_ + excess(s, true);
            nets(pi_);
            d += least(s);
            if (!guard_.work(8 * (k + m + gram_.size()))) break;
            if (d < best - 1e-12) {
                if (d < best - 0.01) idle_steps = 0;
                best = d;
                kept_ = pi_;
            } else if (++idle_steps >= 4) {
                theta *= 0.6;
                idle_steps = 0;
            }
            if (best < floor) return false;
            for (int j = 0; j < k; ++j)
                if (share_[j] > 0)
                    for (int e = row_[j]; e < row_[j + 1]; ++e)
                        slope_[gram_[e]] += share_[j] * amount_[e];
            double norm = 0;
            for (double x : slope_) norm += x * x;
            if (norm < 1e-12 || theta < 1e-3) break;
            const double length = theta * (d + 0.5) / norm;
            for (int q = 0; q < m; ++q)
                pi_[q] = std::clamp(pi_[q] - length * slope_[q], 0.0, worth(s, grams_[q], 0));
        }
        pi_ = kept_;
        for (int q = 0; q < m; ++q) s.price[grams_[q]] = pi_[q];
        nets(pi_);
        return true;
    }

    // Bounds with each item forced in and forced out, at the best prices; decides what it can.
    Outcome fix(Extract& s, double floor) {
        const int k = static_cast<int>(active.size());
        const double base = base_ + excess(s, false);
        with.assign(k, 0);
        without_.assign(k, 0);
        words_.resize(k);
        long long sum = 0;
        for (int j = 0; j < k; ++j) sum += words_[j] = p_.len[active[j]];
        guard_.work(static_cast<std::size_t>(std::min<long long>(s.room, sum) + 8) * k);
        double upper;
        if (sum <= s.room || !Knapsack::fits(k, s.room)) {
            upper = base + fractional(words_, s.room);
            for (int j = 0; j < k; ++j) {
                const double reduced = net[j] - critical_ * words_[j];
                with[j] = upper + std::min(0.0, reduced);
                without_[j] = upper - std::max(0.0, reduced);
            }
        } else {
            upper = base + knapsack_.fill(net, words_, s.room);
            knapsack_.forced(net, words_, s.room, base, with, without_);
        }
        if (s.slots < k && Knapsack::fits(k, s.slots)) {
            ones_.assign(k, 1);
            other_with_.resize(k);
            other_without_.resize(k);
            upper = std::min(upper, base + knapsack_.fill(net, ones_, s.slots));
            knapsack_.forced(net, ones_, s.slots, base, other_with_, other_without_);
            for (int j = 0; j < k; ++j) {
                with[j] = std::min(with[j], other_with_[j]);
                without_[j] = std::min(without_[j], other_without_[j]);
            }
        }
        if (upper < floor) return kDead;
        bool changed = false;
        for (int j = 0; j < k; ++j) {
            const bool no_in = with[j] < floor, no_out = without_[j] < floor;
            if (no_in && no_out) return kDead;
            if (no_in)
                s.status[active[j]] = kOut;
            else if (no_out)
                s.add(p_, v_, active[j]);
            changed |= no_in || no_out;
        }
        if (s.room < 0 || s.slots < 0) return kDead;
        return changed ? kFixed : kSteady;
    }

  private:
    double below(const Extract& s, int x) const {
        return static_cast<double>(std::max<long long>(1, v_.times * s.size[x] + v_.total[x]));
    }

    double worth(const Extract& s, int g, int c) const {
        return cap_[view_[g]] * p_.w[p_.woff[g] + s.covered[g] + c];
    }

    // cap_[x] = greatest D_0 / D_x below the node, by Dinkelbach's method over each limit.
    void caps(const Extract& s) {
        cap_[0] = 1;
        for (int x = 1; x < v_.count; ++x) {
            cap_[x] = 1;
            if (v_.total[x] == 0) continue;
            cap_[x] = below(s, 0) / below(s, x);
            if (!v_.is_f()) continue;
            const double by_words = cap(s, x, true), by_slots = cap(s, x, false);
            cap_[x] = std::min(by_words, by_slots) * (1 + 1e-9);
        }
    }

    double cap(const Extract& s, int x, bool by_words) {
        const int k = static_cast<int>(active.size());
        const double times = static_cast<double>(v_.times);
        double rho = below(s, 0) / below(s, x);
        net.resize(k);
        words_.resize(k);
        for (int j = 0; j < k; ++j) words_[j] = p_.len[active[j]];
        for (int turn = 0; turn < 1000; ++turn) {
            for (int j = 0; j < k; ++j) net[j] = v_.of(active[j], 0) - rho * v_.of(active[j], x);
            guard_.work(16 * static_cast<std::size_t>(k));
            by_words ? fractional(words_, s.room) : top(s.slots);
            double over = below(s, 0), under = below(s, x);
            for (int j = 0; j < k; ++j) {
                over += times * share_[j] * v_.of(active[j], 0);
                under += times * share_[j] * v_.of(active[j], x);
            }
            const double next = over / under;
            if (next <= rho * (1 + 1e-12)) break;
            rho = next;
        }
        return rho;
    }

    // sum_g sum_t max(0, worth - pi); with `slopes` also starts the subgradient.
    double excess(const Extract& s, bool slopes) {
        double sum = 0;
        for (std::size_t q = 0; q < grams_.size(); ++q) {
            const int g = grams_[q];
            int c = 0;
            for (; c < supply_[g]; ++c) {
                const double more = worth(s, g, c) - pi_[q];
                if (more <= 0) break;
                sum += more;
            }
            if (slopes) slope_[q] = -c;
        }
        return sum;
    }

    void nets(const std::vector<double>& pi) {
        net.resize(active.size());
        for (std::size_t j = 0; j < active.size(); ++j) {
            double sum = -cost_[j];
            for (int e = row_[j]; e < row_[j + 1]; ++e) sum += pi[gram_[e]] * amount_[e];
            net[j] = sum;
        }
    }

    // The smaller of the two knapsacks, fractional; share_ says what it takes.
    double least(const Extract& s) {
        words_.resize(active.size());
        for (std::size_t j = 0; j < active.size(); ++j) words_[j] = p_.len[active[j]];
        const double by_words = fractional(words_, s.room);
        if (s.slots >= static_cast<int>(active.size())) return by_words;
        std::swap(share_, spare_);
        const double by_slots = top(s.slots);
        if (by_slots <= by_words) return by_slots;
        std::swap(share_, spare_);
        return by_words;
    }

    double fractional(const std::vector<int>& size, int room) {
        const int k = static_cast<int>(size.size());
        share_.assign(k, 0);
        order_.clear();
        critical_ = 0;
        double sum = 0;
        long long words = 0;
        for (int j = 0; j < k; ++j)
            if (net[j] > 0) order_.push_back(j), words += size[j], sum += net[j];
        if (words <= room) {
            for (int j : order_) share_[j] = 1;
            return sum;
        }
        std::sort(order_.begin(), order_.end(), [&](int a, int b) {
            const double x = net[a] * size[b], y = net[b] * size[a];
            return x != y ? x > y : a < b;
        });
        sum = 0;
        for (int j : order_) {
            if (size[j] <= room) {
                share_[j] = 1;
                sum += net[j];
                room -= size[j];
                continue;
            }
            share_[j] = static_cast<double>(room) / size[j];
            critical_ = net[j] / size[j];
            return sum + share_[j] * net[j];
        }
        return sum;
    }

    double top(int slots) {
        const int k = static_cast<int>(net.size());
        share_.assign(k, 0);
        order_.clear();
        for (int j = 0; j < k; ++j)
            if (net[j] > 0) order_.push_back(j);
        if (static_cast<int>(order_.size()) > slots) {
            std::nth_element(
                order_.begin(), order_.begin() + slots, order_.end(),
                [&](int a, int b) { return net[a] != net[b] ? net[a] > net[b] : a < b; });
            order_.resize(slots);
        }
        double sum = 0;
        for (int j : order_) share_[j] = 1, sum += net[j];
        return sum;
    }

    const Views& v_;
    Guard& guard_;
    std::vector<int> view_, words_, ones_, order_;
    std::vector<double> cost_, pi_, kept_, slope_, share_, spare_, without_;
    std::vector<double> other_with_, other_without_;
    double cap_[kMostViews] = {1, 1, 1};
    double base_ = 0, critical_ = 0;
    Knapsack knapsack_;
};

}  // namespace sumscope::oracle

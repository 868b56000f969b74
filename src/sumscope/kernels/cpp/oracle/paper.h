// Algorithms 1 and 3 of Hirao et al. (2017) as printed, but for clearing what was collected when
// the best score rises. The measured yardstick.
#pragma once

#include "oracle/problem.h"

namespace sumscope::oracle {

struct PaperResult {
    long long best = 0;
    bool complete = false;
    std::vector<std::int64_t> starts{0};
    std::vector<int> items;
};

class Paper {
  public:
    Paper(const Problem& p, Guard& guard) : p_(p), guard_(guard), covered_(p.grams, 0) {}

    PaperResult run() {
        out_.best = greedy(p_, guard_).value;
        std::vector<int> none(p_.grams, 0);
        std::vector<long long> score(p_.n);
        for (int i = 0; i < p_.n; ++i) {
            score[i] = p_.gain(i, none);
            order_.push_back(i);
        }
        std::stable_sort(order_.begin(), order_.end(),
                         [&](int a, int b) { return score[a] > score[b]; });
        if (p_.n == 0) {  // nothing to choose from: the empty summary is the oracle
            out_.starts.push_back(0);
            out_.complete = true;
            return out_;
        }
        out_.complete = find(0, 0, p_.limit);
        return out_;
    }

  private:
    bool find(int from, long long value, int room) {
        const int n = static_cast<int>(order_.size());
        for (int q = from; q < n; ++q) {
            const int i = order_[q];
            if (!guard_.node()) return false;
            if (room - p_.len[i] < 0) continue;
            guard_.work(covered_.size() + 4 * p_.width(i));
            const std::vector<int> saved = covered_;
            const long long now = value + p_.take(i, covered_);
            path_.push_back(i);
            bool on = false;
            if (now >= out_.best) {
                if (now > out_.best) {
                    out_.starts.assign(1, 0);
                    out_.items.clear();
                }
                out_.best = now;
                out_.items.insert(out_.items.end(), path_.begin(), path_.end());
                std::sort(out_.items.end() - static_cast<std::ptrdiff_t>(path_.size()),
                          out_.items.end());
                out_.starts.push_back(static_cast<std::int64_t>(out_.items.size()));
                if (out_.items.size() > (std::size_t(1) << 28)) guard_.stop();
                on = true;
            } else {
                on = upper(q + 1, now, room - p_.len[i]) >= static_cast<double>(out_.best) - 1e-9;
            }
            const bool fine = !on || find(q + 1, now, room - p_.len[i]);
            path_.pop_back();
            covered_ = saved;
            if (!fine) return false;
        }
        return true;
    }

    // Algorithm 1.
    double upper(int from, long long value, int room) {
        ranked_.clear();
        for (std::size_t q = from; q < order_.size(); ++q) {
            const int i = order_[q];
            guard_.work(32 + 4 * p_.width(i));
            const long long x = p_.gain(i, covered_);
            ranked_.push_back({static_cast<double>(x) / p_.len[i], x, p_.len[i]});
        }
        std::sort(ranked_.begin(), ranked_.end(),
                  [](const Ranked& a, const Ranked& b) { return a.density > b.density; });
        double u = static_cast<double>(value);
        for (const Ranked& r : ranked_) {
            if (r.length > room) return u + r.density * room;
            u += static_cast<double>(r.gain);
            room -= r.length;
        }
        return u;
    }

    struct Ranked {
        double density;
        long long gain;
        int length;
    };
    const Problem& p_;
    Guard& guard_;
    PaperResult out_;
    std::vector<int> covered_, order_, path_;
    std::vector<Ranked> ranked_;
};

}  // namespace sumscope::oracle

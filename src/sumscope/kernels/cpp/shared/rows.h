// Rows of scores with weights: codes, ranks, scores around their mean, and concordant pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "interrupt.h"

namespace sumscope {

constexpr std::size_t kStatistics = 4;  // pearson, spearman, kendall, somers
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kFew = 48;  // items of a row that are compared pair by pair

// Whole numbers in the order of the scores of a row, equal where they are equal. What is not a
// number comes last, in the order of the row. Small whole numbers are counted, others sorted.
class Coder {
  public:
    explicit Coder(std::size_t width) : width_(width), order_(width), seen_(kRange * width + 1) {}

    void code(const double* scores, std::int64_t* codes, Interrupt& interrupt) {
        if (width_ > kFew && counted(scores, codes)) {
            interrupt.spend(8 * width_);
            return;
        }
        for (std::size_t i = 0; i < width_; ++i) order_[i] = {scores[i], i};
        std::sort(order_.begin(), order_.end(), [&](const Item& a, const Item& b) {
            interrupt.spend(2);
            return before(a, b);
        });
        std::int64_t last = 0;
        for (std::size_t k = 0; k < width_; ++k) {
            if (k > 0 && order_[k].first != order_[k - 1].first) ++last;
            codes[order_[k].second] = last;
        }
    }

  private:
    using Item = std::pair<double, std::size_t>;
    static constexpr std::size_t kRange = 4;  // times the width, up to which numbers are counted

    static bool before(const Item& a, const Item& b) {
        if (a.first < b.first || b.first < a.first) return a.first < b.first;
        const bool mine = std::isnan(a.first), theirs = std::isnan(b.first);
        return mine != theirs ? theirs : mine && a.second < b.second;
    }

    bool counted(const double* scores, std::int64_t* codes) {
        const double most = static_cast<double>(kRange * width_);
        for (std::size_t i = 0; i < width_; ++i)
            if (!(scores[i] >= 0.0 && scores[i] <= most) || scores[i] != std::floor(scores[i]))
                return false;
        std::fill(seen_.begin(), seen_.end(), 0);
        for (std::size_t i = 0; i < width_; ++i) seen_[static_cast<std::size_t>(scores[i])] = 1;
        std::int64_t next = 0;
        for (std::int64_t& number : seen_) next += std::exchange(number, next);
        for (std::size_t i = 0; i < width_; ++i)
            codes[i] = seen_[static_cast<std::size_t>(scores[i])];
        return true;
    }

    std::size_t width_;
    std::vector<Item> order_;
    std::vector<std::int64_t> seen_;
};

// Items in the order of their codes: a counting sort, which keeps the order of equal ones.
inline void sort_by(const std::int64_t* codes, std::size_t width, std::vector<std::int64_t>& order,
                    std::vector<std::int64_t>& starts) {
    std::fill(starts.begin(), starts.end(), 0);
    for (std::size_t i = 0; i < width; ++i) ++starts[codes[i] + 1];
    for (std::size_t c = 0; c < width; ++c) starts[c + 1] += starts[c];
    for (std::size_t i = 0; i < width; ++i)
        order[starts[codes[i]]++] = static_cast<std::int64_t>(i);
}

// Weighted average ranks: the weight below plus half the weight at the same code. `groups` has a
// place for each code.
inline void midranks(const std::int64_t* codes, const double* w, std::size_t width,
                     std::vector<double>& groups, double* out) {
    std::fill(groups.begin(), groups.end(), 0.0);
    for (std::size_t i = 0; i < width; ++i) groups[codes[i]] += w[i];
    double below = 0.0;
    for (double& group : groups) {
        const double up_to = below + group;
        group = (below + up_to) / 2;
        below = up_to;
    }
    for (std::size_t i = 0; i < width; ++i) out[i] = groups[codes[i]];
}

// The weight of the pairs whose codes differ.
inline double apart(const std::int64_t* codes, const double* w, std::size_t width,
                    std::vector<double>& groups) {
    std::fill(groups.begin(), groups.end(), 0.0);
    double all = 0.0, together = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
        groups[codes[i]] += w[i];
        all += w[i];
    }
    for (double group : groups) together += group * group;
    return (all * all - together) / 2;
}

// The sum of some numbers in NumPy's order: halves down to 128, eight sums side by side in these.
inline double sum_of(const double* a, std::size_t n) {
    if (n < 8) {
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) sum += a[i];
        return sum;
    }
    if (n > 128) {
        const std::size_t half = n / 2 - n / 2 % 8;
        return sum_of(a, half) + sum_of(a + half, n - half);
    }
    double r[8];
    std::copy(a, a + 8, r);
    std::size_t i = 8;
    for (; i < n - n % 8; i += 8)
        for (std::size_t j = 0; j < 8; ++j) r[j] += a[i + j];
    double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; i < n; ++i) sum += a[i];
    return sum;
}

// Scores less their weighted mean, brought to at most 1 in size; not numbers where all are equal.
inline void centre(const double* scores, const double* w, double weight, std::size_t width,
                   double* out, double* products) {
    constexpr double kRounding = 1e-13;
    const auto greater = [](double value, double most) {
        return value > most || std::isnan(value) ? value : most;
    };
    double size = 0.0;
    for (std::size_t i = 0; i < width; ++i)
        if (w[i] > 0) size = greater(std::fabs(scores[i]), size);
    for (std::size_t i = 0; i < width; ++i) {
        out[i] = scores[i] / size;
        products[i] = w[i] * out[i];
    }
    const double mean = sum_of(products, width) / weight;
    double most = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
        out[i] -= mean;
        if (w[i] > 0) most = greater(std::fabs(out[i]), most);
    }
    if (!(most > kRounding)) most = std::nan("");
    for (std::size_t i = 0; i < width; ++i) out[i] /= most;
}

inline double within_one(double value) { return value > 1.0 ? 1.0 : value < -1.0 ? -1.0 : value; }

// Scores of a row around their mean, for each metric or human score, and their sums of squares.
class Centred {
  public:
    Centred(std::size_t count, std::size_t width)
        : width_(width),
          values_(count * width),
          weighted_(count * width),
          squares_(count),
          products_(width) {}

    void take(std::size_t k, const double* scores, const double* w, double weight) {
        double* const values = values_.data() + k * width_;
        double* const weighted = weighted_.data() + k * width_;
        centre(scores, w, weight, width_, values, products_.data());
        for (std::size_t i = 0; i < width_; ++i) weighted[i] = w[i] * values[i];
        for (std::size_t i = 0; i < width_; ++i) products_[i] = weighted[i] * values[i];
        squares_[k] = sum_of(products_.data(), width_);
    }

    // The correlation of one of these with one of the others.
    double with(std::size_t k, const Centred& other, std::size_t h) {
        const double* const mine = weighted_.data() + k * width_;
        const double* const theirs = other.values_.data() + h * width_;
        for (std::size_t i = 0; i < width_; ++i) products_[i] = mine[i] * theirs[i];
        const double sum = sum_of(products_.data(), width_);
        return within_one(sum / std::sqrt(squares_[k] * other.squares_[h]));
    }

  private:
    std::size_t width_;
    std::vector<double> values_, weighted_, squares_, products_;
};

// Kendall's tau-b and Somers' D of a balance of pairs. A metric that separates nothing has no
// order to judge, though D's formula would give 0.
struct Concordance {
    double kendall, somers;

    Concordance(double balance, double by_metric, double by_human)
        : kendall(std::nan("")), somers(std::nan("")) {
        if (!(by_metric > 0 && by_human > 0)) return;
        kendall = within_one(balance / (std::sqrt(by_metric) * std::sqrt(by_human)));
        somers = within_one(balance / by_human);
    }
};

// Weight by code, of which the weight below a code is asked. People give few marks: then sums up to
// each code are kept, otherwise a Fenwick tree.
class Tally {
  public:
    explicit Tally(std::size_t most) : sums_(most + 2) {}

    void clear(std::size_t codes) {
        codes_ = codes;
        std::fill(sums_.begin(), sums_.begin() + codes + 1, 0.0);
    }
    // Weight below the code, and up to it.
    std::pair<double, double> at(std::size_t code) const {
        if (codes_ <= kFew) return {sums_[code], sums_[code + 1]};
        double below = 0.0, up_to = 0.0;
        for (std::size_t i = code; i > 0; i &= i - 1) below += sums_[i];
        for (std::size_t i = code + 1; i > 0; i &= i - 1) up_to += sums_[i];
        return {below, up_to};
    }
    void add(std::size_t code, double weight) {
        if (codes_ <= kFew) {
            for (std::size_t i = code + 1; i <= codes_; ++i) sums_[i] += weight;
            return;
        }
        for (std::size_t i = code + 1; i <= codes_; i += i & (~i + 1)) sums_[i] += weight;
    }

  private:
    std::vector<double> sums_;
    std::size_t codes_ = 0;
};

// Items of a row in the order of a metric, those of no weight left out.
struct Ordered {
    std::vector<std::int64_t> items, codes;
    std::vector<double> weights;
    std::size_t size = 0;

    explicit Ordered(std::size_t width) : items(width), codes(width), weights(width) {}

    // Sum over pairs of w_i w_j sign(x_i - x_j) sign(z_i - z_j): each item against those before it.
    double balance(const std::int64_t* z, Tally& tally, Interrupt& interrupt) const {
        double sum = 0.0, inside = 0.0;
        for (std::size_t from = 0, to = 0; from < size; from = to) {
            for (; to < size && codes[to] == codes[from]; ++to) {
                const auto [below, up_to] = tally.at(z[items[to]]);
                sum += weights[to] * (below - (inside - up_to));
            }
            for (std::size_t k = from; k < to; ++k) {
                inside += weights[k];
                tally.add(z[items[k]], weights[k]);
            }
        }
        interrupt.spend(16 * size);
        return sum;
    }
};

}  // namespace sumscope

// Correlations of many metrics with many human scores over weighted rows.
//
// The readable twin is python/concordance.py. What a row needs of a metric or of a human score
// alone (scores around their mean, ranks, orders) is made once and serves every pair of them. Short
// rows are compared pair by pair; for long ones a tally of human scores makes a row cost N log N.

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"
#include "shared/rows.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

using Cube = In<double, 3>;
using Matrix = In<double, 2>;

// Metrics, or human scores: one row for all rows of weights, or one for each.
class Side {
  public:
    explicit Side(const Cube& scores)
        : scores_(scores),
          count(scores.shape(0)),
          width(scores.shape(2)),
          centred(count, width),
          codes(count * width),
          top(count),
          coder_(width),
          groups_(width),
          ranks_(width) {}

    bool single() const { return scores_.shape(1) == 1; }
    bool is_new(std::size_t row) const { return row == 0 || !single(); }
    const std::int64_t* codes_of(std::size_t k) const { return codes.data() + k * width; }

    void take_scores(std::size_t row, const double* w, double weight) {
        for (std::size_t k = 0; k < count; ++k) centred.take(k, at(k, row), w, weight);
    }
    void take_codes(std::size_t row, Interrupt& interrupt) {
        if (!is_new(row)) return;
        for (std::size_t k = 0; k < count; ++k) {
            std::int64_t* const mine = codes.data() + k * width;
            coder_.code(at(k, row), mine, interrupt);
            top[k] = width ? *std::max_element(mine, mine + width) + 1 : 0;
        }
    }
    void take_ranks(const double* w, double weight) {
        for (std::size_t k = 0; k < count; ++k) {
            midranks(codes_of(k), w, width, groups_, ranks_.data());
            centred.take(k, ranks_.data(), w, weight);
        }
    }
    double apart_of(std::size_t k, const double* w) {
        return apart(codes_of(k), w, width, groups_);
    }

  private:
    const double* at(std::size_t k, std::size_t row) const {
        return scores_.data() + (k * scores_.shape(1) + (single() ? 0 : row)) * width;
    }
    const Cube& scores_;

  public:
    const std::size_t count, width;
    Centred centred;
    std::vector<std::int64_t> codes;
    std::vector<std::size_t> top;  // codes in use

  private:
    Coder coder_;
    std::vector<double> groups_, ranks_;
};

// The balance of concordant and discordant pairs of short rows, and the pairs that each side
// separates. The signs of a pair stand side by side for all metrics and human scores, so that a
// pair of items with weights costs one pass over them.
class ShortRows {
  public:
    ShortRows(const Side& x, const Side& z)
        : x_(x),
          z_(z),
          pairs_(x.width > kFew ? 0 : x.width * (x.width - (x.width > 0)) / 2),
          each_(x.count * z.count + x.count + z.count),
          signs_(pairs_ * each_),
          sums_(each_) {}

    void count(std::size_t row, const double* w) {
        if (x_.is_new(row) || z_.is_new(row)) compare();
        std::fill(sums_.begin(), sums_.end(), 0.0);
        const double* signs = signs_.data();
        for (std::size_t i = 1; i < x_.width; ++i)
            for (std::size_t j = 0; j < i; ++j, signs += each_) {
                const double weight = w[i] * w[j];
                if (weight == 0.0) continue;
                for (std::size_t k = 0; k < each_; ++k) sums_[k] += weight * signs[k];
            }
    }
    Concordance of(std::size_t m, std::size_t h) const {
        const double* const alone = sums_.data() + x_.count * z_.count;
        return {sums_[m * z_.count + h], alone[m], alone[x_.count + h]};
    }
    std::size_t work() const { return pairs_ * each_; }

  private:
    void compare() {
        double* out = signs_.data();
        std::vector<int> mine(x_.count), theirs(z_.count);
        const auto sign = [](const std::int64_t* codes, std::size_t i, std::size_t j) {
            return (codes[i] > codes[j]) - (codes[i] < codes[j]);
        };
        for (std::size_t i = 1; i < x_.width; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                for (std::size_t m = 0; m < x_.count; ++m) mine[m] = sign(x_.codes_of(m), i, j);
                for (std::size_t h = 0; h < z_.count; ++h) theirs[h] = sign(z_.codes_of(h), i, j);
                for (int a : mine)
                    for (int b : theirs) *out++ = a * b;
                for (int a : mine) *out++ = a * a;
                for (int b : theirs) *out++ = b * b;
            }
    }
    const Side &x_, &z_;
    std::size_t pairs_, each_;
    std::vector<double> signs_, sums_;
};

// The same of long rows.
class LongRows {
  public:
    LongRows(Side& x, Side& z)
        : x_(x),
          z_(z),
          orders_(x.count, std::vector<std::int64_t>(x.width)),
          starts_(x.width + 1),
          live_(x.width),
          tally_(x.width),
          by_human_(z.count) {}

    template <class Take>
    void count(std::size_t row, const double* w, Interrupt& interrupt, Take take) {
        for (std::size_t h = 0; h < z_.count; ++h) by_human_[h] = z_.apart_of(h, w);
        for (std::size_t m = 0; m < x_.count; ++m) {
            const std::int64_t* const codes = x_.codes_of(m);
            if (x_.is_new(row)) sort_by(codes, x_.width, orders_[m], starts_);
            live_.size = 0;
            for (std::int64_t item : orders_[m]) {
                live_.items[live_.size] = item;
                live_.codes[live_.size] = codes[item];
                live_.weights[live_.size] = w[item];
                live_.size += w[item] != 0.0;
            }
            const double by_metric = x_.apart_of(m, w);
            for (std::size_t h = 0; h < z_.count; ++h) {
                tally_.clear(z_.top[h]);
                const double balance = live_.balance(z_.codes_of(h), tally_, interrupt);
                take(m, h, Concordance(balance, by_metric, by_human_[h]));
            }
            interrupt.spend(8 * x_.width);
        }
    }

  private:
    Side &x_, &z_;
    std::vector<std::vector<std::int64_t>> orders_;
    std::vector<std::int64_t> starts_;
    Ordered live_;
    Tally tally_;
    std::vector<double> by_human_;
};

Out<double, 4> correlations(const Cube& x, const Cube& z, const Matrix& w, bool pearson,
                            bool spearman, bool kendall) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    for (const Cube* scores : {&x, &z}) {
        require(scores->shape(2) == width, "scores and weights differ in width");
        require(scores->shape(1) == 1 || scores->shape(1) == rows,
                "scores have neither one row nor a row for each row of weights");
    }
    const std::size_t metrics = x.shape(0), humans = z.shape(0), size = metrics * humans * rows;
    std::vector<double> out(kStatistics * size, kNone);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        Side a(x), b(z);
        ShortRows short_rows(a, b);
        LongRows long_rows(a, b);
        for (std::size_t row = 0; row < rows; ++row) {
            const double* const weights = w.data() + row * width;
            const double weight = sum_of(weights, width);
            const auto place = [&](std::size_t statistic, std::size_t m, std::size_t h) -> double& {
                return out[statistic * size + (m * humans + h) * rows + row];
            };
            const auto correlate = [&](std::size_t statistic) {
                for (std::size_t m = 0; m < metrics; ++m)
                    for (std::size_t h = 0; h < humans; ++h)
                        place(statistic, m, h) = a.centred.with(m, b.centred, h);
                interrupt.spend(1 + (12 * (metrics + humans) + 4 * metrics * humans) * width);
            };
            const auto take = [&](std::size_t m, std::size_t h, const Concordance& found) {
                place(2, m, h) = found.kendall;
                place(3, m, h) = found.somers;
            };
            if (pearson) {
                for (Side* side : {&a, &b}) side->take_scores(row, weights, weight);
                correlate(0);
            }
            if (spearman || kendall)
                for (Side* side : {&a, &b}) side->take_codes(row, interrupt);
            if (spearman) {
                for (Side* side : {&a, &b}) side->take_ranks(weights, weight);
                correlate(1);
            }
            if (kendall && width > kFew) {
                long_rows.count(row, weights, interrupt, take);
            } else if (kendall) {
                short_rows.count(row, weights);
                for (std::size_t m = 0; m < metrics; ++m)
                    for (std::size_t h = 0; h < humans; ++h) take(m, h, short_rows.of(m, h));
                interrupt.spend(1 + short_rows.work());
            }
        }
    }
    return to_array<4>(std::move(out), {kStatistics, metrics, humans, rows});
}

}  // namespace

NB_MODULE(_concordance, m) {
    m.doc() = "Correlations of weighted rows; the twin is python.concordance.";
    m.def("correlations", &correlations, "x"_a, "z"_a, "w"_a, "pearson"_a, "spearman"_a,
          "kendall"_a, "Coefficients of each metric with each human score, for each row.");
}

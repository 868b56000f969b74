// Differences of correlations with human scores when the scores of two metrics change places.
//
// The readable twin is python/exchange.py. Human scores are coded and ranked once, the scores of
// both metrics are sorted once; every exchange then picks its scores from that order. Few points
// are compared pair by pair.

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

using Matrix = In<double, 2>;

// Some points of two metrics, and what people say about them. A metric's scores change places with
// those of the other; each side then correlates with every human score.
class Points {
  public:
    Points(const double* first, const double* second, const In<double, 2>& z, std::size_t from,
           std::size_t n, Interrupt& interrupt)
        : n_(n),
          lanes_((std::max<std::size_t>(n, 1) + 7) / 8 * 8),
          humans_(z.shape(0)),
          scores_(2 * n),
          codes_(2 * n),
          ones_(n, 1.0),
          chosen_(n),
          human_codes_(humans_ * n),
          top_(humans_),
          standing_(humans_ * n),
          squares_(humans_),
          by_human_(humans_),
          human_(humans_, n),
          metric_(1, n),
          live_(n),
          tally_(n) {
        std::copy(first, first + n, scores_.begin());
        std::copy(second, second + n, scores_.begin() + n);
        Coder(2 * n).code(scores_.data(), codes_.data(), interrupt);
        Coder coder(n);
        std::vector<double> groups(n);
        for (std::size_t h = 0; h < humans_; ++h) {
            const double* const scores = z.data() + h * z.shape(1) + from;
            std::int64_t* const codes = human_codes_.data() + h * n;
            human_.take(h, scores, ones_.data(), static_cast<double>(n));
            coder.code(scores, codes, interrupt);
            top_[h] = n ? *std::max_element(codes, codes + n) + 1 : 0;
            by_human_[h] = apart(codes, ones_.data(), n, groups);
            double* const standing = standing_.data() + h * n;
            midranks(codes, ones_.data(), n, groups, standing);
            for (std::size_t i = 0; i < n; ++i) {
                standing[i] = 2 * standing[i] - static_cast<double>(n);
                squares_[h] += standing[i] * standing[i];
            }
        }
        n <= kFew ? compare_people() : sort_scores();
    }

    // Correlations where the second metric's scores stand where `swapped` is not `turned`.
    template <class Take>
    void correlate(const std::uint8_t* swapped, bool turned, Interrupt& interrupt, Take take) {
        const auto from = [&](std::size_t i) { return ((swapped[i] != 0) != turned) * n_ + i; };
        for (std::size_t i = 0; i < n_; ++i) chosen_[i] = scores_[from(i)];
        metric_.take(0, chosen_.data(), ones_.data(), static_cast<double>(n_));
        for (std::size_t h = 0; h < humans_; ++h) take(0, h, metric_.with(0, human_, h));
        if (n_ > kFew) {
            in_order(swapped, turned, interrupt, take);
        } else {
            for (std::size_t i = 0; i < n_; ++i)
                small_[i] = static_cast<std::int16_t>(codes_[from(i)]);
            switch (lanes_ / 8) {
                case 1:
                    pair_by_pair<8>(take);
                    break;
                case 2:
                    pair_by_pair<16>(take);
                    break;
                case 3:
                    pair_by_pair<24>(take);
                    break;
                case 4:
                    pair_by_pair<32>(take);
                    break;
                default:
                    pair_by_pair<kFew>(take);
            }
            interrupt.spend(16 + n_ * lanes_ * (1 + humans_) / 4 + (20 + 4 * humans_) * n_);
        }
    }

  private:
    // Ranks around their mean are twice the balance of items below and above.
    template <class Take>
    void give(std::size_t h, double products, double squares, double balance, double by_metric,
              Take take) const {
        const Concordance found(balance, by_metric, by_human_[h]);
        const bool known = squares > 0 && squares_[h] > 0;
        take(1, h, known ? within_one(products / std::sqrt(squares * squares_[h])) : kNone);
        take(2, h, found.kendall);
        take(3, h, found.somers);
    }

    void compare_people() {
        if (n_ > 32) lanes_ = kFew;
        signs_.assign(humans_ * n_ * lanes_, 0);
        for (std::size_t h = 0; h < humans_; ++h)
            for (std::size_t i = 0; i < n_; ++i)
                for (std::size_t j = 0; j < n_; ++j) {
                    const std::int64_t* const codes = human_codes_.data() + h * n_;
                    signs_[(h * n_ + i) * lanes_ + j] =
                        static_cast<std::int16_t>((codes[i] > codes[j]) - (codes[i] < codes[j]));
                }
        balances_.resize(humans_ * lanes_);
    }

    // Every item against every other, `Lanes` of them at once.
    template <std::size_t Lanes, class Take>
    void pair_by_pair(Take take) {
        std::int16_t away[Lanes] = {}, apart[Lanes] = {};
        std::fill(balances_.begin(), balances_.end(), 0);
        for (std::size_t i = 0; i < n_; ++i) {
            std::int16_t sign[Lanes];
            const std::int16_t mine = small_[i];
            for (std::size_t j = 0; j < Lanes; ++j) {
                sign[j] = static_cast<std::int16_t>((small_[j] < mine) - (small_[j] > mine));
                away[j] = static_cast<std::int16_t>(away[j] - sign[j]);
                apart[j] = static_cast<std::int16_t>(apart[j] + sign[j] * sign[j]);
            }
            for (std::size_t h = 0; h < humans_; ++h) {
                const std::int16_t* const theirs = signs_.data() + (h * n_ + i) * Lanes;
                std::int16_t* const sums = balances_.data() + h * Lanes;
                for (std::size_t j = 0; j < Lanes; ++j)
                    sums[j] = static_cast<std::int16_t>(sums[j] + sign[j] * theirs[j]);
            }
        }
        int squares = 0, separated = 0;
        for (std::size_t j = 0; j < n_; ++j) {
            squares += away[j] * away[j];
            separated += apart[j];
        }
        for (std::size_t h = 0; h < humans_; ++h) {
            const std::int16_t* const sums = balances_.data() + h * Lanes;
            const double* const standing = standing_.data() + h * n_;
            int balance = 0;
            double products = 0.0;
            for (std::size_t j = 0; j < n_; ++j) {
                balance += sums[j];
                products += away[j] * standing[j];
            }
            give(h, products, squares, balance / 2, separated / 2, take);
        }
    }

    // Places of the scores of both metrics in their common order.
    void sort_scores() {
        order_.resize(2 * n_);
        std::vector<std::int64_t> starts(2 * n_ + 1);
        sort_by(codes_.data(), 2 * n_, order_, starts);
    }

    template <class Take>
    void in_order(const std::uint8_t* swapped, bool turned, Interrupt& interrupt, Take take) {
        live_.size = 0;
        const auto n = static_cast<std::int64_t>(n_);
        for (std::int64_t place : order_) {
            if (live_.size == n_) break;
            const bool second = place >= n;
            const std::int64_t item = second ? place - n : place;
            live_.items[live_.size] = item;
            live_.codes[live_.size] = codes_[place];
            live_.weights[live_.size] = 1.0;
            live_.size += ((swapped[item] != 0) != turned) == second;
        }
        double squares = 0.0, tied = 0.0;
        for (std::size_t from = 0, to = 0; from < n_; from = to) {
            while (to < n_ && live_.codes[to] == live_.codes[from]) ++to;
            const double away = static_cast<double>(from + to) - static_cast<double>(n_);
            const auto size = static_cast<double>(to - from);
            for (std::size_t k = from; k < to; ++k) chosen_[live_.items[k]] = away;
            squares += size * away * away;
            tied += size * size;
        }
        const double all = static_cast<double>(n_), separated = (all * all - tied) / 2;
        for (std::size_t h = 0; h < humans_; ++h) {
            const double* const standing = standing_.data() + h * n_;
            double products = 0.0;
            for (std::size_t i = 0; i < n_; ++i) products += chosen_[i] * standing[i];
            tally_.clear(top_[h]);
            const double balance = live_.balance(human_codes_.data() + h * n_, tally_, interrupt);
            give(h, products, squares, balance, separated, take);
        }
        interrupt.spend((20 + 4 * humans_) * n_);
    }

    std::size_t n_, lanes_, humans_;
    std::vector<double> scores_;
    std::vector<std::int64_t> codes_;
    std::vector<double> ones_, chosen_;
    std::vector<std::int64_t> human_codes_;
    std::vector<std::size_t> top_;
    std::vector<double> standing_, squares_, by_human_;
    Centred human_, metric_;
    Ordered live_;
    Tally tally_;
    std::vector<std::int16_t> signs_, balances_;
    std::vector<std::int64_t> order_;
    std::int16_t small_[kFew] = {};
};

// A mean that leaves out what is not a number.
struct Mean {
    double sum = 0.0;
    std::int64_t known = 0;

    void add(double value) {
        if (std::isnan(value)) return;
        sum += value;
        ++known;
    }
    double value() const { return known ? sum / static_cast<double>(known) : kNone; }
};

Out<double, 3> exchanged(const In<double, 1>& x, const In<double, 1>& y, const Matrix& z,
                         const In<std::int64_t, 1>& starts, const In<std::uint8_t, 2>& swaps) {
    const std::size_t points = x.shape(0), humans = z.shape(0), rounds = swaps.shape(0);
    require(y.shape(0) == points && z.shape(1) == points && swaps.shape(1) == points,
            "scores and swaps differ in width");
    require(cuts(starts, points), "starts do not divide the points");
    const std::size_t size = humans * rounds;
    std::vector<double> out(kStatistics * size, kNone);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<Mean> means(2 * kStatistics * size);
        for (std::size_t group = 0; group + 1 < starts.shape(0); ++group) {
            const auto from = static_cast<std::size_t>(starts.data()[group]);
            const auto n = static_cast<std::size_t>(starts.data()[group + 1]) - from;
            Points some(x.data() + from, y.data() + from, z, from, n, interrupt);
            for (std::size_t round = 0; round < rounds; ++round)
                for (std::size_t turned = 0; turned < 2; ++turned)
                    some.correlate(swaps.data() + round * points + from, turned, interrupt,
                                   [&](std::size_t statistic, std::size_t h, double value) {
                                       const std::size_t at = statistic * size + h * rounds + round;
                                       means[2 * at + turned].add(value);
                                   });
        }
        for (std::size_t at = 0; at < out.size(); ++at)
            out[at] = means[2 * at].value() - means[2 * at + 1].value();
    }
    return to_array<3>(std::move(out), {kStatistics, humans, rounds});
}

}  // namespace

NB_MODULE(_exchange, m) {
    m.doc() = "Metrics whose scores change places; the twin is python.exchange.";
    m.def("exchanged", &exchanged, "x"_a, "y"_a, "z"_a, "starts"_a, "swaps"_a,
          "Differences of correlations when two metrics' scores change places.");
}

// Resampling of scores: bootstrap sums of long rows, sums under random signs, how often the sums of
// two rows lie as far apart as their observed ones, and pairwise accuracies in resamples.
//
// The readable twin is python/resample.py. Random numbers are splitmix64 of a key and a counter, so
// that every draw has a number of its own: results do not depend on how rounds are cut into calls.

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

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

using Matrix = In<double, 2>;

std::uint64_t draw(std::uint64_t key, std::uint64_t counter) {
    std::uint64_t z = key + (counter + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

// floor(x * n / 2^64), for n below 2^31.
std::uint64_t scaled(std::uint64_t x, std::uint64_t n) {
    return ((x >> 32) * n + (((x & 0xffffffffULL) * n) >> 32)) >> 32;
}

void check(std::int64_t first, std::int64_t count, std::size_t topics) {
    require(first >= 0 && first <= kMostItems && count >= 0 && count <= kMostItems,
            "first and count are not in 0 ... 2^31 - 1");
    require(topics <= static_cast<std::size_t>(kMostItems), "there are 2^31 topics or more");
}

// One resample of `topics` draws. Four sums run side by side, so that one addition need not wait
// for the one before. `Rows` is the number of rows where it is known at compile time, else 0.
template <std::size_t Rows>
void resampled(const double* columns, std::size_t topics, std::size_t rows, std::uint64_t key,
               std::uint64_t counter, double* lanes, double* out) {
    const std::size_t width = Rows ? Rows : rows;
    double own[Rows ? 4 * Rows : 1];
    double* const sum = Rows ? own : lanes;
    std::fill(sum, sum + 4 * width, 0.0);
    std::size_t i = 0;
    for (; i + 4 <= topics; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const double* from = columns + scaled(draw(key, counter + i + lane), topics) * width;
            for (std::size_t row = 0; row < width; ++row) sum[lane * width + row] += from[row];
        }
    for (std::size_t lane = 0; i < topics; ++i, ++lane) {
        const double* from = columns + scaled(draw(key, counter + i), topics) * width;
        for (std::size_t row = 0; row < width; ++row) sum[lane * width + row] += from[row];
    }
    for (std::size_t row = 0; row < width; ++row)
        out[row] = (sum[row] + sum[width + row]) + (sum[2 * width + row] + sum[3 * width + row]);
}

Out<double, 2> bootstrap_sums(const Matrix& columns, std::uint64_t key, std::int64_t first,
                              std::int64_t count) {
    const std::size_t topics = columns.shape(0), rows = columns.shape(1);
    check(first, count, topics);
    const auto rounds = static_cast<std::size_t>(count);
    std::vector<double> out(rounds * rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> lanes(4 * rows);
        for (std::size_t round = 0; round < rounds; ++round) {
            const std::uint64_t counter = (static_cast<std::uint64_t>(first) + round) * topics;
            const auto make = rows == 1   ? resampled<1>
                              : rows == 2 ? resampled<2>
                              : rows == 4 ? resampled<4>
                                          : resampled<0>;
            make(columns.data(), topics, rows, key, counter, lanes.data(),
                 out.data() + round * rows);
            interrupt.spend((2 + rows) * topics);
        }
    }
    return to_array<2>(std::move(out), {rounds, rows});
}

// The 256 sums of eight numbers under all signs; a bit that is set is a minus.
void all_signs(const double* values, double* table) {
    table[0] = 0.0;
    for (std::size_t bit = 0, size = 1; bit < 8; ++bit, size *= 2)
        for (std::size_t code = 0; code < size; ++code) {
            const double before = table[code];
            table[code] = before + values[bit];
            table[code + size] = before - values[bit];
        }
}

Out<double, 2> signed_sums(const Matrix& rows, std::uint64_t key, std::int64_t first,
                           std::int64_t count) {
    const std::size_t size = rows.shape(0), topics = rows.shape(1);
    check(first, count, topics);
    const auto rounds = static_cast<std::size_t>(count);
    const std::size_t words = (topics + 63) / 64;
    std::vector<double> out(size * rounds);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> table(8 * 256);
        for (std::size_t row = 0; row < size; ++row) {
            double* const sums = out.data() + row * rounds;
            for (std::size_t word = 0; word < words; ++word) {
                double here[64] = {};
                std::copy(rows.data() + row * topics + 64 * word,
                          rows.data() + row * topics + std::min(64 * (word + 1), topics), here);
                for (std::size_t part = 0; part < 8; ++part)
                    all_signs(here + 8 * part, table.data() + 256 * part);
                const double* const t = table.data();
                for (std::size_t round = 0; round < rounds; ++round) {
                    const std::uint64_t x =
                        draw(key, (static_cast<std::uint64_t>(first) + round) * words + word);
                    const auto at = [&](std::size_t part) {
                        return t[256 * part + ((x >> (8 * part)) & 255)];
                    };
                    sums[round] +=
                        ((at(0) + at(1)) + (at(2) + at(3))) + ((at(4) + at(5)) + (at(6) + at(7)));
                }
                interrupt.spend(4096 + 8 * rounds);
            }
        }
    }
    return to_array<2>(std::move(out), {size, rounds});
}

Out<std::int64_t> pair_hits(const Matrix& sums, const In<std::int64_t, 2>& ends,
                            const In<double>& floors) {
    const std::size_t rounds = sums.shape(1), pairs = ends.shape(0);
    require(ends.shape(1) == 2, "a pair has two ends");
    require(floors.size() == pairs, "there is not one floor for each pair");
    require(all_within(ends, 0, static_cast<std::int64_t>(sums.shape(0))),
            "an end is not the number of a row");
    std::vector<std::int64_t> out(pairs);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const double* const left = sums.data() + ends.data()[2 * pair] * rounds;
            const double* const right = sums.data() + ends.data()[2 * pair + 1] * rounds;
            const double floor = floors.data()[pair];
            std::int64_t hits = 0;
            for (std::size_t round = 0; round < rounds; ++round)
                hits += std::fabs(left[round] - right[round]) >= floor;
            out[pair] = hits;
            interrupt.spend(16 + rounds);
        }
    }
    return to_array(std::move(out));
}

// Accuracies of one measure on pairs of systems, each fold of topics by the epsilon that is best on
// the others.
class Calibration {
  public:
    Calibration(std::size_t folds, std::size_t most)
        : folds_(folds), right_(folds * most), before_(folds), whole_(most) {}

    struct Line {
        std::size_t number, fold;
        double weight;
    };

    double accuracy(const std::vector<Line>& lines, const std::int64_t* first,
                    const std::uint8_t* kind, std::size_t size, const std::vector<double>& all) {
        std::fill(right_.begin(), right_.begin() + folds_ * size, 0.0);
        std::fill(before_.begin(), before_.end(), 0.0);
        for (const Line& line : lines) {
            if (kind[line.number] == kWrong) continue;
            const auto at = static_cast<std::size_t>(first[line.number]);
            const bool tied = kind[line.number] == kTied;
            if (!tied) before_[line.fold] += line.weight;
            if (at < size) right_[line.fold * size + at] += tied ? line.weight : -line.weight;
        }
        std::fill(whole_.begin(), whole_.begin() + size, 0.0);
        for (std::size_t fold = 0; fold < folds_; ++fold) {
            double* const right = right_.data() + fold * size;
            double sum = 0.0;
            for (std::size_t e = 0; e < size; ++e) {
                sum += right[e];
                right[e] = before_[fold] + sum;
                whole_[e] += right[e];
            }
        }
        double found = 0.0, every = 0.0;
        for (double weight : all) every += weight;
        for (std::size_t fold = 0; fold < folds_; ++fold) {
            if (!(every - all[fold] > 0 || all[fold] == 0)) return std::nan("");
            const double* const right = right_.data() + fold * size;
            found += right[first_best(right, size)];
        }
        return every > 0 ? found / every : std::nan("");
    }

    enum Kind : std::uint8_t { kWrong, kTied, kRight };

  private:
    // The first place of the highest value of the other folds; sums in another order do not decide.
    std::size_t first_best(const double* right, std::size_t size) const {
        double top = whole_[0] - right[0];
        for (std::size_t e = 1; e < size; ++e) top = std::max(top, whole_[e] - right[e]);
        const double floor = top - 1e-9 * std::max(std::fabs(top), 1e-300);
        std::size_t at = 0;
        while (at + 1 < size && !(whole_[at] - right[at] >= floor)) ++at;
        return at;
    }

    std::size_t folds_;
    std::vector<double> right_, before_, whole_;
};

Out<double, 2> tie_accuracies(const Matrix& systems, const Matrix& topics,
                              const In<std::int64_t, 2>& ends, const In<std::int64_t>& starts,
                              const In<std::int64_t>& topic, const In<std::int64_t>& fold,
                              const In<std::int64_t, 2>& first, const In<std::uint8_t, 2>& kind,
                              const In<std::int64_t>& sizes) {
    const std::size_t rows = systems.shape(0), pairs = ends.shape(0), lines = topic.size();
    const std::size_t count = first.shape(0), inputs = topics.shape(1);
    constexpr std::int64_t kMostFolds = 1000;
    require(topics.shape(0) == rows, "systems and topics differ in rows");
    require(ends.shape(1) == 2, "a pair has two ends");
    require(all_within(ends, 0, static_cast<std::int64_t>(systems.shape(1))),
            "an end is not the number of a system");
    require(starts.size() == pairs + 1 && cuts(starts, lines), "starts do not divide the lines");
    require(all_within(topic, 0, static_cast<std::int64_t>(inputs)),
            "a line is not of the number of a topic");
    require(fold.size() == inputs && all_within(fold, 0, kMostFolds),
            "there is not one fold in [0, 1000) for each topic");
    require(first.shape(1) == lines && kind.shape(0) == count && kind.shape(1) == lines &&
                sizes.size() == count,
            "measures differ in lines");
    require(all_within(first, 0, kMostItems) && all_within(kind, 0, 3) &&
                all_within(sizes, 1, static_cast<std::int64_t>(lines) + 2),
            "a number of a line is too large");
    std::size_t folds = 0, most = 0;
    for (std::size_t t = 0; t < inputs; ++t)
        folds = std::max(folds, static_cast<std::size_t>(fold.data()[t]) + 1);
    for (std::size_t k = 0; k < count; ++k)
        most = std::max(most, static_cast<std::size_t>(sizes.data()[k]));
    std::vector<double> out(count * rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        Calibration calibration(folds, most);
        std::vector<Calibration::Line> live;
        std::vector<double> share(inputs), all(folds);
        for (std::size_t row = 0; row < rows; ++row) {
            // Drawn topics count alike: the weights of a topic's pairs add up to how often it was
            // drawn.
            const double* const drawn = systems.data() + row * systems.shape(1);
            const auto each_line = [&](auto take) {
                for (std::size_t pair = 0; pair < pairs; ++pair) {
                    const std::int64_t* const two = ends.data() + 2 * pair;
                    const double weight = drawn[two[0]] * drawn[two[1]];
                    if (weight == 0.0) continue;
                    const auto to = static_cast<std::size_t>(starts.data()[pair + 1]);
                    for (auto at = static_cast<std::size_t>(starts.data()[pair]); at < to; ++at)
                        take(at, static_cast<std::size_t>(topic.data()[at]), weight);
                }
            };
            std::fill(share.begin(), share.end(), 0.0);
            each_line([&](std::size_t, std::size_t t, double weight) { share[t] += weight; });
            for (std::size_t t = 0; t < inputs; ++t)
                share[t] = share[t] > 0 ? topics.data()[row * inputs + t] / share[t] : 0.0;
            live.clear();
            std::fill(all.begin(), all.end(), 0.0);
            each_line([&](std::size_t at, std::size_t t, double weight) {
                if (share[t] == 0.0) return;
                const auto part = static_cast<std::size_t>(fold.data()[t]);
                live.push_back({at, part, weight * share[t]});
                all[part] += live.back().weight;
            });
            interrupt.spend(1 + 4 * lines);
            for (std::size_t k = 0; k < count; ++k) {
                const auto size = static_cast<std::size_t>(sizes.data()[k]);
                out[k * rows + row] = calibration.accuracy(live, first.data() + k * lines,
                                                           kind.data() + k * lines, size, all);
                interrupt.spend(1 + 4 * live.size() + 4 * folds * size);
            }
        }
    }
    return to_array<2>(std::move(out), {count, rows});
}

}  // namespace

NB_MODULE(_resample, m) {
    m.doc() = "Bootstrap and randomization of long rows; the twin is python.resample.";
    m.def("bootstrap_sums", &bootstrap_sums, "columns"_a, "key"_a, "first"_a, "count"_a,
          "The sum of each row over topics drawn with replacement, for each round.");
    m.def("signed_sums", &signed_sums, "rows"_a, "key"_a, "first"_a, "count"_a,
          "The sum of each row under random signs of its topics, for each round.");
    m.def("pair_hits", &pair_hits, "sums"_a, "ends"_a, "floors"_a,
          "How often two rows of sums lie as far apart as the floor of the pair.");
    m.def("tie_accuracies", &tie_accuracies, "systems"_a, "topics"_a, "ends"_a, "starts"_a,
          "topic"_a, "fold"_a, "first"_a, "kind"_a, "sizes"_a,
          "Pairwise accuracy with tie calibration of each measure, for each resample.");
}

// Weighted correlation of rows: Pearson's, ranks, and the concordance of pairs, which is the sum
// over pairs i < j of w_i w_j sign(x_i - x_j) sign(z_i - z_j).
//
// The readable twin is concordance_py.py. Rows of codes (whole numbers in [0, N)) and of weights go
// together; where codes have a single row, it serves every row of weights and is sorted once. A
// Fenwick tree over z makes a row cost N log N instead of N^2.

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

using Codes = In<std::int64_t, 2>;
using Weights = In<double, 2>;

void check(const Codes& codes, std::size_t rows, std::size_t width) {
    require(codes.shape(1) == width, "codes and weights differ in width");
    require(codes.shape(0) == 1 || codes.shape(0) == rows,
            "codes have neither one row nor a row for each row of weights");
    require(all_within(codes, 0, static_cast<std::int64_t>(width)), "a code is not in [0, N)");
}

// Sum over x-sorted items of w * (weight of smaller z before - weight of greater z before).
double one_row(const std::vector<std::int64_t>& order, const std::int64_t* x, const std::int64_t* z,
               const double* w, std::vector<double>& tree, Interrupt& interrupt) {
    const std::size_t width = order.size();
    // People give few marks, so that the tree is small.
    const std::int64_t size = *std::max_element(z, z + width) + 2;
    std::fill(tree.begin(), tree.begin() + size, 0.0);
    double sum = 0.0, inside = 0.0;
    for (std::size_t from = 0; from < width;) {
        std::size_t to = from;
        while (to < width && x[order[to]] == x[order[from]]) ++to;
        for (std::size_t k = from; k < to; ++k) {
            const std::int64_t item = order[k];
            if (w[item] == 0.0) continue;
            double below = 0.0, up_to = 0.0;
            std::int64_t at = z[item];  // codes below z[item] are tree places 1..z[item]
            for (std::int64_t i = at; i > 0; i -= i & -i) below += tree[i];
            for (std::int64_t i = at + 1; i > 0; i -= i & -i) up_to += tree[i];
            sum += w[item] * (below - (inside - up_to));
            interrupt.spend(64);
        }
        for (std::size_t k = from; k < to; ++k) {
            const std::int64_t item = order[k];
            if (w[item] == 0.0) continue;
            inside += w[item];
            for (std::int64_t i = z[item] + 1; i < size; i += i & -i) tree[i] += w[item];
        }
        from = to;
    }
    return sum;
}

// The same for short rows, pair by pair.
double all_pairs(const std::int64_t* x, const std::int64_t* z, const double* w, std::size_t width) {
    double sum = 0.0;
    for (std::size_t j = 1; j < width; ++j) {
        if (w[j] == 0.0) continue;
        double mine = 0.0;
        for (std::size_t i = 0; i < j; ++i) {
            const int sign = ((x[i] > x[j]) - (x[i] < x[j])) * ((z[i] > z[j]) - (z[i] < z[j]));
            mine += sign * w[i];
        }
        sum += w[j] * mine;
    }
    return sum;
}

// Items in the order of their codes: a counting sort, which keeps the order of equal ones.
void sort_by(const std::int64_t* codes, std::size_t width, std::vector<std::int64_t>& order,
             std::vector<std::int64_t>& starts) {
    std::fill(starts.begin(), starts.end(), 0);
    for (std::size_t i = 0; i < width; ++i) ++starts[codes[i] + 1];
    for (std::size_t c = 0; c < width; ++c) starts[c + 1] += starts[c];
    for (std::size_t i = 0; i < width; ++i)
        order[starts[codes[i]]++] = static_cast<std::int64_t>(i);
}

constexpr std::size_t kFew = 48;  // items of a row that are compared pair by pair

Out<double> concordance(const Codes& x, const Codes& z, const Weights& w) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    check(x, rows, width);
    check(z, rows, width);
    std::vector<double> out(rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<std::int64_t> order(width), starts(width + 1);
        std::vector<double> tree(width + 1);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int64_t* xs = x.data() + (x.shape(0) == 1 ? 0 : row * width);
            const std::int64_t* zs = z.data() + (z.shape(0) == 1 ? 0 : row * width);
            if (width <= kFew) {
                out[row] = all_pairs(xs, zs, w.data() + row * width, width);
                interrupt.spend(width * width);
                continue;
            }
            if (row == 0 || x.shape(0) != 1) {
                sort_by(xs, width, order, starts);
                interrupt.spend(8 * width);
            }
            out[row] = one_row(order, xs, zs, w.data() + row * width, tree, interrupt);
            interrupt.spend(1 + width);
        }
    }
    return to_array(std::move(out));
}

// Codes of one row of scores. Scores that are small whole numbers are counted, others sorted.
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

    // What is not a number comes last, in the order of the row.
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

Out<std::int64_t, 2> codes(const Weights& scores) {
    const std::size_t rows = scores.shape(0), width = scores.shape(1);
    std::vector<std::int64_t> out(rows * width);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        Coder coder(width);
        for (std::size_t row = 0; row < rows; ++row)
            coder.code(scores.data() + row * width, out.data() + row * width, interrupt);
    }
    return to_array<2>(std::move(out), {rows, width});
}

Out<double> apart(const Codes& codes, const Weights& w) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    check(codes, rows, width);
    std::vector<double> out(rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> groups(width);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int64_t* at = codes.data() + (codes.shape(0) == 1 ? 0 : row * width);
            const double* weights = w.data() + row * width;
            std::fill(groups.begin(), groups.end(), 0.0);
            double all = 0.0, together = 0.0;
            for (std::size_t i = 0; i < width; ++i) {
                groups[at[i]] += weights[i];
                all += weights[i];
            }
            for (double group : groups) together += group * group;
            out[row] = (all * all - together) / 2;
            interrupt.spend(1 + 3 * width);
        }
    }
    return to_array(std::move(out));
}

Out<double, 2> midranks(const Codes& codes, const Weights& w) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    check(codes, rows, width);
    std::vector<double> out(rows * width);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> middle(width);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int64_t* at = codes.data() + (codes.shape(0) == 1 ? 0 : row * width);
            const double* weights = w.data() + row * width;
            std::fill(middle.begin(), middle.end(), 0.0);
            for (std::size_t i = 0; i < width; ++i) middle[at[i]] += weights[i];
            double below = 0.0;
            for (double& group : middle) {
                const double up_to = below + group;
                group = (below + up_to) / 2;
                below = up_to;
            }
            for (std::size_t i = 0; i < width; ++i) out[row * width + i] = middle[at[i]];
            interrupt.spend(1 + 4 * width);
        }
    }
    return to_array<2>(std::move(out), {rows, width});
}

// The sum of some numbers in NumPy's order: halves down to 128, eight sums side by side in these.
double sum_of(const double* a, std::size_t n) {
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
void centre(const double* scores, const double* w, double weight, std::size_t width, double* out,
            double* products) {
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

Out<double> pearson(const Weights& x, const Weights& z, const Weights& w) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    for (const Weights* scores : {&x, &z}) {
        require(scores->shape(1) == width, "scores and weights differ in width");
        require(scores->shape(0) == 1 || scores->shape(0) == rows,
                "scores have neither one row nor a row for each row of weights");
    }
    std::vector<double> out(rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> a(width), b(width), products(width);
        for (std::size_t row = 0; row < rows; ++row) {
            const double* weights = w.data() + row * width;
            const double weight = sum_of(weights, width);
            const auto at = [&](const Weights& scores) {
                return scores.data() + (scores.shape(0) == 1 ? 0 : row * width);
            };
            const auto sum = [&](const std::vector<double>& left,
                                 const std::vector<double>& right) {
                for (std::size_t i = 0; i < width; ++i)
                    products[i] = weights[i] * left[i] * right[i];
                return sum_of(products.data(), width);
            };
            centre(at(x), weights, weight, width, a.data(), products.data());
            centre(at(z), weights, weight, width, b.data(), products.data());
            const double value = sum(a, b) / std::sqrt(sum(a, a) * sum(b, b));
            out[row] = value > 1.0 ? 1.0 : value < -1.0 ? -1.0 : value;
            interrupt.spend(1 + 12 * width);
        }
    }
    return to_array(std::move(out));
}

}  // namespace

NB_MODULE(_concordance, m) {
    m.doc() = "Weighted concordance of pairs; the twin is concordance_py.";
    m.def("concordance", &concordance, "x"_a, "z"_a, "w"_a,
          "Sum over pairs of w_i w_j sign(x_i - x_j) sign(z_i - z_j), for each row of weights.");
    m.def("pearson", &pearson, "x"_a, "z"_a, "w"_a,
          "The weighted correlation of each row; not a number where one side is constant.");
    m.def("codes", &codes, "scores"_a,
          "Whole numbers in the order of the scores of each row, equal where they are equal.");
    m.def("apart", &apart, "codes"_a, "w"_a,
          "The weight of the pairs whose codes differ, for each row of weights.");
    m.def("midranks", &midranks, "codes"_a, "w"_a,
          "Weighted average ranks: the weight below plus half the weight at the same code.");
}

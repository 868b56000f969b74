// Weighted concordance of pairs: the sum over pairs i < j of w_i w_j sign(x_i - x_j) sign(z_i -
// z_j).
//
// The readable twin is concordance_py.py. Rows of codes (whole numbers in [0, N)) and of weights go
// together; where codes have a single row, it serves every row of weights and is sorted once. A
// Fenwick tree over z makes a row cost N log N instead of N^2.

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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
    std::fill(tree.begin(), tree.end(), 0.0);
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
            for (std::int64_t i = z[item] + 1; i < static_cast<std::int64_t>(tree.size());
                 i += i & -i)
                tree[i] += w[item];
        }
        from = to;
    }
    return sum;
}

Out<double> concordance(const Codes& x, const Codes& z, const Weights& w) {
    const std::size_t rows = w.shape(0), width = w.shape(1);
    check(x, rows, width);
    check(z, rows, width);
    std::vector<double> out(rows);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<std::int64_t> order(width);
        std::vector<double> tree(width + 1);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int64_t* xs = x.data() + (x.shape(0) == 1 ? 0 : row * width);
            const std::int64_t* zs = z.data() + (z.shape(0) == 1 ? 0 : row * width);
            if (row == 0 || x.shape(0) != 1) {
                std::iota(order.begin(), order.end(), 0);
                std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
                    interrupt.spend(2);
                    return xs[a] < xs[b];
                });
            }
            out[row] = one_row(order, xs, zs, w.data() + row * width, tree, interrupt);
            interrupt.spend(1 + width);
        }
    }
    return to_array(std::move(out));
}

}  // namespace

NB_MODULE(_concordance, m) {
    m.doc() = "Weighted concordance of pairs; the twin is concordance_py.";
    m.def("concordance", &concordance, "x"_a, "z"_a, "w"_a,
          "Sum over pairs of w_i w_j sign(x_i - x_j) sign(z_i - z_j), for each row of weights.");
}

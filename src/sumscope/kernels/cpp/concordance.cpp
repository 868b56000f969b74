// Weighted concordance of pairs: the sum over pairs i < j of w_i w_j sign(x_i - x_j) sign(z_i -
// z_j).
//
// The readable twin is concordance_py.py. Rows of codes (whole numbers in [0, N)) and of weights go
// together; where codes have a single row, it serves every row of weights and is sorted once. A
// Fenwick tree over z makes a row cost N log N instead of N^2.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "shared/interrupt.h"

namespace nb = nanobind;

namespace {

using Codes = nb::ndarray<const int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sums = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

void check(const Codes& codes, size_t rows, size_t width) {
    if (codes.shape(1) != width) throw nb::value_error("codes and weights differ in width");
    if (codes.shape(0) != 1 && codes.shape(0) != rows)
        throw nb::value_error("codes have neither one row nor a row for each row of weights");
    const int64_t* at = codes.data();
    for (size_t i = 0; i < codes.shape(0) * width; ++i)
        if (at[i] < 0 || at[i] >= static_cast<int64_t>(width))
            throw nb::value_error("a code is not in [0, N)");
}

// Sum over x-sorted items of w * (weight of smaller z before - weight of greater z before).
double one_row(const std::vector<int64_t>& order, const int64_t* x, const int64_t* z,
               const double* w, std::vector<double>& tree) {
    const size_t width = order.size();
    std::fill(tree.begin(), tree.end(), 0.0);
    double sum = 0.0, inside = 0.0;
    for (size_t from = 0; from < width;) {
        size_t to = from;
        while (to < width && x[order[to]] == x[order[from]]) ++to;
        for (size_t k = from; k < to; ++k) {
            const int64_t item = order[k];
            if (w[item] == 0.0) continue;
            double below = 0.0, up_to = 0.0;
            int64_t at = z[item];  // codes below z[item] are tree places 1..z[item]
            for (int64_t i = at; i > 0; i -= i & -i) below += tree[i];
            for (int64_t i = at + 1; i > 0; i -= i & -i) up_to += tree[i];
            sum += w[item] * (below - (inside - up_to));
        }
        for (size_t k = from; k < to; ++k) {
            const int64_t item = order[k];
            if (w[item] == 0.0) continue;
            inside += w[item];
            for (int64_t i = z[item] + 1; i < static_cast<int64_t>(tree.size()); i += i & -i)
                tree[i] += w[item];
        }
        from = to;
    }
    return sum;
}

Sums concordance(const Codes& x, const Codes& z, const Weights& w) {
    const size_t rows = w.shape(0), width = w.shape(1);
    check(x, rows, width);
    check(z, rows, width);
    auto* out = new double[rows > 0 ? rows : 1];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        std::vector<int64_t> order(width);
        std::vector<double> tree(width + 1);
        for (size_t row = 0; row < rows; ++row) {
            const int64_t* xs = x.data() + (x.shape(0) == 1 ? 0 : row * width);
            const int64_t* zs = z.data() + (z.shape(0) == 1 ? 0 : row * width);
            if (row == 0 || x.shape(0) != 1) {
                std::iota(order.begin(), order.end(), 0);
                std::sort(order.begin(), order.end(),
                          [xs](int64_t a, int64_t b) { return xs[a] < xs[b]; });
            }
            out[row] = one_row(order, xs, zs, w.data() + row * width, tree);
            interrupt.now();
        }
    }
    return Sums(out, {rows}, owner);
}

}  // namespace

NB_MODULE(_concordance, m) {
    m.def("concordance", &concordance, nb::arg("x"), nb::arg("z"), nb::arg("w"));
}

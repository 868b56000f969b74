// Best-worst answers under Plackett and Luce's model: derivatives of the log likelihood.
//
// The readable twin is luce_py.py. An answer shows a few systems, the best first, the worst second;
// its probability runs through the subsets of the others. A row of weights is a bootstrap resample.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "shared/interrupt.h"

namespace nb = nanobind;

namespace {

constexpr size_t MOST_SHOWN = 16;

using Ints = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Slopes = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Curves = nb::ndarray<nb::numpy, double, nb::ndim<3>>;
using Local = std::array<double, MOST_SHOWN>;
using Square = std::array<Local, MOST_SHOWN>;

void check(const Ints &starts, const Ints &shown, const Rows &weights, const Rows &strength) {
    if (starts.shape(0) == 0 || starts.data()[0] != 0 ||
        starts.data()[starts.shape(0) - 1] != static_cast<int64_t>(shown.shape(0)))
        throw nb::value_error("answers do not cover what was shown");
    if (weights.shape(1) != starts.shape(0) - 1)
        throw nb::value_error("weights and answers differ in number");
    if (strength.shape(0) != 1 && strength.shape(0) != weights.shape(0))
        throw nb::value_error("strengths have neither one row nor a row for each row of weights");
    for (size_t k = 0; k + 1 < starts.shape(0); ++k) {
        const int64_t size = starts.data()[k + 1] - starts.data()[k];
        if (size < 2 || size > static_cast<int64_t>(MOST_SHOWN))
            throw nb::value_error("an answer shows fewer than 2 or more than 16 systems");
    }
    for (size_t k = 0; k < shown.shape(0); ++k)
        if (shown.data()[k] < 0 || shown.data()[k] >= static_cast<int64_t>(strength.shape(1)))
            throw nb::value_error("a system is not in [0, N)");
}

// Derivatives of log P(first place 0, last place 1) by the log strengths of the systems shown.
void answer(const Local &e, size_t size, Local &first, Square &second) {
    double all = 0.0;
    for (size_t a = 0; a < size; ++a) all += e[a];
    for (size_t a = 0; a < size; ++a) {
        const double share = e[a] / all;
        first[a] = (a == 0 ? 1.0 : 0.0) - share;
        for (size_t b = a; b < size; ++b)
            second[a][b] = share * (e[b] / all) - (a == b ? share : 0.0);
    }
    if (size == 2) return;
    double last = 1.0;
    Local up{}, part{}, away{};
    Square bend{};
    const size_t others = size - 2;
    for (size_t chosen = 1; chosen < (size_t{1} << others); ++chosen) {
        double below = e[1], sign = 1.0;
        for (size_t a = 0; a < others; ++a)
            if (chosen >> a & 1) {
                below += e[a + 2];
                sign = -sign;
            }
        for (size_t a = 1; a < size; ++a) {
            const bool inside = a == 1 || (chosen >> (a - 2) & 1);
            part[a] = inside ? e[a] / below : 0.0;
            away[a] = (a == 1 ? 1.0 : 0.0) - part[a];
        }
        const double term = sign * part[1];
        last += term;
        for (size_t a = 1; a < size; ++a) {
            up[a] += term * away[a];
            for (size_t b = a; b < size; ++b)
                bend[a][b] +=
                    term * (away[a] * away[b] + part[a] * part[b] - (a == b ? part[a] : 0.0));
        }
    }
    last = std::max(last, 1e-300);
    for (size_t a = 1; a < size; ++a) up[a] /= last;
    for (size_t a = 1; a < size; ++a) {
        first[a] += up[a];
        for (size_t b = a; b < size; ++b) second[a][b] += bend[a][b] / last - up[a] * up[b];
    }
}

std::pair<Slopes, Curves> derivatives(const Ints &starts, const Ints &shown, const Rows &weights,
                                      const Rows &strength) {
    check(starts, shown, weights, strength);
    const size_t rows = weights.shape(0), answers = weights.shape(1), size = strength.shape(1);
    auto *slope = new double[rows * size + 1]();
    nb::capsule slopes(slope, [](void *p) noexcept { delete[] static_cast<double *>(p); });
    auto *curve = new double[rows * size * size + 1]();
    nb::capsule curves(curve, [](void *p) noexcept { delete[] static_cast<double *>(p); });
    {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        std::vector<double> worth(size);
        Local e{}, first{};
        Square second{};
        for (size_t row = 0; row < rows; ++row) {
            const double *s = strength.data() + (strength.shape(0) == 1 ? 0 : row * size);
            const double top = size ? *std::max_element(s, s + size) : 0.0;
            for (size_t k = 0; k < size; ++k) worth[k] = std::exp(s[k] - top);
            double *g = slope + row * size, *h = curve + row * size * size;
            for (size_t k = 0; k < answers; ++k) {
                const double w = weights.data()[row * answers + k];
                if (w == 0.0) continue;
                const int64_t *at = shown.data() + starts.data()[k];
                const size_t many = static_cast<size_t>(starts.data()[k + 1] - starts.data()[k]);
                for (size_t a = 0; a < many; ++a) e[a] = worth[at[a]];
                answer(e, many, first, second);
                for (size_t a = 0; a < many; ++a) {
                    g[at[a]] += w * first[a];
                    for (size_t b = a; b < many; ++b) {
                        h[at[a] * size + at[b]] += w * second[a][b];
                        if (b != a) h[at[b] * size + at[a]] += w * second[a][b];
                    }
                }
            }
            interrupt.now();
        }
    }
    return {Slopes(slope, {rows, size}, slopes), Curves(curve, {rows, size, size}, curves)};
}

}  // namespace

NB_MODULE(_luce, m) {
    m.def("derivatives", &derivatives, nb::arg("starts"), nb::arg("shown"), nb::arg("weights"),
          nb::arg("strength"));
}

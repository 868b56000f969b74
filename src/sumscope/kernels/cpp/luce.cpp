// Best-worst answers under Plackett and Luce's model: derivatives of the log likelihood.
//
// The readable twin is python/luce.py. An answer shows a few systems, the best first, the worst
// second; its probability runs through the subsets of the others. A row of weights is a bootstrap
// resample.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
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

constexpr std::size_t kMostShown = 16;

using Longs = In<std::int64_t>;
using Rows = In<double, 2>;
using Local = std::array<double, kMostShown>;
using Square = std::array<Local, kMostShown>;

void check(const Longs& starts, const Longs& shown, const Rows& weights, const Rows& strength) {
    require(cuts(starts, shown.size()), "answers do not cover what was shown");
    require(weights.shape(1) == starts.size() - 1, "weights and answers differ in number");
    require(strength.shape(0) == 1 || strength.shape(0) == weights.shape(0),
            "strengths have neither one row nor a row for each row of weights");
    require(all_within(shown, 0, static_cast<std::int64_t>(strength.shape(1))),
            "a system is not in [0, N)");
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
        const std::int64_t size = starts(k + 1) - starts(k);
        require(size >= 2 && size <= static_cast<std::int64_t>(kMostShown),
                "an answer shows fewer than 2 or more than 16 systems");
    }
}

// Derivatives of log P(first place 0, last place 1) by the log strengths of the systems shown.
void answer(const Local& e, std::size_t size, Local& first, Square& second) {
    double all = 0.0;
    for (std::size_t a = 0; a < size; ++a) all += e[a];
    for (std::size_t a = 0; a < size; ++a) {
        const double share = e[a] / all;
        first[a] = (a == 0 ? 1.0 : 0.0) - share;
        for (std::size_t b = a; b < size; ++b)
            second[a][b] = share * (e[b] / all) - (a == b ? share : 0.0);
    }
    if (size == 2) return;
    double last = 1.0;
    Local up{}, part{}, away{};
    Square bend{};
    const std::size_t others = size - 2;
    for (std::size_t chosen = 1; chosen < (std::size_t{1} << others); ++chosen) {
        double below = e[1], sign = 1.0;
        for (std::size_t a = 0; a < others; ++a)
            if (chosen >> a & 1) {
                below += e[a + 2];
                sign = -sign;
            }
        for (std::size_t a = 1; a < size; ++a) {
            const bool inside = a == 1 || (chosen >> (a - 2) & 1);
            part[a] = inside ? e[a] / below : 0.0;
            away[a] = (a == 1 ? 1.0 : 0.0) - part[a];
        }
        const double term = sign * part[1];
        last += term;
        for (std::size_t a = 1; a < size; ++a) {
            up[a] += term * away[a];
            for (std::size_t b = a; b < size; ++b)
                bend[a][b] +=
                    term * (away[a] * away[b] + part[a] * part[b] - (a == b ? part[a] : 0.0));
        }
    }
    last = std::max(last, 1e-300);
    for (std::size_t a = 1; a < size; ++a) up[a] /= last;
    for (std::size_t a = 1; a < size; ++a) {
        first[a] += up[a];
        for (std::size_t b = a; b < size; ++b) second[a][b] += bend[a][b] / last - up[a] * up[b];
    }
}

std::pair<Out<double, 2>, Out<double, 3>> derivatives(const Longs& starts, const Longs& shown,
                                                      const Rows& weights, const Rows& strength) {
    check(starts, shown, weights, strength);
    const std::size_t rows = weights.shape(0), answers = weights.shape(1), size = strength.shape(1);
    std::vector<double> slope(rows * size), curve(rows * size * size);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::vector<double> worth(size);
        Local e{}, first{};
        Square second{};
        for (std::size_t row = 0; row < rows; ++row) {
            const double* s = strength.data() + (strength.shape(0) == 1 ? 0 : row * size);
            const double top = size ? *std::max_element(s, s + size) : 0.0;
            for (std::size_t k = 0; k < size; ++k) worth[k] = std::exp(s[k] - top);
            double *g = slope.data() + row * size, *h = curve.data() + row * size * size;
            for (std::size_t k = 0; k < answers; ++k) {
                const double w = weights.data()[row * answers + k];
                if (w == 0.0) continue;
                const std::int64_t* at = shown.data() + starts.data()[k];
                const std::size_t many =
                    static_cast<std::size_t>(starts.data()[k + 1] - starts.data()[k]);
                for (std::size_t a = 0; a < many; ++a) e[a] = worth[at[a]];
                answer(e, many, first, second);
                interrupt.spend((std::size_t{1} << many) * many * many / 4);
                for (std::size_t a = 0; a < many; ++a) {
                    g[at[a]] += w * first[a];
                    for (std::size_t b = a; b < many; ++b) {
                        h[at[a] * size + at[b]] += w * second[a][b];
                        if (b != a) h[at[b] * size + at[a]] += w * second[a][b];
                    }
                }
            }
            interrupt.spend(4 * size + answers);
        }
    }
    return {to_array<2>(std::move(slope), {rows, size}),
            to_array<3>(std::move(curve), {rows, size, size})};
}

}  // namespace

NB_MODULE(_luce, m) {
    m.doc() = "Best-worst answers under Plackett and Luce; the twin is python.luce.";
    m.def("derivatives", &derivatives, "starts"_a, "shown"_a, "weights"_a, "strength"_a);
}

// Integer knapsacks over a few hundred items, with every item in turn forced in and forced out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sumscope::oracle {

class Knapsack {
  public:
    // Whether the tables of k items stay small.
    static bool fits(int k, int room) { return (k + 1.0) * (room + 1.0) <= 4e6; }

    // The most that items of these profits and sizes are worth in `room`; profits may be below 0.
    double fill(const std::vector<double>& profit, const std::vector<int>& size, int room) {
        const int k = static_cast<int>(size.size());
        const std::size_t width = static_cast<std::size_t>(room) + 1;
        if (ahead_.size() < (k + 1) * width) {
            ahead_.resize((k + 1) * width);
            behind_.resize((k + 1) * width);
        }
        std::fill_n(ahead_.begin(), width, 0.0);
        std::fill_n(behind_.begin() + static_cast<std::ptrdiff_t>(k * width), width, 0.0);
        for (int j = 0; j < k; ++j) {
            const double* from = &ahead_[j * width];
            double* to = &ahead_[(j + 1) * width];
            const int l = size[j];
            const double gain = profit[j];
            std::copy_n(from, l, to);
            for (int c = l; c <= room; ++c) {
                const double u = from[c - l] + gain;
                to[c] = from[c] > u ? from[c] : u;
            }
        }
        for (int j = k - 1; j >= 0; --j) {
            const double* from = &behind_[(j + 1) * width];
            double* to = &behind_[j * width];
            const int l = size[j];
            const double gain = profit[j];
            const int last = room - l;
            for (int c = 0; c <= last; ++c) {
                const double u = from[c + l] + gain;
                to[c] = from[c] > u ? from[c] : u;
            }
            std::copy_n(from + last + 1, l, to + last + 1);
        }
        return ahead_[static_cast<std::size_t>(k) * width + room];
    }

    // After fill: the same plus `base`, with each item forced in, and forced out.
    void forced(const std::vector<double>& profit, const std::vector<int>& size, int room,
                double base, std::vector<double>& with, std::vector<double>& without) const {
        const std::size_t width = static_cast<std::size_t>(room) + 1;
        for (std::size_t j = 0; j < size.size(); ++j) {
            const double* f = &ahead_[j * width];
            const double* b = &behind_[(j + 1) * width];
            with[j] = base + profit[j] + best_pair(f, b + size[j], room - size[j] + 1);
            without[j] = base + best_pair(f, b, room + 1);
        }
    }

  private:
    static double best_pair(const double* f, const double* b, int count) {
        double best[4] = {-1, -1, -1, -1};
        int c = 0;
        for (; c + 4 <= count; c += 4)
            for (int q = 0; q < 4; ++q) {
                const double v = f[c + q] + b[c + q];
                best[q] = best[q] > v ? best[q] : v;
            }
        for (; c < count; ++c) best[0] = std::max(best[0], f[c] + b[c]);
        return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
    }

    // ahead_[j][c]: items before j in c words; behind_[j][c]: items from j on in room - c words.
    std::vector<double> ahead_, behind_;
};

}  // namespace sumscope::oracle

// How many weakly connected components a word network has while its associations arrive.
//
// The readable twin is growth_py.py. Words come as numbers 0..nodes-1 in reading order; the
// association M joins word M-1 and word M. Everything is integer arithmetic, so that kernel and
// twin give the same bytes.

#include <nanobind/nanobind.h>

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

using Words = In<std::int32_t>;

void check(const Words& words, std::int64_t nodes) {
    require(nodes >= 0 && nodes <= kMostItems, "nodes is out of range");
    require(all_within(words, 0, nodes), "a word is not in 0..nodes-1");
}

// Union by size with path halving: near-constant time an association.
class Components {
  public:
    explicit Components(std::int64_t nodes) : parent_(nodes), size_(nodes, 1), count_(nodes) {
        for (std::int64_t i = 0; i < nodes; ++i) parent_[i] = static_cast<std::int32_t>(i);
    }

    void join(std::int32_t a, std::int32_t b) {
        a = root(a);
        b = root(b);
        if (a == b) return;
        if (size_[a] < size_[b]) std::swap(a, b);
        parent_[b] = a;
        size_[a] += size_[b];
        --count_;
    }

    std::int64_t count() const { return count_; }

  private:
    std::int32_t root(std::int32_t a) {
        while (parent_[a] != a) {
            parent_[a] = parent_[parent_[a]];
            a = parent_[a];
        }
        return a;
    }

    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> size_;
    std::int64_t count_;
};

// f(0), f(1), ..., f(A).
Out<std::int32_t> components(const Words& words, std::int64_t nodes) {
    check(words, nodes);
    const std::size_t length = words.size() == 0 ? 1 : words.size();
    std::vector<std::int32_t> out(length);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const std::int32_t* data = words.data();
        Components state(nodes);
        out[0] = static_cast<std::int32_t>(nodes);
        for (std::size_t m = 1; m < length; ++m) {
            state.join(data[m - 1], data[m]);
            out[m] = static_cast<std::int32_t>(state.count());
            interrupt.spend(4);
        }
    }
    return to_array(std::move(out));
}

// A * (sum over M of |f(M) - g(M)|), which is a whole number: with g(M) = N + (E - N) M / A and
// E = f(A), each term times A is |A (f(M) - N) + (N - E) M|. Each fits 64 bits; their sum may not.
nb::object area(const Words& words, std::int64_t nodes) {
    check(words, nodes);
    const std::size_t length = words.size();
    std::uint64_t low = 0, high = 0;
    if (length > 1) {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const std::int32_t* data = words.data();
        const std::int64_t associations = static_cast<std::int64_t>(length) - 1;
        // Every two neighbours are joined, so the words that occur end as one component; nodes
        // that never occur stay alone.
        std::vector<bool> seen(nodes, false);
        std::int64_t occurring = 0;
        for (std::size_t i = 0; i < length; ++i)
            if (!seen[data[i]]) {
                seen[data[i]] = true;
                ++occurring;
            }
        const std::int64_t drop = occurring - 1;
        Components state(nodes);
        for (std::int64_t m = 1; m <= associations; ++m) {
            state.join(data[m - 1], data[m]);
            const std::int64_t term = associations * (state.count() - nodes) + drop * m;
            const std::uint64_t size = static_cast<std::uint64_t>(term < 0 ? -term : term);
            low += size;
            if (low < size) ++high;
            interrupt.spend(4);
        }
    }
    return (nb::int_(high) << nb::int_(64)) + nb::int_(low);
}

}  // namespace

NB_MODULE(_growth, m) {
    m.doc() = "Components of a growing word network; the twin is growth_py.";
    m.def("components", &components, "words"_a, "nodes"_a,
          "f(0), f(1), ..., f(A): components after each association.");
    m.def("area", &area, "words"_a, "nodes"_a,
          "A times the area between f and the straight line g, a whole number.");
}

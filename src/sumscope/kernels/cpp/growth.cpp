// How many weakly connected components a word network has while its associations arrive.
//
// The readable twin is growth_py.py. Words come as numbers 0..nodes-1 in reading order; the
// association M joins word M-1 and word M. Everything is integer arithmetic, so that kernel and
// twin give the same bytes.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "shared/interrupt.h"

namespace nb = nanobind;

namespace {

using Words = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Curve = nb::ndarray<nb::numpy, int32_t, nb::ndim<1>>;

void check(const Words& words, int64_t nodes) {
    if (nodes < 0 || nodes > INT32_MAX) throw nb::value_error("nodes is out of range");
    const int32_t* data = words.data();
    for (size_t i = 0; i < words.shape(0); ++i)
        if (data[i] < 0 || data[i] >= nodes) throw nb::value_error("a word is not in 0..nodes-1");
}

// Union by size with path halving: near-constant time an association.
class Components {
  public:
    explicit Components(int64_t nodes) : parent_(nodes), size_(nodes, 1), count_(nodes) {
        for (int64_t i = 0; i < nodes; ++i) parent_[i] = static_cast<int32_t>(i);
    }

    void join(int32_t a, int32_t b) {
        a = root(a);
        b = root(b);
        if (a == b) return;
        if (size_[a] < size_[b]) std::swap(a, b);
        parent_[b] = a;
        size_[a] += size_[b];
        --count_;
    }

    int64_t count() const { return count_; }

  private:
    int32_t root(int32_t a) {
        while (parent_[a] != a) {
            parent_[a] = parent_[parent_[a]];
            a = parent_[a];
        }
        return a;
    }

    std::vector<int32_t> parent_;
    std::vector<int32_t> size_;
    int64_t count_;
};

// f(0), f(1), ..., f(A).
Curve components(const Words& words, int64_t nodes) {
    check(words, nodes);
    const size_t length = words.shape(0) == 0 ? 1 : words.shape(0);
    auto* out = new int32_t[length];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<int32_t*>(p); });
    {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        const int32_t* data = words.data();
        Components state(nodes);
        out[0] = static_cast<int32_t>(nodes);
        for (size_t m = 1; m < length; ++m) {
            state.join(data[m - 1], data[m]);
            out[m] = static_cast<int32_t>(state.count());
            interrupt.check(m);
        }
    }
    return Curve(out, {length}, owner);
}

// A * (sum over M of |f(M) - g(M)|), which is a whole number: with g(M) = N + (E - N) M / A and
// E = f(A), each term times A is |A (f(M) - N) + (N - E) M|. Each fits 64 bits; their sum may not.
nb::object area(const Words& words, int64_t nodes) {
    check(words, nodes);
    const size_t length = words.shape(0);
    uint64_t low = 0, high = 0;
    if (length > 1) {
        nb::gil_scoped_release release;
        sumscope::Interrupt interrupt;
        const int32_t* data = words.data();
        const int64_t associations = static_cast<int64_t>(length) - 1;
        // Every two neighbours are joined, so the words that occur end as one component; nodes
        // that never occur stay alone.
        std::vector<bool> seen(nodes, false);
        int64_t occurring = 0;
        for (size_t i = 0; i < length; ++i)
            if (!seen[data[i]]) {
                seen[data[i]] = true;
                ++occurring;
            }
        const int64_t drop = occurring - 1;
        Components state(nodes);
        for (int64_t m = 1; m <= associations; ++m) {
            state.join(data[m - 1], data[m]);
            const int64_t term = associations * (state.count() - nodes) + drop * m;
            const uint64_t size = static_cast<uint64_t>(term < 0 ? -term : term);
            low += size;
            if (low < size) ++high;
            interrupt.check(static_cast<size_t>(m));
        }
    }
    return (nb::int_(high) << nb::int_(64)) + nb::int_(low);
}

}  // namespace

NB_MODULE(_growth, m) {
    m.doc() = "Components of a growing word network; the twin is growth_py.";
    m.def("components", &components, nb::arg("words"), nb::arg("nodes"),
          "f(0), f(1), ..., f(A): components after each association.");
    m.def("area", &area, nb::arg("words"), nb::arg("nodes"),
          "A times the area between f and the straight line g, a whole number.");
}

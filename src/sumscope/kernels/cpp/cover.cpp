// Counting over two covers: contingency cells, groups of like items, pairs for the Omega index.
// The Python twin is python/cover.py; arrays in and out are 64-bit whole numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

using Index = std::int64_t;
using Vector = std::vector<Index>;
using Array = In<Index>;
using Column = Out<Index>;
using Columns = std::tuple<Column, Column, Column>;

struct Cover {
    const Index* ptr;
    const Index* items;
    Index k;
    Index n;

    Cover(const Array& p, const Array& i, Index universe)
        : ptr(p.data()), items(i.data()), k(static_cast<Index>(p.size()) - 1), n(universe) {
        require(n >= 0 && n <= kMostItems, "n is not in 0 ... 2^31 - 1");
        require(cuts(p, i.size()), "ptr does not cut items into clusters");
        require(all_within(i, 0, n), "an item is outside 0 ... n-1");
        Vector last(static_cast<std::size_t>(n), -1);
        for (Index c = 0; c < k; ++c)
            for (Index at = ptr[c]; at < ptr[c + 1]; ++at) {
                require(last[items[at]] != c, "an item is twice in one cluster");
                last[items[at]] = c;
            }
    }
};

// Which clusters hold each item, ascending; clusters below `least` items are passed over.
struct Holders {
    Vector ptr;
    Vector clusters;

    Holders(const Cover& cover, Index least) : ptr(cover.n + 1, 0) {
        auto counts = [&](Index c) { return cover.ptr[c + 1] - cover.ptr[c] >= least; };
        for (Index c = 0; c < cover.k; ++c)
            if (counts(c))
                for (Index at = cover.ptr[c]; at < cover.ptr[c + 1]; ++at)
                    ++ptr[cover.items[at] + 1];
        for (Index i = 0; i < cover.n; ++i) ptr[i + 1] += ptr[i];
        clusters.resize(ptr[cover.n]);
        Vector next(ptr.begin(), ptr.end() - 1);
        for (Index c = 0; c < cover.k; ++c)
            if (counts(c))
                for (Index at = cover.ptr[c]; at < cover.ptr[c + 1]; ++at)
                    clusters[next[cover.items[at]]++] = c;
    }
    const Index* begin(Index item) const { return clusters.data() + ptr[item]; }
    const Index* end(Index item) const { return clusters.data() + ptr[item + 1]; }
    Index size(Index item) const { return ptr[item + 1] - ptr[item]; }
};

struct Cells {
    Vector rows, cols, counts;
    Vector here;     // items of the current row in each column
    Vector touched;  // columns with any

    explicit Cells(Index columns) : here(columns, 0) {}
    void meet(Index column) {
        if (here[column]++ == 0) touched.push_back(column);
    }
    void close(Index row) {
        std::sort(touched.begin(), touched.end());
        for (Index column : touched) {
            rows.push_back(row);
            cols.push_back(column);
            counts.push_back(here[column]);
            here[column] = 0;
        }
        touched.clear();
    }
    Columns give() {
        return {to_array(std::move(rows)), to_array(std::move(cols)), to_array(std::move(counts))};
    }
};

std::uint64_t mixed(std::uint64_t x) {  // the finaliser of splitmix64
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// Open addressing over numbers given out in order of first mention. `same(number)` says whether
// the value looked for is the one that got that number.
class Numbering {
  public:
    explicit Numbering(Index most) {
        while (static_cast<Index>(slots_.size()) < 2 * most + 2)
            slots_.resize(slots_.empty() ? 16 : slots_.size() * 2);
        std::fill(slots_.begin(), slots_.end(), -1);
    }
    template <class Same>
    Index number(std::uint64_t hash, Same same) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            if (slots_[at] < 0) return slots_[at] = given_++;
            if (same(slots_[at])) return slots_[at];
        }
    }
    Index given() const { return given_; }

  private:
    Vector slots_;
    Index given_ = 0;
};

struct Groups {
    Vector of_item;  // group of each item
    Vector first;    // an item of each group
    Vector weight;   // items in each group
};

Groups grouped(const Holders& left, const Holders& right, Index n, Interrupt& interrupt) {
    Groups made;
    made.of_item.resize(n);
    Numbering numbering(n);
    for (Index i = 0; i < n; ++i) {
        std::uint64_t hash = mixed(static_cast<std::uint64_t>(left.size(i)));
        for (const Index* c = left.begin(i); c != left.end(i); ++c)
            hash = mixed(hash ^ static_cast<std::uint64_t>(*c));
        for (const Index* c = right.begin(i); c != right.end(i); ++c)
            hash = mixed(hash ^ static_cast<std::uint64_t>(*c));
        const Index group = numbering.number(hash, [&](Index known) {
            const Index other = made.first[known];
            return left.size(i) == left.size(other) && right.size(i) == right.size(other) &&
                   std::equal(left.begin(i), left.end(i), left.begin(other)) &&
                   std::equal(right.begin(i), right.end(i), right.begin(other));
        });
        if (group == static_cast<Index>(made.first.size())) {
            made.first.push_back(i);
            made.weight.push_back(0);
        }
        made.of_item[i] = group;
        ++made.weight[group];
        interrupt.spend(1 + left.size(i) + right.size(i));
    }
    return made;
}

// For each cluster its groups, ascending; `next` walks past the groups already done.
struct Occupants {
    Vector ptr, groups, next;

    Occupants(const Holders& holders, const Groups& all, Index k) : ptr(k + 1, 0) {
        for (Index item : all.first)
            for (const Index* c = holders.begin(item); c != holders.end(item); ++c) ++ptr[*c + 1];
        for (Index c = 0; c < k; ++c) ptr[c + 1] += ptr[c];
        groups.resize(ptr[k]);
        next.assign(ptr.begin(), ptr.end() - 1);
        for (std::size_t g = 0; g < all.first.size(); ++g) {
            const Index item = all.first[g];
            for (const Index* c = holders.begin(item); c != holders.end(item); ++c)
                groups[next[*c]++] = static_cast<Index>(g);
        }
        next.assign(ptr.begin(), ptr.end() - 1);
    }
};

void tally(Vector& histogram, Index times, Index pairs) {
    if (static_cast<Index>(histogram.size()) <= times) histogram.resize(times + 1, 0);
    histogram[times] += pairs;
}

std::pair<Column, Index> compact(const Array& labels) {
    const Index n = static_cast<Index>(labels.size());
    const Index* in = labels.data();
    Vector codes(n);
    Index given = 0;
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        Index low = 0, high = 0;
        if (n > 0) {
            const auto ends = std::minmax_element(in, in + n);
            low = *ends.first, high = *ends.second;
        }
        const std::uint64_t span =
            static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        if (span < static_cast<std::uint64_t>(2 * n + 1024)) {  // close together: a plain table
            Vector code(span + 1, -1);
            for (Index i = 0; i < n; ++i) {
                Index& known = code[in[i] - low];
                if (known < 0) known = given++;
                codes[i] = known;
                interrupt.spend(1);
            }
        } else {
            Numbering numbering(n);
            Vector known;
            for (Index i = 0; i < n; ++i) {
                codes[i] = numbering.number(mixed(static_cast<std::uint64_t>(in[i])),
                                            [&](Index code) { return known[code] == in[i]; });
                if (codes[i] == static_cast<Index>(known.size())) known.push_back(in[i]);
                interrupt.spend(1);
            }
            given = numbering.given();
        }
    }
    return {to_array(std::move(codes)), given};
}

Columns contingency(const Array& left, const Array& right, Index k_left, Index k_right) {
    require(left.size() == right.size(), "two labelings of one set have the same length");
    require(k_left >= 0 && k_left <= kMostItems && k_right >= 0 && k_right <= kMostItems,
            "k is not in 0 ... 2^31 - 1");
    require(all_within(left, 0, k_left) && all_within(right, 0, k_right),
            "a label is outside 0 ... k-1");
    const Index n = static_cast<Index>(left.size());
    const Index *a = left.data(), *b = right.data();
    Cells cells(k_right);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        Vector start(k_left + 1, 0);
        for (Index i = 0; i < n; ++i) ++start[a[i] + 1];
        for (Index c = 0; c < k_left; ++c) start[c + 1] += start[c];
        Vector columns(n), next(start.begin(), start.end() - 1);
        for (Index i = 0; i < n; ++i) columns[next[a[i]]++] = b[i];
        for (Index c = 0; c < k_left; ++c) {
            for (Index at = start[c]; at < start[c + 1]; ++at) cells.meet(columns[at]);
            cells.close(c);
            interrupt.spend(8 * (1 + start[c + 1] - start[c]));
        }
    }
    return cells.give();
}

Columns overlaps(const Array& left_ptr, const Array& left_items, const Array& right_ptr,
                 const Array& right_items, Index n) {
    const Cover left(left_ptr, left_items, n), right(right_ptr, right_items, n);
    Cells cells(right.k);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const Holders holders(right, 1);
        for (Index c = 0; c < left.k; ++c) {
            for (Index at = left.ptr[c]; at < left.ptr[c + 1]; ++at) {
                const Index item = left.items[at];
                for (const Index* d = holders.begin(item); d != holders.end(item); ++d)
                    cells.meet(*d);
                interrupt.spend(1 + holders.size(item));
            }
            cells.close(c);
        }
    }
    return cells.give();
}

std::pair<Column, Index> groups(const Array& left_ptr, const Array& left_items,
                                const Array& right_ptr, const Array& right_items, Index n) {
    const Cover left(left_ptr, left_items, n), right(right_ptr, right_items, n);
    Groups made;
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        made = grouped(Holders(left, 1), Holders(right, 1), n, interrupt);
    }
    const Index count = static_cast<Index>(made.first.size());
    return {to_array(std::move(made.of_item)), count};
}

// Items that the same clusters hold are alike towards every other item, so pairs of groups are
// counted with their weights, and clusters of one item, which make no pair, are passed over.
// Memory follows the items and memberships; work follows the pairs of groups that share a cluster.
std::tuple<Index, Column, Column> omega_counts(const Array& left_ptr, const Array& left_items,
                                               const Array& right_ptr, const Array& right_items,
                                               Index n) {
    const Cover left(left_ptr, left_items, n), right(right_ptr, right_items, n);
    Index agree = 0;
    Vector left_times(1, 0), right_times(1, 0);
    {
        nb::gil_scoped_release release;
        Interrupt interrupt;
        const Holders left_holders(left, 2), right_holders(right, 2);
        const Groups all = grouped(left_holders, right_holders, n, interrupt);
        Occupants left_in(left_holders, all, left.k), right_in(right_holders, all, right.k);
        const Index count = static_cast<Index>(all.first.size());
        Vector left_count(count, 0), right_count(count, 0), touched;
        Index met = 0;  // pairs that share a cluster somewhere
        auto add = [&](Index a, Index b, Index pairs) {
            tally(left_times, a, pairs);
            tally(right_times, b, pairs);
            if (a == b) agree += pairs;
            met += pairs;
        };
        for (Index g = 0; g < count; ++g) {
            const Index item = all.first[g], weight = all.weight[g];
            auto walk = [&](const Holders& holders, Occupants& in, Vector& counts) {
                for (const Index* c = holders.begin(item); c != holders.end(item); ++c) {
                    const Index from = ++in.next[*c], to = in.ptr[*c + 1];
                    for (Index at = from; at < to; ++at) {
                        const Index other = in.groups[at];
                        if (left_count[other] == 0 && right_count[other] == 0)
                            touched.push_back(other);
                        ++counts[other];
                    }
                    interrupt.spend(1 + to - from);
                }
            };
            walk(left_holders, left_in, left_count);
            walk(right_holders, right_in, right_count);
            for (Index other : touched) {
                add(left_count[other], right_count[other], weight * all.weight[other]);
                left_count[other] = right_count[other] = 0;
            }
            touched.clear();
            add(left_holders.size(item), right_holders.size(item), weight * (weight - 1) / 2);
        }
        const Index never = n * (n - 1) / 2 - met;
        add(0, 0, never);
        while (left_times.size() > 1 && left_times.back() == 0) left_times.pop_back();
        while (right_times.size() > 1 && right_times.back() == 0) right_times.pop_back();
    }
    return {agree, to_array(std::move(left_times)), to_array(std::move(right_times))};
}

}  // namespace

NB_MODULE(_cover, m) {
    m.doc() = "Counting over two covers; python.cover is the readable twin.";
    m.def("compact", &compact, "labels"_a);
    m.def("contingency", &contingency, "left"_a, "right"_a, "k_left"_a, "k_right"_a);
    m.def("overlaps", &overlaps, "left_ptr"_a, "left_items"_a, "right_ptr"_a, "right_items"_a,
          "n"_a);
    m.def("groups", &groups, "left_ptr"_a, "left_items"_a, "right_ptr"_a, "right_items"_a, "n"_a);
    m.def("omega_counts", &omega_counts, "left_ptr"_a, "left_items"_a, "right_ptr"_a,
          "right_items"_a, "n"_a);
}

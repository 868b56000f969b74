// What the search leaves behind: a DAG whose paths are the oracles, and the memo that made it one.
//
// Children have smaller numbers than their parents. A leaf (room >= 0) stands for every subset of
// its items with at most `room` words. A branch (room < 0) has a group of interchangeable items; an
// edge takes any `take` of them, adds the edge's forced items, and goes on to `child`.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace sumscope::oracle {

struct Dag {
    std::vector<int> room;                    // per node
    std::vector<std::int64_t> item_start{0};  // per node, into items
    std::vector<int> items;
    std::vector<std::int64_t> edge_start{0};    // per node, into the edges
    std::vector<int> take, child;               // per edge
    std::vector<std::int64_t> forced_start{0};  // per edge, into forced
    std::vector<int> forced;
    std::vector<int> base;  // items of every oracle, above the root
    int root = -1;

    int nodes() const { return static_cast<int>(room.size()); }

    int add_leaf(const std::vector<int>& free, int capacity) {
        items.insert(items.end(), free.begin(), free.end());
        return close(capacity);
    }

    void add_edge(int m, int to, const int* add, int adds) {
        take.push_back(m);
        child.push_back(to);
        forced.insert(forced.end(), add, add + adds);
        forced_start.push_back(static_cast<std::int64_t>(forced.size()));
    }

    // Ends a node whose edges have just been added.
    int add_branch(const std::vector<int>& group) {
        items.insert(items.end(), group.begin(), group.end());
        return close(-1);
    }

  private:
    int close(int capacity) {
        room.push_back(capacity);
        item_start.push_back(static_cast<std::int64_t>(items.size()));
        edge_start.push_back(static_cast<std::int64_t>(take.size()));
        return nodes() - 1;
    }
};

// Where a state leads: the items its bounds force in, then a node; child -1 means no oracle below.
struct Arc {
    int child = -1;
    std::int64_t forced = 0;
    int forced_count = 0;
};

// Full keys, compared byte by byte: a hash alone could merge two states and make a count wrong.
class Memo {
  public:
    Memo() : slots_(1024, 0) {}

    // Entry number of the key, or -1.
    int find(const std::vector<std::uint8_t>& key) const {
        const std::uint64_t h = hash(key);
        for (std::uint64_t q = h & mask();; q = (q + 1) & mask()) {
            if (slots_[q] == 0) return -1;
            const Entry& e = entries_[slots_[q] - 1];
            if (e.hash == h && e.size == key.size() &&
                std::memcmp(keys_.data() + e.at, key.data(), key.size()) == 0)
                return slots_[q] - 1;
        }
    }

    // Adds a key that is not there yet.
    int insert(const std::vector<std::uint8_t>& key) {
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        Entry e;
        e.hash = hash(key);
        e.at = keys_.size();
        e.size = static_cast<std::uint32_t>(key.size());
        keys_.insert(keys_.end(), key.begin(), key.end());
        entries_.push_back(e);
        place(static_cast<int>(entries_.size()) - 1);
        return static_cast<int>(entries_.size()) - 1;
    }

    Arc& arc(int entry) { return entries_[entry].arc; }
    std::size_t bytes() const { return keys_.size() + entries_.size() * (sizeof(Entry) + 8); }

  private:
    struct Entry {
        std::uint64_t hash = 0;
        std::size_t at = 0;
        std::uint32_t size = 0;
        Arc arc;
    };

    std::uint64_t mask() const { return slots_.size() - 1; }

    static std::uint64_t hash(const std::vector<std::uint8_t>& key) {
        std::uint64_t h = 0x9E3779B97F4A7C15ull ^ key.size();
        std::size_t at = 0;
        for (; at + 8 <= key.size(); at += 8) {
            std::uint64_t x;
            std::memcpy(&x, key.data() + at, 8);
            h = (h ^ x) * 0xFF51AFD7ED558CCDull;
            h ^= h >> 32;
        }
        std::uint64_t x = 0;
        for (int s = 0; at < key.size(); ++at, s += 8) x |= std::uint64_t(key[at]) << s;
        h = (h ^ x) * 0xC4CEB9FE1A85EC53ull;
        return h ^ (h >> 29);
    }

    void place(int entry) {
        std::uint64_t q = entries_[entry].hash & mask();
        while (slots_[q] != 0) q = (q + 1) & mask();
        slots_[q] = entry + 1;
    }

    void grow() {
        slots_.assign(slots_.size() * 2, 0);
        for (std::size_t e = 0; e < entries_.size(); ++e) place(static_cast<int>(e));
    }

    std::vector<Entry> entries_;
    std::vector<int> slots_;
    std::vector<std::uint8_t> keys_;
};

}  // namespace sumscope::oracle

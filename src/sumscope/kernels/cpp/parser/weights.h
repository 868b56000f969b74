// Weights by the hash of a feature: tables to read, and a table that grows while it is learnt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "parser/arcs.h"

namespace sumscope::parser {

inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

// The number of a key, or of none; linear probing at most half full.
class Keys {
  public:
    static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;

    explicit Keys(std::size_t expected = 8) { resize(expected); }

    std::uint32_t find(std::uint32_t key) const {
        for (std::size_t at = start(key);; at = (at + 1) & mask_) {
            if (slots_[at].row == kAbsent || slots_[at].key == key) return slots_[at].row;
        }
    }

    // The number of a key, a new one where it is not known.
    std::uint32_t take(std::uint32_t key) {
        std::size_t at = start(key);
        for (; slots_[at].row != kAbsent; at = (at + 1) & mask_)
            if (slots_[at].key == key) return slots_[at].row;
        const auto row = static_cast<std::uint32_t>(keys_.size());
        slots_[at] = {key, row};
        keys_.push_back(key);
        if (2 * keys_.size() > mask_) resize(2 * keys_.size());
        return row;
    }

    void prefetch(std::uint32_t key) const { parser::prefetch(&slots_[start(key)]); }

    const std::vector<std::uint32_t>& keys() const { return keys_; }

  private:
    struct Slot {
        std::uint32_t key, row;
    };

    std::size_t start(std::uint32_t key) const { return key & mask_; }

    void resize(std::size_t expected) {
        std::size_t size = 16;
        while (size < 2 * expected + 2) size *= 2;
        slots_.assign(size, {0, kAbsent});
        mask_ = size - 1;
        for (std::size_t row = 0; row < keys_.size(); ++row) {
            std::size_t at = start(keys_[row]);
            while (slots_[at].row != kAbsent) at = (at + 1) & mask_;
            slots_[at] = {keys_[row], static_cast<std::uint32_t>(row)};
        }
    }

    std::vector<Slot> slots_;
    std::vector<std::uint32_t> keys_;
    std::size_t mask_ = 0;
};

// Rows of whole numbers that are moved by one, and what they were on average.
class Learnt {
  public:
    explicit Learnt(std::size_t width) : width_(width) {}

    const std::int32_t* find(std::uint32_t key) const {
        const std::uint32_t row = keys_.find(key);
        return row == Keys::kAbsent ? nullptr : &now_[row * width_];
    }

    void prefetch(std::uint32_t key) const { keys_.prefetch(key); }

    // Only the features counted this often are learnt.
    void choose(const std::vector<std::uint32_t>& counted, std::int64_t least) {
        Keys all;
        std::vector<std::int64_t> times;
        for (const std::uint32_t key : counted) {
            const std::uint32_t row = all.take(key);
            if (row == times.size()) times.push_back(0);
            ++times[row];
        }
        for (std::size_t row = 0; row < times.size(); ++row)
            if (times[row] >= least) keys_.take(all.keys()[row]);
        now_.assign(keys_.keys().size() * width_, 0);
        late_.assign(now_.size(), 0);
    }

    void move(std::uint32_t key, std::size_t column, std::int32_t by) {
        const std::size_t row = keys_.find(key);
        if (row == Keys::kAbsent) return;
        now_[row * width_ + column] += by;
        late_[row * width_ + column] += by * time_;
    }

    void tick() { ++time_; }

    const std::vector<std::uint32_t>& keys() const { return keys_.keys(); }

    // The sum over time of every weight: divided by `time`, its average.
    std::vector<std::int64_t> sums() const {
        std::vector<std::int64_t> out(now_.size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = now_[i] * time_ - late_[i];
        return out;
    }

    std::int64_t time() const { return time_; }

  private:
    std::size_t width_;
    Keys keys_;
    std::vector<std::int32_t> now_;
    std::vector<std::int64_t> late_;
    std::int64_t time_ = 0;
};

}  // namespace sumscope::parser

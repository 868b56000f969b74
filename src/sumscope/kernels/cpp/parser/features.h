// Features of a place in a sentence: hashes of a few numbers (atoms) that templates pick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumscope::parser {

// What an absent token, and the root, have in every column. Real values begin at 2.
constexpr std::int32_t kNone = 0, kRoot = 1;
constexpr std::size_t kMarks = 8;

inline std::uint32_t mix(std::uint32_t hash, std::uint32_t value) {
    hash = (hash ^ value) * 0x85EBCA6Bu;
    return hash ^ (hash >> 15);
}

// Lists of atoms. Those of one length are hashed together, in loops without surprises; the order
// of the features is no matter.
class Templates {
  public:
    Templates() = default;
    Templates(const std::int32_t* atoms, const std::int32_t* starts, std::size_t size)
        : size_(size) {
        for (std::size_t t = 0; t < size; ++t) {
            const auto length = static_cast<std::size_t>(starts[t + 1] - starts[t]);
            if (groups_.size() <= length) groups_.resize(length + 1);
            Group& group = groups_[length];
            group.first.push_back(mix(0x9E3779B1u, static_cast<std::uint32_t>(t)));
            group.atoms.insert(group.atoms.end(), atoms + starts[t], atoms + starts[t + 1]);
        }
    }

    std::size_t size() const { return size_; }

    bool within(std::int64_t count) const {
        for (const Group& group : groups_)
            for (const std::int32_t atom : group.atoms)
                if (atom >= count) return false;
        return true;
    }

    void hash(const std::vector<std::int32_t>& values, std::vector<std::uint32_t>& out) const {
        std::uint32_t* to = out.data();
        for (std::size_t length = 0; length < groups_.size(); ++length) {
            const Group& group = groups_[length];
            switch (length) {
                case 1:
                    to = hash_group<1>(group, values.data(), to);
                    break;
                case 2:
                    to = hash_group<2>(group, values.data(), to);
                    break;
                case 3:
                    to = hash_group<3>(group, values.data(), to);
                    break;
                case 4:
                    to = hash_group<4>(group, values.data(), to);
                    break;
                default:
                    for (std::size_t t = 0; t < group.first.size(); ++t) {
                        std::uint32_t made = group.first[t];
                        for (std::size_t i = 0; i < length; ++i)
                            made = mix(made, static_cast<std::uint32_t>(
                                                 values[group.atoms[t * length + i]]));
                        *to++ = made;
                    }
            }
        }
    }

  private:
    struct Group {
        std::vector<std::uint32_t> first;  // what each begins with: the hash of its number
        std::vector<std::int32_t> atoms;
    };

    template <std::size_t Length>
    static std::uint32_t* hash_group(const Group& group, const std::int32_t* values,
                                     std::uint32_t* to) {
        const std::int32_t* atom = group.atoms.data();
        for (const std::uint32_t first : group.first) {
            std::uint32_t made = first;
            for (std::size_t i = 0; i < Length; ++i)
                made = mix(made, static_cast<std::uint32_t>(values[atom[i]]));
            atom += Length;
            *to++ = made;
        }
        return to;
    }

    std::size_t size_ = 0;
    std::vector<Group> groups_;
};

// One sentence: a row of columns for each token; the last column holds marks, one bit each.
class Sentence {
  public:
    Sentence(const std::int32_t* rows, std::int32_t size, std::size_t columns)
        : rows_(rows), size_(size), columns_(columns), seen_((size + 1) * kMarks, 0) {
        for (std::int32_t i = 0; i < size; ++i)
            for (std::size_t bit = 0; bit < kMarks; ++bit)
                seen_[(i + 1) * kMarks + bit] = seen_[i * kMarks + bit] + (marks(i) >> bit & 1);
    }

    std::int32_t size() const { return size_; }
    std::size_t columns() const { return columns_ - 1; }

    // The columns of a token: -1 is no token, `size` the root.
    void put(std::int32_t token, std::int32_t* out) const {
        const std::int32_t fill = token == size_ ? kRoot : kNone;
        const bool real = token >= 0 && token < size_;
        for (std::size_t c = 0; c + 1 < columns_; ++c)
            out[c] = real ? rows_[token * columns_ + c] : fill;
    }

    // The marks of the tokens between two.
    std::int32_t between(std::int32_t a, std::int32_t b) const {
        std::int32_t found = 0;
        if (a < 0 || b - a < 2) return found;
        for (std::size_t bit = 0; bit < kMarks; ++bit)
            if (seen_[b * kMarks + bit] > seen_[(a + 1) * kMarks + bit]) found |= 1 << bit;
        return found;
    }

  private:
    std::int32_t marks(std::int32_t i) const { return rows_[i * columns_ + columns_ - 1]; }

    const std::int32_t* rows_;
    std::int32_t size_;
    std::size_t columns_;
    std::vector<std::int32_t> seen_;  // tokens before each that have a mark
};

// 1, 2, 3, 4, then 5 to 6, 7 to 10, more.
inline std::int32_t rough(std::int32_t distance) {
    if (distance < 5) return distance;
    return distance < 7 ? 5 : distance < 11 ? 6 : 7;
}

inline std::int32_t few(std::int32_t count) { return count < 4 ? count : 4; }

}  // namespace sumscope::parser

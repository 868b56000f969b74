// The signs of Western prose, one byte each.
//
// A text is read as Windows-1252: letters and most signs are those of Latin-1, and quotes, dashes
// and the euro sign take bytes that Latin-1 leaves to controls. What is not foreseen has no byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumscope::sentences {

using Sign = unsigned char;

constexpr Sign kLeftQuote = 0x91, kRightQuote = 0x92, kLeftDouble = 0x93, kRightDouble = 0x94;
constexpr Sign kLongDash = 0x97, kLeftAngle = 0xab, kRightAngle = 0xbb;

enum Kind : std::uint16_t {
    kForeseen = 1 << 0,
    kLower = 1 << 1,
    kUpper = 1 << 2,
    kLetter = kLower | kUpper,
    kDigit = 1 << 3,
    kSpace = 1 << 4,
    kStop = 1 << 5,       // . ! ?
    kOpening = 1 << 6,    // may begin a quote or a bracket
    kClosing = 1 << 7,    // closes a quote or a bracket after a stop, alone or after white space
    kRunOn = 1 << 8,      // may stand in a run of closing signs
    kContinues = 1 << 9,  // after a closing sign: the sentence goes on
    kMark = 1 << 10,      // may begin the mark of a list
    kDash = 1 << 11,      // such a mark by itself
    kDotted = 1 << 12,    // ends the others
    kLine = 1 << 13       // the end of a line
};

constexpr std::array<std::uint16_t, 256> make_kinds() {
    std::array<std::uint16_t, 256> kinds{};
    const auto add = [&kinds](std::string_view signs, unsigned kind) {
        for (const char c : signs) {
            const auto at = static_cast<Sign>(c);
            kinds[at] = static_cast<std::uint16_t>(kinds[at] | kind);
        }
    };
    const auto range = [&kinds](unsigned from, unsigned to, unsigned kind) {
        for (unsigned at = from; at <= to; at++)
            kinds[at] = static_cast<std::uint16_t>(kinds[at] | kind);
    };
    add(" \n\t\xa0.!?,;:/"
        "&#\xa3\x80'\x92\x91\x93\x94\"`()[]{}\xab\xbb$%*+=@^_|~\\\x96\x97>\xa1\xbf-",
        kForeseen);
    range('a', 'z', kForeseen | kLower | kContinues);
    range(0xdf, 0xf6, kForeseen | kLower | kContinues);
    range(0xf8, 0xff, kForeseen | kLower | kContinues);
    range('A', 'Z', kForeseen | kUpper);
    range(0xc0, 0xd6, kForeseen | kUpper);
    range(0xd8, 0xde, kForeseen | kUpper);
    range('0', '9', kForeseen | kDigit);
    add(" \n\t\xa0", kSpace | kRunOn);
    add(".!?", kStop);
    add("\"`'([{\xab\xbb\x91\x93\x94\x97", kOpening);
    add("\xbb\x91\x94\x93\x92)]}", kClosing);
    add("`'\"\xbb\x91\x94\x93\x92)]}", kRunOn);
    add("!\"#%&'*,./:;?@\\\xa1\xbf)]}([{", kContinues);
    add("-*+0123456789abcdeABCDE", kMark);
    add("-*+", kDash);
    add(".)", kDotted);
    add("\n", kLine);
    return kinds;
}

inline constexpr std::array<std::uint16_t, 256> kKinds = make_kinds();

inline bool is(Sign sign, unsigned kind) { return (kKinds[sign] & kind) != 0; }

inline Sign lower(Sign sign) { return is(sign, kUpper) ? static_cast<Sign>(sign + 0x20) : sign; }

// The byte of a character from U+0080 on; 0 where it has none.
inline Sign sign_of(std::uint32_t code) {
    switch (code) {
        case 0x20ac:
            return 0x80;
        case 0x2018:
            return kLeftQuote;
        case 0x2019:
            return kRightQuote;
        case 0x201c:
            return kLeftDouble;
        case 0x201d:
            return kRightDouble;
        case 0x2013:
            return 0x96;
        case 0x2014:
            return kLongDash;
        default:
            return code >= 0xa0 && code <= 0xff ? static_cast<Sign>(code) : Sign{0};
    }
}

// A text in signs.
struct Signs {
    std::vector<Sign> all;
    std::vector<std::size_t> places;  // where each begins in UTF-8; empty for pure ASCII
    unsigned kinds = 0;               // the kinds that stand in it

    // Reads sound UTF-8; false where a sign is not foreseen.
    bool read(std::string_view text) {
        places.clear();
        const auto* const begin = reinterpret_cast<const Sign*>(text.data());
        const std::size_t size = text.size();
        all.assign(begin, begin + size);
        unsigned some = 0, every = kForeseen;
        std::size_t at = 0;
        for (; at < size && begin[at] < 0x80; at++) {
            some |= kKinds[begin[at]];
            every &= kKinds[begin[at]];
        }
        if (every == 0) return false;
        kinds = some;
        return at == size || read_wide(begin, at, size);
    }

    // Where sign `i` begins in a text of so many bytes.
    std::size_t place(std::size_t i, std::size_t bytes) const {
        if (i >= all.size()) return bytes;
        return places.empty() ? i : places[i];
    }

  private:
    bool read_wide(const Sign* begin, std::size_t at, std::size_t size) {
        for (std::size_t k = 0; k < at; k++) places.push_back(k);
        all.resize(at);
        while (at < size) {
            const Sign first = begin[at];
            Sign sign = first;
            places.push_back(at++);
            if (first >= 0x80) {
                const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
                std::uint32_t code = first & (0x3fU >> more);
                for (int k = 0; k < more; k++) code = (code << 6) | (begin[at++] & 0x3fU);
                sign = sign_of(code);
            }
            if (!is(sign, kForeseen)) return false;
            kinds |= kKinds[sign];
            all.push_back(sign);
        }
        return true;
    }
};

}  // namespace sumscope::sentences

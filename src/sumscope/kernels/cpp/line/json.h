// JSON read once, byte by byte, without building values: strict, and silent about what it refuses.
//
// Whatever is not read here is read again by the slow reader, which says what is wrong. So a step
// that fails only throws Unusual.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace sumscope::line {

struct Unusual {};

constexpr int kDeepest = 50;
constexpr std::size_t kLongestNumber = 150;

// A string as it stands between its quotes; `plain` where nothing in it is escaped.
struct Quoted {
    std::string_view raw;
    bool plain = true;
};

// The bytes of a string whose escapes are resolved; the scanner has checked them.
inline std::string unescaped(std::string_view raw) {
    std::string made;
    made.reserve(raw.size());
    const auto four = [&](std::size_t at) {
        return static_cast<std::uint32_t>(std::stoul(std::string(raw.substr(at, 4)), nullptr, 16));
    };
    for (std::size_t at = 0; at < raw.size(); ++at) {
        if (raw[at] != '\\') {
            made += raw[at];
            continue;
        }
        const char kind = raw[++at];
        if (kind != 'u') {
            static constexpr std::string_view from = "bfnrt", to = "\b\f\n\r\t";
            const std::size_t place = from.find(kind);
            made += place == std::string_view::npos ? kind : to[place];
            continue;
        }
        std::uint32_t code = four(at + 1);
        at += 4;
        if (code >= 0xd800 && code <= 0xdbff) {
            code = 0x10000 + ((code - 0xd800) << 10) + (four(at + 3) - 0xdc00);
            at += 6;
        }
        const auto put = [&](std::uint32_t value) { made += static_cast<char>(value); };
        if (code < 0x80) {
            put(code);
        } else if (code < 0x800) {
            put(0xc0 | (code >> 6));
            put(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            put(0xe0 | (code >> 12));
            put(0x80 | ((code >> 6) & 0x3f));
            put(0x80 | (code & 0x3f));
        } else {
            put(0xf0 | (code >> 18));
            put(0x80 | ((code >> 12) & 0x3f));
            put(0x80 | ((code >> 6) & 0x3f));
            put(0x80 | (code & 0x3f));
        }
    }
    return made;
}

class Scanner {
  public:
    explicit Scanner(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

    void blank() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
    }

    // The next sign that is not blank; 0 at the end.
    char peek() {
        blank();
        return at_ < end_ ? *at_ : '\0';
    }

    void take(char sign) {
        if (peek() != sign) throw Unusual();
        ++at_;
    }

    // True when `sign` came next and was taken.
    bool taken(char sign) {
        if (peek() != sign) return false;
        ++at_;
        return true;
    }

    bool done() {
        blank();
        return at_ == end_;
    }

    Quoted string() {
        take('"');
        const char* const start = at_;
        bool plain = true;
        for (;;) {
            at_ = ordinary(at_);
            if (at_ == end_) throw Unusual();
            const auto sign = static_cast<unsigned char>(*at_);
            if (sign == '"') break;
            if (sign == '\\') {
                plain = false;
                escape();
            } else if (sign >= 0x80) {
                wide();
            } else {
                throw Unusual();
            }
        }
        const Quoted found{{start, static_cast<std::size_t>(at_ - start)}, plain};
        ++at_;
        return found;
    }

    // The bytes that a string stands for; they live as long as the scanner and its text.
    std::string_view bytes(const Quoted& found) {
        return found.plain ? found.raw : std::string_view(made_.emplace_back(unescaped(found.raw)));
    }

    void word(const char* spelling) {
        const std::size_t size = std::strlen(spelling);
        if (static_cast<std::size_t>(end_ - at_) < size || std::memcmp(at_, spelling, size) != 0)
            throw Unusual();
        at_ += size;
    }

    // A number that is finite for sure.
    void number() {
        const char* const start = at_;
        if (at_ < end_ && *at_ == '-') ++at_;
        if (at_ < end_ && *at_ == '0') {
            ++at_;
        } else {
            digits();
        }
        if (at_ < end_ && *at_ == '.') {
            ++at_;
            digits();
        }
        if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
            ++at_;
            if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
            const char* const power = at_;
            digits();
            if (at_ - power > 2) throw Unusual();
        }
        if (static_cast<std::size_t>(at_ - start) > kLongestNumber) throw Unusual();
    }

    // Any value, checked and passed over.
    void skip() {
        switch (peek()) {
            case '"':
                string();
                return;
            case '{': {
                Keys keys;
                members([&](std::string_view name) {
                    keys.add(name);
                    skip();
                });
                keys.check();
                return;
            }
            case '[':
                items([&] { skip(); });
                return;
            case 't':
                return word("true");
            case 'f':
                return word("false");
            case 'n':
                return word("null");
            default:
                return number();
        }
    }

    // An object; member(name) reads a value.
    template <class Member>
    void members(Member&& member) {
        within('{', '}', [&] {
            const std::string_view name = bytes(string());
            take(':');
            member(name);
        });
    }

    // A list; item() reads a value.
    template <class Item>
    void items(Item&& item) {
        within('[', ']', item);
    }

    // The names of an object; each may be there once.
    class Keys {
      public:
        void add(std::string_view name) { names_.push_back(name); }

        void check() {
            if (names_.size() < 2) return;
            std::sort(names_.begin(), names_.end());
            if (std::adjacent_find(names_.begin(), names_.end()) != names_.end()) throw Unusual();
        }

      private:
        std::vector<std::string_view> names_;
    };

  private:
    template <class Part>
    void within(char open, char close, Part&& part) {
        take(open);
        if (++depth_ > kDeepest) throw Unusual();
        if (!taken(close)) {
            do {
                part();
            } while (taken(','));
            take(close);
        }
        --depth_;
    }

    // The first sign from `at` on that is a quote, a backslash, a control or beyond ASCII.
    const char* ordinary(const char* at) const {
        constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
        while (end_ - at >= 8) {
            std::uint64_t eight;
            std::memcpy(&eight, at, 8);
            const std::uint64_t quote = eight ^ (ones * '"'), slash = eight ^ (ones * '\\');
            const std::uint64_t found = ((eight - ones * 0x20) & ~eight) |
                                        ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
                                        eight;
            if (found & tops) break;
            at += 8;
        }
        while (at < end_) {
            const auto sign = static_cast<unsigned char>(*at);
            if (sign == '"' || sign == '\\' || sign < 0x20 || sign >= 0x80) break;
            ++at;
        }
        return at;
    }

    void escape() {
        if (end_ - at_ < 2) throw Unusual();
        const char kind = at_[1];
        at_ += 2;
        if (kind != 'u') {
            if (std::strchr("\"\\/bfnrt", kind) == nullptr || kind == '\0') throw Unusual();
            return;
        }
        const std::uint32_t first = four();
        if (first < 0xd800 || first > 0xdfff) return;
        // One half of a character needs the other.
        if (first > 0xdbff || end_ - at_ < 6 || at_[0] != '\\' || at_[1] != 'u') throw Unusual();
        at_ += 2;
        const std::uint32_t second = four();
        if (second < 0xdc00 || second > 0xdfff) throw Unusual();
    }

    std::uint32_t four() {
        if (end_ - at_ < 4) throw Unusual();
        std::uint32_t value = 0;
        for (int k = 0; k < 4; ++k, ++at_) {
            const char sign = *at_;
            value <<= 4;
            if (sign >= '0' && sign <= '9') {
                value += static_cast<std::uint32_t>(sign - '0');
            } else if (sign >= 'a' && sign <= 'f') {
                value += static_cast<std::uint32_t>(sign - 'a' + 10);
            } else if (sign >= 'A' && sign <= 'F') {
                value += static_cast<std::uint32_t>(sign - 'A' + 10);
            } else {
                throw Unusual();
            }
        }
        return value;
    }

    // One character of UTF-8 beyond ASCII: no overlong form, no half of a character.
    void wide() {
        const auto byte = [this](int k) { return static_cast<unsigned char>(at_[k]); };
        const auto rest = [&](int size) {
            if (end_ - at_ < size) throw Unusual();
            for (int k = 1; k < size; ++k)
                if ((byte(k) & 0xc0) != 0x80) throw Unusual();
        };
        const unsigned char first = byte(0);
        int size = 0;
        if (first >= 0xc2 && first <= 0xdf) {
            rest(size = 2);
        } else if (first >= 0xe0 && first <= 0xef) {
            rest(size = 3);
            if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f))
                throw Unusual();
        } else if (first >= 0xf0 && first <= 0xf4) {
            rest(size = 4);
            if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f))
                throw Unusual();
        } else {
            throw Unusual();
        }
        at_ += size;
    }

    void digits() {
        const char* const start = at_;
        while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
        if (at_ == start) throw Unusual();
    }

    const char* at_;
    const char* end_;
    int depth_ = 0;
    std::deque<std::string> made_;
};

}  // namespace sumscope::line

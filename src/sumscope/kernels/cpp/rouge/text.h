// Words and texts: bytes become numbered words under one set of options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rouge/nltk_stem.h"
#include "rouge/stem.h"
#include "shared/interrupt.h"

namespace sumscope::rouge {

using Id = std::uint32_t;
constexpr Id kNone = 0xFFFFFFFF;     // a stop word, or a word that is not there
constexpr Id kUnknown = 0xFFFFFFFE;  // a word of another lexicon that this one does not hold

inline std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ULL;
    x ^= x >> 32;
    return x;
}

inline std::uint64_t hash_of(std::string_view word) {
    std::uint64_t h = 0xCBF29CE484222325ULL;
    for (const char c : word) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return mix(h);
}

// An exact map from strings to numbers: open addressing over one arena of bytes.
class StringMap {
  public:
    StringMap() : slots_(1024, kNone) {}

    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return arena_.size(); }

    std::string_view key(Id index) const {
        const Entry& e = entries_[index];
        return std::string_view(arena_).substr(e.at, e.size);
    }
    Id& value(Id index) { return entries_[index].value; }

    // The entry's index, or kNone.
    Id find(std::string_view key, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t s = hash & mask;; s = (s + 1) & mask) {
            const Id index = slots_[s];
            if (index == kNone) return kNone;
            const Entry& e = entries_[index];
            if (e.hash == static_cast<std::uint32_t>(hash >> 32) && e.size == key.size() &&
                std::memcmp(arena_.data() + e.at, key.data(), key.size()) == 0)
                return index;
        }
    }

    Id add(std::string_view key, std::uint64_t hash, Id value) {
        if ((entries_.size() + 1) * 2 > slots_.size()) grow();
        if (entries_.size() >= kUnknown) throw std::length_error("too many different words");
        const Id index = static_cast<Id>(entries_.size());
        entries_.push_back({arena_.size(), key.size(), hash, value});
        arena_.append(key);
        place(index, hash);
        return index;
    }

  private:
    struct Entry {
        Entry(std::size_t at, std::size_t size, std::uint64_t full, Id value)
            : at(at),
              size(size),
              low(static_cast<std::uint32_t>(full)),
              hash(static_cast<std::uint32_t>(full >> 32)),
              value(value) {}
        std::size_t at, size;
        std::uint32_t low, hash;
        Id value;
    };

    void place(Id index, std::uint64_t hash) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t s = hash & mask;
        while (slots_[s] != kNone) s = (s + 1) & mask;
        slots_[s] = index;
    }

    void grow() {
        slots_.assign(slots_.size() * 2, kNone);
        for (std::size_t i = 0; i < entries_.size(); i++)
            place(static_cast<Id>(i),
                  (static_cast<std::uint64_t>(entries_[i].hash) << 32) | entries_[i].low);
    }

    std::vector<Id> slots_;
    std::vector<Entry> entries_;
    std::string arena_;
};

// The same for words of up to 16 bytes, which nearly all are: the key lies in the table itself.
struct ShortKey {
    std::uint64_t a = 0, b = 0;
    std::uint64_t hash() const { return mix(a ^ mix(b + 0x9E3779B97F4A7C15ULL)); }
};

class ShortMap {
  public:
    static constexpr std::size_t kLongest = 16;

    ShortMap() : slots_(2048) {}
    std::size_t size() const { return used_; }

    static ShortKey key(std::string_view word) {
        char buffer[kLongest] = {};
        std::memcpy(buffer, word.data(), word.size());
        ShortKey key;
        std::memcpy(&key.a, buffer, 8);
        std::memcpy(&key.b, buffer + 8, 8);
        return key;
    }
    // Null where the word is not there.
    const Id* find(const ShortKey& key) const {
        const Slot& slot = slots_[place(key)];
        return slot.key.a == 0 ? nullptr : &slot.value;
    }
    void add(const ShortKey& key, Id value) {
        if (++used_ * 2 > slots_.size()) {
            std::vector<Slot> old(slots_.size() * 2);
            old.swap(slots_);
            for (const Slot& slot : old)
                if (slot.key.a != 0) slots_[place(slot.key)] = slot;
        }
        slots_[place(key)] = {key, value};
    }

  private:
    struct Slot {
        ShortKey key;  // a word has no zero byte, so a = 0 is an empty place
        Id value = kNone;
    };
    std::size_t place(const ShortKey& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t s = key.hash() & mask;
        while (slots_[s].key.a != 0 && (slots_[s].key.a != key.a || slots_[s].key.b != key.b))
            s = (s + 1) & mask;
        return s;
    }
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

// The words met so far. Grows to a limit, then the encoder begins a new one; texts keep theirs.
struct Lexicon {
    StringMap words;  // index = the word's number
    // Words as found in the text; value = the word's number, or kNone for a stop word.
    ShortMap brief;
    StringMap raw;

    Id number(std::string_view word) {
        const std::uint64_t hash = hash_of(word);
        const Id found = words.find(word, hash);
        return found != kNone ? found : words.add(word, hash, 0);
    }
};

// Sentences laid end to end; sentence i is [starts[i], starts[i + 1]).
struct Run {
    std::vector<Id> ids;
    std::vector<std::size_t> starts{0};

    void close() { starts.push_back(ids.size()); }
    std::size_t sentences() const { return starts.size() - 1; }
};

struct Local;

struct Text {
    std::shared_ptr<Lexicon> lexicon;
    Run run;
    std::unique_ptr<Run> other;  // what ROUGE-L and W read under a byte limit
    // What is worked out once where the text is a reference.
    mutable std::shared_ptr<const Local> local;

    const Run& units() const { return other ? *other : run; }
};

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Fields by white space (white space in front makes one more), and where the first `room` end.
inline std::pair<std::size_t, std::size_t> fields(std::string_view s, std::size_t room) {
    std::size_t at = 0, count = 0, end = 0;
    bool inside = false, any = false;
    if (!s.empty() && is_space(s[0])) count = 1;
    for (; at < s.size(); at++) {
        const bool space = is_space(s[at]);
        if (!space && !inside) {
            count++;
            any = true;
        }
        inside = !space;
        if (inside && count <= room) end = at + 1;
    }
    return {any ? count : 0, end};
}

// The characters of UTF-8.
inline std::vector<std::string_view> characters(std::string_view word) {
    std::vector<std::string_view> found;
    for (std::size_t i = 0, next; i < word.size(); i = next) {
        next = i + 1;
        while (next < word.size() && (word[next] & '\xC0') == '\x80') next++;
        found.push_back(word.substr(i, next - i));
    }
    return found;
}

class Encoder {
  public:
    using Exceptions = std::unordered_map<std::string, std::string>;

    Encoder(Exceptions exceptions, const std::vector<std::string>& stop, bool stem, long long words,
            long long bytes, bool nltk = false)
        : exceptions_(std::move(exceptions)), stop_(stop), stem_(stem), nltk_(nltk) {
        if (words < 0 || bytes < 0 || (words && bytes))
            throw std::invalid_argument("a limit of words or of bytes, not below 0");
        words_ = static_cast<std::size_t>(words);
        bytes_ = static_cast<std::size_t>(bytes);
        for (int c = 0; c < 256; c++) letter_[c] = 0;
        for (int c = '0'; c <= '9'; c++) letter_[c] = static_cast<char>(c);
        for (int c = 'a'; c <= 'z'; c++) letter_[c] = letter_[c - 'a' + 'A'] = static_cast<char>(c);
        begin();
    }

    std::string stem(std::string word) const {
        if (word.size() <= 3) return word;
        const auto found = exceptions_.find(word);
        if (found != exceptions_.end()) return found->second;
        if (std::all_of(word.begin(), word.end(), [](char c) { return (c & '\x80') == 0; })) {
            cut_ending(word);
            return word;
        }
        const std::vector<std::string_view> letters = characters(word);
        if (letters.size() <= 3) return word;
        // The stemmers count bytes and compare neighbours, so each letter becomes one byte here,
        // equal to the one before it if the letters are equal. Only the end of a word changes.
        std::string narrow;
        for (std::size_t i = 0; i < letters.size(); i++) {
            const char before = narrow.empty() ? '\0' : narrow.back();
            if (letters[i].size() == 1)
                narrow += letters[i][0];
            else if (i > 0 && letters[i] == letters[i - 1])
                narrow += before;
            else
                narrow += before == '\x80' ? '\x81' : '\x80';
        }
        cut_ending(narrow);
        std::string made;
        for (std::size_t i = 0; i < narrow.size(); i++) {
            if (narrow[i] == '\x80' || narrow[i] == '\x81')
                made += letters[i];
            else
                made += narrow[i];
        }
        return made;
    }

    std::unique_ptr<Text> encode(const std::vector<std::string_view>& sentences,
                                 Interrupt& interrupt) {
        auto text = fresh();
        // A signal handler may run in between and begin another lexicon: this text keeps its own.
        Lexicon& lexicon = *text->lexicon;
        std::size_t size = 0;
        for (const std::string_view s : sentences) size += s.size();
        text->run.ids.reserve(std::min(size / 5 + 4, kMost));
        text->run.starts.reserve(sentences.size() + 1);
        const auto find = [&](std::string_view s, Run& run) {
            find_words(s, run, lexicon, interrupt);
        };
        if (bytes_) {
            text->other = std::make_unique<Run>();
            std::size_t room = bytes_;
            bool open = true;  // the other run forgets what came before: each has the whole limit
            for (const std::string_view s : sentences) {
                if (room > 0) {
                    find(s.substr(0, room), text->run);
                    room -= std::min(room, s.size());
                }
                if (open) {
                    find(s.substr(0, bytes_), *text->other);
                    open = s.size() < bytes_;
                }
            }
        } else if (words_) {
            std::size_t room = words_;
            for (const std::string_view s : sentences) {
                const auto [count, end] = fields(s, room);
                find(s.substr(0, end), text->run);
                if (count >= room) break;
                room -= count;
            }
        } else {
            for (const std::string_view s : sentences) find(s, text->run);
        }
        return text;
    }

    std::unique_ptr<Text> fresh() {
        if (lexicon_->words.size() > kMost || lexicon_->brief.size() > kMost ||
            lexicon_->words.bytes() + lexicon_->raw.bytes() > kMostBytes)
            begin();
        auto text = std::make_unique<Text>();
        text->lexicon = lexicon_;
        return text;
    }

  private:
    static constexpr std::size_t kMost = 1 << 18;
    static constexpr std::size_t kMostBytes = 16 << 20;
    static constexpr std::size_t kReport = 1 << 14;  // work inside a sentence between two reports

    void begin() {
        lexicon_ = std::make_shared<Lexicon>();
        for (const std::string& word : stop_) remember(*lexicon_, word, kNone);
    }

    void find_words(std::string_view s, Run& run, Lexicon& lexicon, Interrupt& interrupt) const {
        const auto* data = reinterpret_cast<const unsigned char*>(s.data());
        const std::size_t size = s.size();
        std::size_t work = 16;
        for (std::size_t at = 0; at < size;) {
            if (!letter_[data[at]]) {
                at++;
                continue;
            }
            char buffer[ShortMap::kLongest] = {};
            std::size_t length = 0;
            const std::size_t from = at;
            for (char c; at < size && (c = letter_[data[at]]) != 0; at++, length++)
                if (length < ShortMap::kLongest) buffer[length] = c;
            Id id;
            if (length <= ShortMap::kLongest) {
                const Id* known =
                    lexicon.brief.find(ShortMap::key(std::string_view(buffer, ShortMap::kLongest)));
                id = known ? *known : learn(lexicon, std::string(buffer, length));
            } else {
                std::string word(s.substr(from, length));
                for (char& c : word) c = letter_[static_cast<unsigned char>(c)];
                const Id known = lexicon.raw.find(word, hash_of(word));
                id = known != kNone ? lexicon.raw.value(known) : learn(lexicon, std::move(word));
            }
            if (id != kNone) run.ids.push_back(id);
            work += 16 + length;
            if (work > kReport) {
                interrupt.spend(work);
                work = 0;
            }
        }
        interrupt.spend(work);
        run.close();
    }

    Id learn(Lexicon& lexicon, std::string word) const {
        const Id id = lexicon.number(stem_ ? stem(word) : word);
        remember(lexicon, word, id);
        return id;
    }

    static void remember(Lexicon& lexicon, const std::string& word, Id id) {
        if (word.size() <= ShortMap::kLongest) {
            const ShortKey key = ShortMap::key(word);
            if (key.a != 0 && !lexicon.brief.find(key)) lexicon.brief.add(key, id);
        } else if (const std::uint64_t hash = hash_of(word);
                   lexicon.raw.find(word, hash) == kNone) {
            lexicon.raw.add(word, hash, id);
        }
    }

    Exceptions exceptions_;
    std::vector<std::string> stop_;
    void cut_ending(std::string& word) const {
        if (nltk_)
            nltk_porter(word);
        else
            porter(word);
    }

    bool stem_, nltk_;
    std::size_t words_ = 0, bytes_ = 0;
    char letter_[256];
    std::shared_ptr<Lexicon> lexicon_;
};

}  // namespace sumscope::rouge

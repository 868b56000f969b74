// Porter's stemmer (1980) as ROUGE-1.5.5 has it; says the same as `porter` in python/rouge.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sumscope::rouge {

inline bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }
inline bool is_vowel_or_y(char c) { return is_vowel(c) || c == 'y'; }

inline bool ends(const std::string& word, std::string_view suffix) {
    return word.size() >= suffix.size() &&
           word.compare(word.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// How often vowels are followed by consonants; y is a vowel where it follows a consonant.
inline int measure(std::string_view stem) {
    int m = 0;
    bool before = false;
    for (const char c : stem) {
        const bool vowel = is_vowel(c) || (c == 'y' && !before);
        m += before && !vowel;
        before = vowel;
    }
    return m;
}

inline bool has_vowel(std::string_view stem) {
    for (const char c : stem)
        if (is_vowel_or_y(c)) return true;
    return false;
}

// Consonants, one vowel, one consonant other than w, x, y: `hop`, not `snow`.
inline bool is_short(std::string_view stem) {
    const std::size_t n = stem.size();
    if (n < 3) return false;
    const char last = stem[n - 1];
    if (is_vowel_or_y(last) || last == 'w' || last == 'x' || !is_vowel_or_y(stem[n - 2]))
        return false;
    return !is_vowel(stem[0]) && (n == 3 || !has_vowel(stem.substr(1, n - 3)));
}

struct Rule {
    std::string_view suffix, instead;
};

// Longest first within each ending, so that the first that fits is the longest.
constexpr Rule kStep2[] = {
    {"ational", "ate"}, {"ization", "ize"}, {"iveness", "ive"}, {"fulness", "ful"},
    {"ousness", "ous"}, {"tional", "tion"}, {"biliti", "ble"},  {"entli", "ent"},
    {"ousli", "ous"},   {"ation", "ate"},   {"alism", "al"},    {"aliti", "al"},
    {"iviti", "ive"},   {"enci", "ence"},   {"anci", "ance"},   {"izer", "ize"},
    {"alli", "al"},     {"ator", "ate"},    {"logi", "log"},    {"bli", "ble"},
    {"eli", "e"},
};
constexpr Rule kStep3[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ness", ""},  {"ful", ""},
};
constexpr std::string_view kStep4[] = {
    "al",    "ance", "ence", "er",  "ic",  "able", "ible", "ant",
    "ement", "ou",   "ism",  "ate", "iti", "ous",  "ive",  "ize",
};

template <std::size_t N>
void replace(std::string& word, const Rule (&rules)[N]) {
    for (const Rule& rule : rules) {
        if (!ends(word, rule.suffix)) continue;
        const std::size_t size = word.size() - rule.suffix.size();
        if (measure(std::string_view(word).substr(0, size)) > 0) {
            word.resize(size);
            word += rule.instead;
        }
        return;
    }
}

inline void drop(std::string& word, std::size_t size) {
    if (measure(std::string_view(word).substr(0, word.size() - size)) > 1)
        word.resize(word.size() - size);
}

inline void step1(std::string& word) {
    if (ends(word, "sses") || ends(word, "ies")) {
        word.resize(word.size() - 2);
    } else if (word.size() > 1 && word.back() == 's' && word[word.size() - 2] != 's') {
        word.pop_back();
    }
    const bool ed = ends(word, "ed");
    if (ends(word, "eed")) {
        if (measure(std::string_view(word).substr(0, word.size() - 3)) > 0) word.pop_back();
    } else if (ed || ends(word, "ing")) {
        const std::size_t size = word.size() - (ed ? 2 : 3);
        if (has_vowel(std::string_view(word).substr(0, size))) {
            word.resize(size);
            const char last = word.back();
            if (ends(word, "at") || ends(word, "bl") || ends(word, "iz")) {
                word += 'e';
            } else if (size > 1 && last == word[size - 2] && !is_vowel_or_y(last) && last != 'l' &&
                       last != 's' && last != 'z') {
                word.pop_back();
            } else if (is_short(word)) {
                word += 'e';
            }
        }
    }
    if (!word.empty() && word.back() == 'y' &&
        has_vowel(std::string_view(word).substr(0, word.size() - 1)))
        word.back() = 'i';
}

inline void porter(std::string& word) {
    const bool y = !word.empty() && word[0] == 'y';
    if (y) word[0] = 'Y';
    step1(word);
    replace(word, kStep2);
    replace(word, kStep3);
    for (const std::string_view suffix : kStep4) {
        if (ends(word, suffix)) {
            drop(word, suffix.size());
            break;
        }
    }
    if (ends(word, "ment")) drop(word, 4);
    if (ends(word, "ent") || ends(word, "sion") || ends(word, "tion")) drop(word, 3);
    if (ends(word, "e")) {
        const std::string_view stem = std::string_view(word).substr(0, word.size() - 1);
        const int m = measure(stem);
        if (m > 1 || (m == 1 && !is_short(stem))) word.pop_back();
    }
    if (ends(word, "ll") && measure(word) > 1) word.pop_back();
    if (y && !word.empty()) word[0] = 'y';
}

}  // namespace sumscope::rouge

// Porter's stemmer as NLTK extends it, which rouge-score takes; says the same as `nltk_porter` in
// python/rouge/nltk_stem.py. Irregular forms are the encoder's exceptions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rouge/stem.h"

namespace sumscope::rouge {

namespace nltk {

// Whether the last letter is a consonant; y is one where it does not follow one.
inline bool ends_in_consonant(std::string_view word) {
    bool consonant = false;
    bool first = true;
    for (const char c : word) {
        consonant = c == 'y' ? first || !consonant : !is_vowel(c);
        first = false;
    }
    return consonant;
}

inline bool contains_vowel(std::string_view stem) {
    bool consonant = false;
    for (std::size_t i = 0; i < stem.size(); i++) {
        consonant = stem[i] == 'y' ? i == 0 || !consonant : !is_vowel(stem[i]);
        if (!consonant) return true;
    }
    return false;
}

inline bool ends_cvc(std::string_view word) {
    const std::size_t n = word.size();
    if (n == 2) return !ends_in_consonant(word.substr(0, 1)) && ends_in_consonant(word);
    if (n < 3) return false;
    const char last = word[n - 1];
    return last != 'w' && last != 'x' && last != 'y' && ends_in_consonant(word.substr(0, n - 2)) &&
           !ends_in_consonant(word.substr(0, n - 1)) && ends_in_consonant(word);
}

inline void instead(std::string& word, std::size_t drop, std::string_view ending) {
    word.resize(word.size() - drop);
    word += ending;
}

inline void step1(std::string& word) {
    if (ends(word, "ies"))
        instead(word, 3, word.size() == 4 ? "ie" : "i");
    else if (ends(word, "sses"))
        word.resize(word.size() - 2);
    else if (ends(word, "s") && !ends(word, "ss"))
        word.pop_back();
    if (ends(word, "ied")) {
        instead(word, 3, word.size() == 4 ? "ie" : "i");
        return;
    }
    if (ends(word, "eed")) {
        if (measure(std::string_view(word).substr(0, word.size() - 3)) > 0) word.pop_back();
        return;
    }
    const bool ed = ends(word, "ed");
    if (!ed && !ends(word, "ing")) return;
    const std::size_t size = word.size() - (ed ? 2 : 3);
    if (!contains_vowel(std::string_view(word).substr(0, size))) return;
    word.resize(size);
    const char last = word.back();
    if (ends(word, "at") || ends(word, "bl") || ends(word, "iz")) {
        word += 'e';
    } else if (size > 1 && last == word[size - 2] && ends_in_consonant(word)) {
        if (last != 'l' && last != 's' && last != 'z') word.pop_back();
    } else if (measure(word) == 1 && ends_cvc(word)) {
        word += 'e';
    }
}

// In the order of NLTK: the first that fits is the only one tried.
constexpr Rule kStep2[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
    {"fulli", "ful"},
};
constexpr std::string_view kStep4[] = {
    "al",  "ance", "ence", "er",  "ic",  "able", "ible", "ant", "ement", "ment",
    "ent", "ion",  "ou",   "ism", "ate", "iti",  "ous",  "ive", "ize",
};

inline void step2(std::string& word) {
    while (ends(word, "alli") && measure(std::string_view(word).substr(0, word.size() - 4)) > 0)
        word.resize(word.size() - 2);
    for (const Rule& rule : kStep2) {
        if (!ends(word, rule.suffix)) continue;
        const std::size_t size = word.size() - rule.suffix.size();
        if (measure(std::string_view(word).substr(0, size)) > 0)
            instead(word, rule.suffix.size(), rule.instead);
        return;
    }
    // The l belongs to the stem, so that geologi has a measure above 0.
    if (ends(word, "logi") && measure(std::string_view(word).substr(0, word.size() - 3)) > 0)
        word.pop_back();
}

inline void step4(std::string& word) {
    for (const std::string_view suffix : kStep4) {
        if (!ends(word, suffix)) continue;
        const std::string_view stem = std::string_view(word).substr(0, word.size() - suffix.size());
        if (measure(stem) > 1 && (suffix != "ion" || stem.back() == 's' || stem.back() == 't'))
            word.resize(stem.size());
        return;
    }
}

}  // namespace nltk

inline void nltk_porter(std::string& word) {
    if (word.size() <= 2) return;
    const bool y = word[0] == 'y';  // a first y is a consonant, which `measure` would not know
    if (y) word[0] = 'Y';
    nltk::step1(word);
    if (ends(word, "y") && word.size() > 2 &&
        nltk::ends_in_consonant(std::string_view(word).substr(0, word.size() - 1)))
        word.back() = 'i';
    nltk::step2(word);
    replace(word, kStep3);
    nltk::step4(word);
    if (ends(word, "e")) {
        const std::string_view stem = std::string_view(word).substr(0, word.size() - 1);
        const int m = measure(stem);
        if (m > 1 || (m == 1 && !nltk::ends_cvc(stem))) word.pop_back();
    }
    if (ends(word, "ll") && measure(std::string_view(word).substr(0, word.size() - 1)) > 1)
        word.pop_back();
    if (y) word[0] = 'y';
}

}  // namespace sumscope::rouge

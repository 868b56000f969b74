"""Porter's stemmer as NLTK extends it, which rouge-score takes (`nltk_stem.h` in C++)."""

from __future__ import annotations

from itertools import pairwise

_STEP2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("fulli", "ful"),
)  # fmt: skip
_STEP3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


def nltk_porter(word: str) -> str:
    """The stem of a lower-case word, irregular forms left aside.

    Beside the paper: words of 4 letters in `ies` and `ied` keep their e; y becomes i after a
    consonant of a longer stem; `alli` is taken off before the other endings of step 2, which end
    with `fulli` and `logi`; a stem of a vowel and a consonant keeps its e.
    """
    if len(word) <= 2:
        return word
    word = _step1b(_step1a(word))
    if word.endswith("y") and len(word) > 2 and _consonants(word[:-1])[-1]:
        word = word[:-1] + "i"
    word = _step4(_step3(_step2(word)))
    if word.endswith("e"):
        m = _measure(word[:-1])
        if m > 1 or (m == 1 and not _ends_cvc(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _step1a(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    stem = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else ""
    if not stem or all(_consonants(stem)):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if len(stem) > 1 and stem[-1] == stem[-2] and _consonants(stem)[-1]:
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_cvc(stem) else stem


def _step2(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]) > 0:
        word = word[:-2]
    for suffix, instead in _STEP2:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            return stem + instead if _measure(stem) > 0 else word
    # The l belongs to the stem, so that geologi has a measure above 0.
    return word[:-1] if word.endswith("logi") and _measure(word[:-3]) > 0 else word


def _step3(word: str) -> str:
    for suffix, instead in _STEP3:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            return stem + instead if _measure(stem) > 0 else word
    return word


def _step4(word: str) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            fits = _measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st")
            return stem if fits else word
    return word


def _consonants(word: str) -> list[bool]:
    """Whether each letter is a consonant; y is one where it does not follow one."""
    found: list[bool] = []
    for letter in word:
        found.append(not (found and found[-1]) if letter == "y" else letter not in "aeiou")
    return found


def _measure(stem: str) -> int:
    """How often vowels are followed by consonants."""
    found = _consonants(stem)
    return sum(not a and b for a, b in pairwise(found))


def _ends_cvc(word: str) -> bool:
    """A consonant, a vowel, a consonant other than w, x, y; or a vowel and a consonant alone."""
    found = _consonants(word)
    if len(word) == 2:
        return found == [False, True]
    return found[-3:] == [True, False, True] and word[-1] not in "wxy"

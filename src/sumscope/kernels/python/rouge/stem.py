"""The stemmer of the readable twin of ROUGE's counts (`stem.h` in C++)."""

from __future__ import annotations

from collections.abc import Mapping

_STEP2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize",
    "bli": "ble", "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize",
    "ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful",
    "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
_STEP3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


def porter(word: str) -> str:
    """Porter's stemmer (1980) as ROUGE-1.5.5 has it.

    It departs from the paper in step 4: after the other suffixes, `ment`, then `ent` or `ion` are
    tried as well, on what is left. A first y is a consonant, and so are digits.
    """
    if word[:1] == "y":
        word = "Y" + word[1:]
    word = _step1(word)
    word = _replace(word, _STEP2)
    word = _replace(word, _STEP3)
    for suffix in _STEP4:
        if word.endswith(suffix):
            word = _drop(word, len(suffix))
            break
    if word.endswith("ment"):
        word = _drop(word, 4)
    if word.endswith(("ent", "sion", "tion")):
        word = _drop(word, 3)
    if word.endswith("e"):
        stem = word[:-1]
        m = _measure(stem)
        if m > 1 or (m == 1 and not _short(stem)):
            word = stem
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return "y" + word[1:] if word[:1] == "Y" else word


def _step1(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and len(word) > 1 and word[-2] != "s":
        word = word[:-1]
    if word.endswith("eed"):
        if _measure(word[:-3]) > 0:
            word = word[:-1]
    elif word.endswith(("ed", "ing")):
        stem = word[:-2] if word.endswith("ed") else word[:-3]
        if _has_vowel(stem):
            word = stem
            if word.endswith(("at", "bl", "iz")):
                word += "e"
            elif len(word) > 1 and word[-1] == word[-2] and word[-1] not in "aeiouylsz":
                word = word[:-1]
            elif _short(word):
                word += "e"
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    return word


def _replace(word: str, rules: Mapping[str, str]) -> str:
    """The longest suffix of the rules is the only one tried."""
    for size in range(min(7, len(word)), 2, -1):
        suffix = word[-size:]
        if suffix in rules:
            stem = word[:-size]
            return stem + rules[suffix] if _measure(stem) > 0 else word
    return word


def _drop(word: str, size: int) -> str:
    return word[:-size] if _measure(word[:-size]) > 1 else word


def _has_vowel(stem: str) -> bool:
    return any(letter in "aeiouy" for letter in stem)


def _measure(stem: str) -> int:
    """How often vowels are followed by consonants; y is a vowel where it follows a consonant."""
    m, vowel_before = 0, False
    for letter in stem:
        vowel = letter in "aeiou" or (letter == "y" and not vowel_before)
        if vowel_before and not vowel:
            m += 1
        vowel_before = vowel
    return m


def _short(stem: str) -> bool:
    """Consonants, one vowel, one consonant other than w, x, y: `hop`, not `snow`."""
    if len(stem) < 3 or stem[-1] in "aeiouwxy" or stem[-2] not in "aeiouy":
        return False
    return stem[0] not in "aeiou" and not any(letter in "aeiouy" for letter in stem[1:-2])

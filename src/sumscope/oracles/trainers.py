"""Labels for training as other programs make them: PreSumm and extoracle.

Written from what the programs do, to give what they give:

- PreSumm (Liu and Lapata 2019) keeps ASCII letters, digits and spaces of lower-case text, takes
  n-grams as sets, and adds the sentence that raises the sum of ROUGE-1 and ROUGE-2 F most, until
  none does or there are as many sentences as wanted.
- extoracle 0.1 splits at spaces and counts n-grams as often as they occur. `greedy` goes as above;
  `combination` tries every set of ceil(k / 2) + 1 to k + 1 sentences for k wanted ones, and takes
  the first of the best.

Both add 1e-8 to precision + recall, which can decide between sets that are almost as good.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

Grams = Counter[tuple[str, ...]]
Scored = Callable[[Iterable[int]], float]
# What PreSumm asks for where nothing is said.
SENTENCES = 3
_LEFT_OUT = re.compile(r"[^a-zA-Z0-9 ]")


def presumm(sentences: Sequence[str], reference: Sequence[str], size: int = SENTENCES) -> list[int]:
    """The sentences that PreSumm labels 1, of at most `size`."""
    cleaned = [_LEFT_OUT.sub("", " ".join(text.lower().split())).split() for text in sentences]
    wanted = [w for s in reference for w in _LEFT_OUT.sub("", " ".join(s.lower().split())).split()]
    return _greedy(len(cleaned), size, _scorer(cleaned, wanted, sets=True))


def extoracle_greedy(
    sentences: Sequence[str], reference: Sequence[str], size: int = SENTENCES
) -> list[int]:
    """The sentences that `extoracle -method greedy -length SIZE` takes."""
    return _greedy(len(sentences), size, _extoracle_scorer(sentences, reference))


def extoracle_combination(
    sentences: Sequence[str], reference: Sequence[str], size: int = SENTENCES
) -> list[int]:
    """The sentences that `extoracle -method combination -length SIZE` takes."""
    score = _extoracle_scorer(sentences, reference)
    best = 0.0
    found: tuple[int, ...] = (0, 0)  # what it gives where no set has a score
    for extra in range(math.ceil(size / 2), size + 1):
        for chosen in itertools.combinations(range(len(sentences)), extra + 1):
            value = score(chosen)
            if value > best:
                best, found = value, chosen
    return sorted(set(found)) if sentences else []


def _extoracle_scorer(sentences: Sequence[str], reference: Sequence[str]) -> Scored:
    wanted = [word for text in reference for word in text.split()]
    return _scorer([text.split() for text in sentences], wanted, sets=False)


def _greedy(count: int, size: int, score: Scored) -> list[int]:
    chosen: list[int] = []
    best = 0.0
    for _ in range(size):
        pick = -1
        for i in range(count):
            if i not in chosen and (value := score([*chosen, i])) > best:
                best, pick = value, i
        if pick < 0:
            break
        chosen.append(pick)
    return sorted(chosen)


def _scorer(sentences: Sequence[list[str]], reference: list[str], sets: bool) -> Scored:
    """The sum of ROUGE-1 and ROUGE-2 F of a set of sentences, as both programs compute it."""

    def grams(words: list[str], n: int) -> Grams:
        made = (tuple(words[i : i + n]) for i in range(len(words) - n + 1))
        return Counter(set(made)) if sets else Counter(made)

    held = [[grams(words, n) for words in sentences] for n in (1, 2)]
    wanted = [grams(reference, n) for n in (1, 2)]

    def score(chosen: Iterable[int]) -> float:
        picked = list(chosen)
        total = 0.0
        for have, want in zip(held, wanted, strict=True):
            union: Grams = Counter()
            for i in picked:
                union = union | have[i] if sets else union + have[i]
            common, mine, theirs = (union & want).total(), union.total(), want.total()
            precision = common / mine if mine else 0.0
            recall = common / theirs if theirs else 0.0
            total += 2.0 * (precision * recall / (precision + recall + 1e-8))
        return total

    return score


#: Methods that read the text in their own way and take a number of sentences.
TRAINERS: dict[str, Callable[[Sequence[str], Sequence[str], int], list[int]]] = {
    "presumm": presumm,
    "extoracle-greedy": extoracle_greedy,
    "extoracle-combination": extoracle_combination,
}

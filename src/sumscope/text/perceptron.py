"""A part-of-speech tagger: averaged perceptron, left to right, integer weights.

The score of a tag is a sum of weights, each of one feature: of the word itself (form, endings,
shape), of its four neighbours, and of the two tags before it. What depends on a word alone is
added up once per distinct word and remembered, so that tagging a token takes a handful of
additions. Weights are whole numbers: sums are exact and the same on every machine.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sumscope.text.cache import LONGEST, PerWord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VERSION = "1"

WeightRows = Mapping[str, Sequence[int]]
#: The neighbours that are looked at, by their distance.
NEAR = (-2, -1, 1, 2)
#: Stands for the places before the first and after the last token.
EDGE = ""
# Words in each of the three tables of a tagger; a matrix takes 0.4 or 1.3 KB.
_MATRICES = 20_000

_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "…": "."})


def plain(token: str) -> str:
    """The form features are taken from: lower case, digits as 0, plain quotes."""
    if len(token) > LONGEST:
        token = token[: LONGEST // 2] + token[-LONGEST // 2 :]
    word = token.translate(_PLAIN).lower()
    if any(map(str.isdigit, word)):
        word = "".join("0" if c.isdigit() else c for c in word)
        # Long numbers do not differ in kind.
        while "0000" in word:
            word = word.replace("0000", "000")
    return word


def shape(token: str) -> str:
    """Capitals, digits and signs of a token, in a few letters."""
    if not token:
        return "-"
    token = token[:LONGEST]
    letters = [c for c in token if c.isalpha()]
    if not letters:
        return "0" if any(map(str.isdigit, token)) else "."
    if all(map(str.isupper, letters)):
        kind = "A" if len(letters) > 1 else "I"
    elif letters[0].isupper():
        kind = "M" if any(map(str.isupper, letters[1:])) else "C"
    else:
        kind = "m" if any(map(str.isupper, letters)) else "a"
    signs = "".join(sign for sign in "-.'@/" if sign in token)
    return kind + signs + ("0" if any(map(str.isdigit, token)) else "")


def is_sign(token: str) -> bool:
    """Whether a token has neither letters nor digits."""
    return not any(map(str.isalnum, token))


def own_features(token: str, first: bool) -> list[str]:
    """Features of the word to be tagged; `first` where only punctuation stands before it."""
    word, form = plain(token), shape(token)
    found = ["b", f"w{word}", f"h{form}", f"p{word[:1]}", f"P{word[:3]}"]
    found += [f"{n}{word[-n:]}" for n in (1, 2, 3, 4, 5) if len(word) > n]
    found.append(f"f{form[:1]}{'+' if first else '-'}")
    if form[0] not in "a.0":
        found.append(f"S{word[-3:]}{'+' if first else '-'}")
    return found


def near_features(token: str, slot: int) -> list[str]:
    """Features of a neighbour at a distance."""
    word = plain(token) if token else "|"
    found = [f"{slot:+d}w{word}"]
    if abs(slot) == 1:
        found += [f"{slot:+d}s{word[-3:]}", f"{slot:+d}h{shape(token)[:1]}"]
    return found


def tag_features(before: str, last: str) -> list[str]:
    """Features of the two tags already given."""
    return [f"t{last}", f"T{before} {last}"]


def word_after_tag(last: str, word: str) -> str:
    """The feature of a word (in its plain form) together with the tag before it."""
    return f"x{last} {word}"


class Tagger:
    """A trained model, ready to tag."""

    def __init__(self, tags: Sequence[str], weights: WeightRows) -> None:
        """`weights` gives for a feature: tag number, weight, tag number, weight, ..."""
        import numpy as np

        self.tags = list(tags)
        self._weights = weights
        # Row `last` of a word's matrix: its own features, and the word after that tag.
        self._first = PerWord(lambda token: self._matrix(token, True), most=_MATRICES)
        self._own = PerWord(lambda token: self._matrix(token, False), most=_MATRICES)
        # Row `i` of a word's matrix here: what it says of the word that has it at NEAR[i].
        self._near = PerWord(self._nearby, most=_MATRICES)
        # Tag number len(tags) stands for the places before the sentence.
        names = [*self.tags, EDGE]
        self._history = [
            [np.array(self._sum(tag_features(before, last)), dtype=np.int32) for last in names]
            for before in names
        ]

    def tag(self, tokens: Sequence[str]) -> list[str]:
        """The tag of each token of one sentence; of equal scores the first tag by name wins."""
        import numpy as np

        if not tokens:
            return []
        near, n = self._near, len(tokens)
        padded = [near[token] for token in (EDGE, EDGE, *tokens, EDGE, EDGE)]
        rows = np.concatenate(padded).reshape(n + 4, len(NEAR), len(self.tags))
        sums = rows[:n, 0] + rows[1 : n + 1, 1]
        sums += rows[3 : n + 3, 2]
        sums += rows[4:, 3]
        history, tags = self._history, self.tags
        before = last = len(tags)
        tables, given = self._first, []
        for token, scores in zip(tokens, sums, strict=True):
            scores += tables[token][last]
            scores += history[before][last]
            before, last = last, int(scores.argmax())
            given.append(tags[last])
            if tables is self._first and not is_sign(token):
                tables = self._own
        return given

    def likely(self, token: str) -> str:
        """The tag of a token by itself."""
        return self.tags[int(self._own[token][len(self.tags)].argmax())]

    def _matrix(self, token: str, first: bool) -> NDArray[np.int32]:
        import numpy as np

        matrix: NDArray[np.int32] = np.empty((len(self.tags) + 1, len(self.tags)), dtype=np.int32)
        matrix[:] = self._sum(own_features(token, first))
        word = plain(token)
        for last, tag in enumerate((*self.tags, EDGE)):
            row = self._weights.get(word_after_tag(tag, word))
            if row is not None:
                matrix[last, row[0::2]] += row[1::2]
        return matrix

    def _nearby(self, token: str) -> NDArray[np.int32]:
        import numpy as np

        return np.array([self._sum(near_features(token, slot)) for slot in NEAR], dtype=np.int32)

    def _sum(self, features: Iterable[str]) -> list[int]:
        total = [0] * len(self.tags)
        for name in features:
            row = self._weights.get(name, ())
            for at in range(0, len(row), 2):
                total[row[at]] += row[at + 1]
        return total


def read(data: bytes) -> Tagger:
    """The tagger of a weights file."""
    content = json.loads(gzip.decompress(data))
    return Tagger(content["tags"], content["weights"])


def write(about: Mapping[str, object], tags: Sequence[str], weights: WeightRows) -> bytes:
    """A weights file: the same model gives the same bytes."""
    content = {**about, "tags": list(tags), "weights": dict(sorted(weights.items()))}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    out = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(text.encode("utf-8"))
    return out.getvalue()

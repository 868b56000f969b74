"""A dependency parser with integer weights.

Two models, both linear in features: one finds the heads by a beam search, from left to right and
from right to left, and takes the tree that both together score highest; the other names the
relation of each token to its head. `sumscope.kernels.parser` does the work. Here a token becomes
the numbers that the features are made of: its word, its tag in fine and coarse form, its ending.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sumscope.text.cache import PerWord
from sumscope.text.perceptron import plain, shape
from sumscope.text.templates import (
    ARC_EXTRAS,
    ARC_PLACES,
    ARC_TEMPLATES,
    COLUMNS,
    LABEL_EXTRAS,
    LABEL_PLACES,
    LABEL_TEMPLATES,
)

if TYPE_CHECKING:
    from sumscope.kernels.types import Ints, Keys, SmallInts

VERSION = "1"

#: Numbers of a column below this are for no token, the root, and what was not learnt.
UNKNOWN = 2
#: The trees of each direction that both directions score, where their first ones differ.
BEST = 4

_CLOSED = frozenset(("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ"))
_MARKS = {"VERB": 1, "CCONJ": 8, "SCONJ": 16, "AUX": 16, "NOUN": 32, "PROPN": 32, "PRON": 32,
          "ADP": 64}  # fmt: skip


def fine_tag(token: str, tag: str) -> str:
    """A tag with what the word adds: itself in closed classes, else its ending or its capital."""
    word = plain(token)
    if tag in _CLOSED or (tag in ("NOUN", "VERB", "ADJ", "ADV") and len(word) < 4):
        return f"{tag} {word}"
    if tag in ("NOUN", "VERB", "ADJ", "ADV"):
        return f"{tag} -{word[-2:]}"
    return f"{tag} {shape(token)[:1]}" if tag == "PROPN" else tag


def ending(token: str) -> str:
    """The last three letters of a word."""
    return plain(token)[-3:]


def marks(token: str, tag: str) -> int:
    """What is asked of the tokens between two: is there a verb, a comma, a conjunction, ..."""
    if tag == "PUNCT":
        return 2 if token == "," else 4
    return _MARKS.get(tag, 0)


def compiled_templates(templates: str, places: str, extras: str) -> tuple[Ints, Ints]:
    """The numbers of the atoms of all templates, and where each template begins."""
    columns = [f"{place}.{column}" for place in places.split() for column in COLUMNS]
    number = {name: at for at, name in enumerate([*columns, *extras.split()])}
    atoms: list[int] = []
    starts = [0]
    for template in templates.split():
        atoms += [number[name] for name in template.split("+")]
        starts.append(len(atoms))
    return np.array(atoms, dtype=np.int32), np.array(starts, dtype=np.int32)


def arc_templates() -> tuple[Ints, Ints]:
    """The templates of arcs, as the kernel takes them."""
    return compiled_templates(ARC_TEMPLATES, ARC_PLACES, ARC_EXTRAS)


def label_templates() -> tuple[Ints, Ints]:
    """The templates of labels, as the kernel takes them."""
    return compiled_templates(LABEL_TEMPLATES, LABEL_PLACES, LABEL_EXTRAS)


@dataclass(frozen=True)
class Names:
    """What the numbers in the columns of tokens stand for, and the relations."""

    words: Sequence[str]
    fine: Sequence[str]
    tags: Sequence[str]
    endings: Sequence[str]
    relations: Sequence[str]


class Encoder:
    """Turns tokens and their tags into rows of numbers."""

    def __init__(self, names: Names) -> None:
        words = {word: at for at, word in enumerate(names.words, UNKNOWN + 1)}
        endings = {end: at for at, end in enumerate(names.endings, UNKNOWN + 1)}
        self._tags = {tag: at for at, tag in enumerate(names.tags, UNKNOWN + 1)}
        after = UNKNOWN + 1 + len(names.tags)
        self._fine = {tag: at for at, tag in enumerate(names.fine, after)}

        def known(token: str) -> tuple[int, int]:
            return words.get(plain(token), UNKNOWN), endings.get(ending(token), UNKNOWN)

        self._known = PerWord(known)
        self._rows = PerWord(self._row)

    def rows(self, tokens: Sequence[str], tags: Sequence[str]) -> Ints:
        """A row of numbers for each token; the last are its marks."""
        rows = self._rows
        found = [rows[f"{tag} {token}"] for token, tag in zip(tokens, tags, strict=True)]
        return np.array(found, dtype=np.int32).reshape(len(found), len(COLUMNS) + 1)

    def _row(self, key: str) -> tuple[int, int, int, int, int]:
        tag, _, token = key.partition(" ")
        word, end = self._known[token]
        coarse = self._tags.get(tag, UNKNOWN)
        fine = self._fine.get(fine_tag(token, tag), coarse)
        return word, fine, coarse, end, marks(token, tag)


@dataclass(frozen=True)
class ArcWeights:
    """Sorted keys of features, and three weights for each."""

    keys: Keys
    weights: SmallInts


@dataclass(frozen=True)
class LabelWeights:
    """Sorted keys of features, and for each some relations with their weights."""

    keys: Keys
    starts: Ints
    labels: Ints
    weights: SmallInts


class Parser:
    """A trained model, ready to parse."""

    def __init__(
        self, names: Names, forward: ArcWeights, backward: ArcWeights, labels: LabelWeights
    ) -> None:
        from sumscope.kernels import parser as kernel

        self.relations = list(names.relations)
        self._encoder = Encoder(names)
        arcs = arc_templates()
        self._forward = kernel.ArcModel(*arcs, forward.keys, forward.weights)
        self._backward = kernel.ArcModel(*arcs, backward.keys, backward.weights)
        self._labels = kernel.LabelModel(
            *label_templates(),
            labels.keys,
            labels.starts,
            labels.labels,
            labels.weights,
            len(names.relations),
        )

    def parse(
        self, tokens: Sequence[str], tags: Sequence[str], beam: int
    ) -> tuple[list[int], list[str]]:
        """The head of each token (1..n; 0 for the root, which takes one) and its relation."""
        if not tokens:
            return [], []
        rows = self._encoder.rows(tokens, tags)
        back = np.ascontiguousarray(rows[::-1])
        found = [*self._forward.parse(rows, beam)[:BEST]]
        other = mirrored(self._backward.parse(back, beam)[:BEST])
        heads = found[0]
        if not np.array_equal(heads, other[0]):
            # Each tree once, in the order found.
            trees = np.array([*{tree.tobytes(): tree for tree in (*found, *other)}.values()])
            scores = self._forward.score(rows, trees) + self._backward.score(back, mirrored(trees))
            heads = trees[int(scores.argmax())]
        labels = self._labels.label(rows, np.ascontiguousarray(heads))
        return heads.tolist(), [self.relations[label] for label in labels.tolist()]


def mirrored(heads: Ints) -> Ints:
    """Trees, one a row, of the sentence read backwards."""
    turned = np.where(heads == 0, 0, heads.shape[1] + 1 - heads)
    return np.ascontiguousarray(turned[:, ::-1], dtype=np.int32)


# Files of weights: npz without objects, keys as differences, numbers by their bytes.


def write(
    about: Mapping[str, str],
    names: Names,
    forward: ArcWeights,
    backward: ArcWeights,
    labels: LabelWeights,
) -> bytes:
    """A weights file: the same model gives the same bytes."""
    header = {**about, **{field: list(getattr(names, field)) for field in names.__annotations__}}
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    out = io.BytesIO()
    np.savez_compressed(
        out,
        about=np.frombuffer(text, dtype=np.uint8),
        forward_keys=_packed(forward.keys),
        forward_weights=np.ascontiguousarray(forward.weights.reshape(-1, 3).T),
        backward_keys=_packed(backward.keys),
        backward_weights=np.ascontiguousarray(backward.weights.reshape(-1, 3).T),
        label_keys=_packed(labels.keys),
        label_counts=np.diff(labels.starts).astype(np.uint8),
        labels=labels.labels.astype(np.uint8),
        label_weights=labels.weights,
    )
    return out.getvalue()


def header(data: bytes) -> dict[str, object]:
    """What a weights file says of itself."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        content: dict[str, object] = json.loads(file["about"].tobytes().decode("utf-8"))
    return content


def read(data: bytes) -> Parser:
    """The parser of a weights file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        about = json.loads(file["about"].tobytes().decode("utf-8"))
        names = Names(**{field: about[field] for field in Names.__annotations__})
        forward, backward = (
            ArcWeights(
                _unpacked(file[f"{side}_keys"]),
                np.ascontiguousarray(file[f"{side}_weights"].T).reshape(-1),
            )
            for side in ("forward", "backward")
        )
        counts = file["label_counts"].astype(np.int64)
        labels = LabelWeights(
            _unpacked(file["label_keys"]),
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
            file["labels"].astype(np.int32),
            file["label_weights"],
        )
    return Parser(names, forward, backward, labels)


def _packed(keys: Keys) -> NDArray[np.uint8]:
    """Sorted keys as differences, all first bytes before all second ones: these compress."""
    steps = np.diff(keys.astype(np.int64), prepend=0).astype("<u4")
    return np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T)


def _unpacked(packed: NDArray[np.uint8]) -> Keys:
    steps = np.ascontiguousarray(packed.T).view("<u4").reshape(-1)
    return np.cumsum(steps.astype(np.int64)).astype(np.uint32)

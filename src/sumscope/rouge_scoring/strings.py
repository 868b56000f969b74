"""ROUGE of plain strings: results and checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.notebook import NotebookRepr
from sumscope.rouge_scoring.words import RougeOptions, encode

if TYPE_CHECKING:
    from sumscope.kernels import rouge

# A str holds one sentence a line; a sequence holds sentences.
TextLike = str | Sequence[str]


DEFAULT = ("rouge-1", "rouge-2", "rouge-l")


class RougeScore(NamedTuple):
    """Recall, precision and F, each from 0 to 1, as ROUGE-1.5.5 prints them."""

    r: float
    p: float
    f: float


@dataclass(frozen=True)
class RougeScores(NotebookRepr, Mapping[str, RougeScore]):
    """The scores of one text by measure: `scores["rouge-2"].f`."""

    by_measure: Mapping[str, RougeScore]

    def __getitem__(self, measure: str) -> RougeScore:
        return self.by_measure[measure]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_measure)

    def __len__(self) -> int:
        return len(self.by_measure)

    def to_json(self) -> dict[str, dict[str, float]]:
        """`{"rouge-2": {"r": ..., "p": ..., "f": ...}}`."""
        return {name: score._asdict() for name, score in self.by_measure.items()}


class Measures(NamedTuple):
    """Measures as asked for, and grouped by what they take for words."""

    names: tuple[str, ...]
    groups: tuple[tuple[tuple[int, RougeOptions], ...], ...]


def rouge_measures(measures: str | Sequence[Any]) -> Measures:
    """Read spellings; only ROUGE measures that need no documents."""
    given = (measures,) if isinstance(measures, str) else tuple(measures)
    if not given:
        raise SumscopeError("no measure was given", hint="name one, as in rouge-2")
    return _read(given)


@lru_cache(maxsize=256)
def _read(given: tuple[Any, ...]) -> Measures:
    read = [parse(item) if isinstance(item, str) else item for item in given]
    groups: dict[tuple[Any, ...], list[tuple[int, RougeOptions]]] = {}
    for place, measure in enumerate(read):
        if not isinstance(measure, RougeOptions):
            raise SumscopeError(f"{measure} is not a ROUGE measure", hint="use sumscope.score")
        if getattr(measure, "weight", None) == "idf":
            raise SumscopeError(f"{measure} needs the topic's documents", hint="use sumscope.score")
        if measure in read[:place]:
            raise SumscopeError(f"{measure} is given twice", hint="keep one")
        groups.setdefault(measure.key, []).append((place, measure))
    return Measures(tuple(map(str, read)), tuple(map(tuple, groups.values())))


def as_references(references: TextLike | Sequence[TextLike]) -> list[TextLike]:
    """One str is one reference; in a list each item is one."""
    texts: list[TextLike] = [references] if isinstance(references, str) else list(references)
    if not texts:
        raise SumscopeError("there are no references", hint="give at least one")
    for text in texts:
        check_text(text, "a reference")
    return texts


def check_text(text: TextLike, what: str) -> None:
    """A str, or sentences that are str."""
    if isinstance(text, str):
        return
    if not isinstance(text, (list, tuple)) or not all(isinstance(s, str) for s in text):
        raise SumscopeError(f"{what} is neither a str nor a list of str")


def encode_one(measure: RougeOptions, text: TextLike, lang: str | None) -> rouge.Text:
    """The words of a text under a measure's options."""
    return encode(measure, text.split("\n") if isinstance(text, str) else text, lang)

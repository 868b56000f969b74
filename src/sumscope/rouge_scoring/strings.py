"""ROUGE of plain strings: results and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.plain import plain
from sumscope.core.results import Result
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Text
from sumscope.rouge_scoring.words import RougeOptions, encode, encoder_of
from sumscope.text import pipeline

if TYPE_CHECKING:
    from sumscope.kernels import rouge

# A str, a text with sentences split by hand, or (in a batch) a list of sentences.
TextLike = str | Text | Sequence[str]


# How many texts of a process are looked at for lines that are not sentences, and their lengths.
LOOKED_AT = 50
_LOOKED_AT: list[int] = []


class RougeScore(NamedTuple):
    """Recall, precision and F, each from 0 to 1, as ROUGE-1.5.5 prints them."""

    r: float
    p: float
    f: float


@dataclass(frozen=True, repr=False)
class RougeScores(Result, Mapping[str, RougeScore]):
    """The scores of one text by measure: `scores["rouge-2"].f`."""

    by_measure: Mapping[str, RougeScore]

    def __getitem__(self, measure: str) -> RougeScore:
        return self.by_measure[measure]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_measure)

    def __len__(self) -> int:
        return len(self.by_measure)

    def tables(self) -> list[ResultTable]:
        """Recall, precision and F by each measure."""
        rows = [(name, score.r, score.p, score.f) for name, score in self.by_measure.items()]
        return [table("rouge", "", ["measure", "recall", "precision", "F"], rows, 5)]

    def to_json(self) -> dict[str, dict[str, float]]:
        """`{"rouge-2": {"r": ..., "p": ..., "f": ...}}`."""
        made: dict[str, dict[str, float]] = plain(self.by_measure)
        return made


class Group(NamedTuple):
    """Measures that take the same things for words."""

    places: tuple[int, ...]  # among the measures asked for
    members: tuple[RougeOptions, ...]
    reader: RougeOptions  # the one whose options find the words for all

    @classmethod
    def of(cls, members: Sequence[tuple[int, RougeOptions]]) -> Group:
        """Group measures, each with its place."""
        places, measures = zip(*members, strict=True)
        reader = next((m for m in measures if m.reads_sentences), measures[0])
        return cls(places, measures, reader)


class Measures(NamedTuple):
    """Measures as asked for, and grouped by what they take for words."""

    names: tuple[str, ...]
    groups: tuple[Group, ...]
    by_sentence: bool  # whether it matters to one of them where sentences end


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
    ends = any(measure.by_sentence for measure in read)
    return Measures(tuple(map(str, read)), tuple(map(Group.of, groups.values())), ends)


def as_references(references: TextLike | Sequence[TextLike]) -> list[TextLike]:
    """One str is one reference; in a list each item is one."""
    texts: list[TextLike]
    if isinstance(references, str | Text):
        texts = [references]
    else:
        texts = list(references)
    if not texts:
        raise SumscopeError("there are no references", hint="give at least one")
    for text in texts:
        check_text(text, "a reference")
    return texts


def check_text(text: TextLike, what: str) -> None:
    """A str, or sentences that are str."""
    if type(text) is str or isinstance(text, str):
        return
    if isinstance(text, Text):
        if text.text is None and text.sentences is None:
            raise SumscopeError(
                f"{what} is a Text without text or sentences",
                hint='write sumscope.Text(["First sentence.", "Second."]) or a plain str',
            )
        return
    if not isinstance(text, (list, tuple)) or not all(isinstance(s, str) for s in text):
        raise SumscopeError(f"{what} is neither a str nor a list of str")


def encode_texts(
    reader: RougeOptions, texts: Sequence[TextLike], lang: str | None
) -> list[rouge.Text]:
    """The words of each text under a measure's options."""
    wanted = reader.reads_sentences and reader.like is None
    split = pipeline(lang).sentences if wanted else None
    if reader.like is not None or reader.tokens != "rouge155":
        return [encode(reader, sentences_of(text, split), lang) for text in texts]
    # The kernel itself takes a str as one sentence a line.
    return encoder_of(reader).encode_many(
        [
            text
            if type(text) is str and (split is None or "\n" in text)
            else sentences_of(text, split)
            for text in texts
        ]
    )


def sentences_of(text: TextLike, split: Callable[[str], Sequence[str]] | None) -> Sequence[str]:
    """The sentences of a text: those split by hand, its lines, or those that `split` finds.

    A str with line breaks has one sentence a line, as ROUGE-1.5.5 and rougeLsum read it; in a str
    without any, sentences are found as in `sumscope.score`, or it is one where `split` is None.
    """
    if isinstance(text, Text):
        if text.sentences is not None:
            return [sentence.text for sentence in text.sentences]
        text = text.text or ""
    if not isinstance(text, str):
        return text
    if "\n" in text:
        return text.split("\n")
    return (text,) if split is None else split(text)


def note_lines(texts: Sequence[TextLike], lang: str | None) -> None:
    """Say where lines are not the sentences that `score` would find, since ROUGE-L then differs."""
    if len(_LOOKED_AT) >= LOOKED_AT:
        return
    from sumscope.core.notice import say_once

    for text in texts:
        if len(_LOOKED_AT) >= LOOKED_AT:
            return
        if isinstance(text, str) and "\n" in text:
            _LOOKED_AT.append(len(text))
            lines = [line.strip() for line in text.split("\n") if line.strip()]
            if lines != [s.strip() for s in pipeline(lang).sentences(text)]:
                say_once(
                    "ROUGE-L and ROUGE-W take each line of a text as a sentence; where lines end "
                    "inside a sentence or hold several, a corpus (sumscope.score) gives other "
                    "numbers; sumscope.Text([...]) gives the same everywhere"
                )
                return

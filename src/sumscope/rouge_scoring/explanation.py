"""Explain a ROUGE score step by step, and where two variants differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.plain import plain
from sumscope.core.results import NotebookRepr
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.view import TextView, TopicView
from sumscope.rouge_scoring.words import RougeOptions

SHOWN = 12
_REPORTS = {"r": "recall", "p": "precision", "f": "F"}


class TextSteps(NamedTuple):
    """What a measure makes of one text."""

    sentences: int | None  # None where sentence ends do not matter
    words: tuple[str, ...]
    stems: tuple[str, ...]
    units: int


class Way(NamedTuple):
    """One way of computing: what is read, what matches, what comes out."""

    measure: str
    text: str
    prediction: TextSteps
    reference: TextSteps
    unit: str
    matches: tuple[tuple[str, int], ...]
    hits: float
    report: str
    r: float
    p: float
    f: float
    value: float


class Difference(NamedTuple):
    """One step in which two ways differ."""

    step: str
    first: str
    second: str


@dataclass(frozen=True)
class Explanation(NotebookRepr):
    """The ways asked for, and what the others differ in from the first."""

    ways: tuple[Way, ...]
    differences: tuple[tuple[Difference, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Everything, with words and matches in full."""
        apart = [
            {"first": self.ways[0].measure, "second": way.measure, "steps": plain(found)}
            for way, found in zip(self.ways[1:], self.differences, strict=True)
        ]
        return {"ways": plain(self.ways), "differences": apart}

    def __str__(self) -> str:
        return "\n".join([*(line for way in self.ways for line in _told(way)), *self._apart()])

    def _apart(self) -> Iterator[str]:
        for way, found in zip(self.ways[1:], self.differences, strict=True):
            yield f"{self.ways[0].measure} and {way.measure} differ in"
            for one in found:
                yield f"  {one.step}"
                yield f"    {one.first}"
                yield f"    {one.second}"
            if not found:
                yield "  nothing: the same words, matches and numbers"


def explain_rouge(
    prediction: str, reference: str, measures: Sequence[RougeOptions], lang: str | None
) -> Explanation:
    """Explain ROUGE measures of a prediction against a reference, as `score` computes them."""
    topic: dict[str, Any] = {
        "id": "explained",
        "references": [{"id": "reference", "text": reference}],
        "peers": [{"id": "prediction", "text": prediction}],
    }
    if lang is not None:
        topic["lang"] = lang
    view = TopicView(topic_from_json(topic, "explain"))
    ways = tuple(_way(measure, view) for measure in measures)
    return Explanation(ways, tuple(tuple(_differences(ways[0], way)) for way in ways[1:]))


def _way(measure: RougeOptions, view: TopicView) -> Way:
    peer, reference = view.peers[0], view.references[0]
    stats = measure.stats(measure.prepare(view), peer)
    r, p, f = measure.scores(stats)
    unit, mine, theirs = _units(measure, reference, peer)
    matches = tuple((name, count) for name, count in (theirs & mine).items())
    value = {"r": r, "p": p, "f": f}[measure.report]
    return Way(
        measure=str(measure),
        text=measure.text(view.lang),
        prediction=_steps(measure, peer, theirs.total()),
        reference=_steps(measure, reference, mine.total()),
        unit=unit,
        matches=matches,
        hits=stats[0],
        report=measure.report,
        r=r,
        p=p,
        f=f,
        value=value,
    )


def _steps(measure: RougeOptions, text: TextView, units: int) -> TextSteps:
    plain = replace(measure, stem=False)
    words = [word for sentence in plain.encode(text).tokens() for word in sentence]
    found = measure.encode(text).tokens()
    stems = [word for sentence in found for word in sentence]
    counted = len([sentence for sentence in found if sentence]) if measure.by_sentence else None
    return TextSteps(counted, tuple(words), tuple(stems), units)


def _units(
    measure: RougeOptions, reference: TextView, peer: TextView
) -> tuple[str, Counter[str], Counter[str]]:
    """What is compared, by name, in reference and prediction."""
    mine, theirs = measure.encode(reference).tokens(), measure.encode(peer).tokens()
    kind, *numbers = measure.count
    if kind == "ngrams":
        n, across = int(numbers[0]), bool(numbers[1])
        name = {1: "word", 2: "bigram", 3: "trigram"}.get(n, f"{n}-gram")
        return (
            name,
            Counter(_grams([_flat(mine)], n)),
            Counter(_grams([_flat(theirs)] if across else theirs, n)),
        )
    if kind == "skips":
        distance, unigrams = int(numbers[0]), bool(numbers[1])
        name = "pair of words in order" + (" or word" if unigrams else "")
        return name, _pairs(mine, distance, unigrams), _pairs(theirs, distance, unigrams)
    # Words in the union of common subsequences: those of the reference that are marked.
    marked = _union(mine, theirs)
    return "word in a common subsequence", marked, marked


def _flat(sentences: Sequence[Sequence[str]]) -> list[str]:
    return [word for sentence in sentences for word in sentence]


def _grams(sentences: Sequence[Sequence[str]], n: int) -> Iterator[str]:
    for words in sentences:
        for i in range(len(words) - n + 1):
            yield " ".join(words[i : i + n])


def _pairs(sentences: Sequence[Sequence[str]], distance: int, unigrams: bool) -> Counter[str]:
    words = _flat(sentences)
    reach = len(words) if distance < 0 else distance + 1
    found = Counter(
        f"{a} .. {b}" for i, a in enumerate(words) for b in words[i + 1 : i + 1 + reach]
    )
    if unigrams:
        found.update(words[:-1])  # the original leaves out the last word
    return found


def _union(mine: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]]) -> Counter[str]:
    room_mine = Counter(word for sentence in mine for word in sentence)
    room_theirs = Counter(word for sentence in theirs for word in sentence)
    found: Counter[str] = Counter()
    for sentence in mine:
        marked = {i for other in theirs for i in _common(sentence, other)}
        for i in sorted(marked):
            word = sentence[i]
            if room_mine[word] and room_theirs[word]:
                room_mine[word] -= 1
                room_theirs[word] -= 1
                found[word] += 1
    return found


def _common(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """The places in `left` of one longest common subsequence, as ROUGE walks back."""
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            best[i][j] = best[i - 1][j - 1] + 1 if a == b else max(best[i - 1][j], best[i][j - 1])
    i, j, found = len(left), len(right), []
    while i and j:
        if left[i - 1] == right[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif best[i - 1][j] >= best[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found


def _differences(a: Way, b: Way) -> Iterator[Difference]:
    for name in ("prediction", "reference"):
        one: TextSteps = getattr(a, name)
        two: TextSteps = getattr(b, name)
        if one.sentences != two.sentences:
            first, second = (_split(x.sentences) for x in (one, two))
            yield Difference(f"sentences of the {name}", first, second)
        if one.words != two.words:
            x, y = Counter(one.words), Counter(two.words)
            first = f"{_counted(len(one.words), 'word')}{_only(x - y)}"
            yield Difference(
                f"words of the {name}", first, f"{_counted(len(two.words), 'word')}{_only(y - x)}"
            )
        if one.words == two.words and one.stems != two.stems and len(one.stems) == len(one.words):
            rows = {
                word: (x, y)
                for word, x, y in zip(one.words, one.stems, two.stems, strict=False)
                if x != y
            }
            yield Difference(
                f"stems of the {name}",
                _some([f"{word}: {x}" for word, (x, _) in rows.items()]),
                _some([f"{word}: {y}" for word, (_, y) in rows.items()]),
            )
    if a.unit != b.unit:
        yield Difference("what is compared", a.unit, b.unit)
    x, y = Counter(dict(a.matches)), Counter(dict(b.matches))
    if x != y:
        yield Difference(
            "matches", f"{a.hits:g} matched{_only(x - y)}", f"{b.hits:g} matched{_only(y - x)}"
        )
    if (a.r, a.p, a.f) != (b.r, b.p, b.f):
        near = all(abs(m - n) <= 5e-6 for m, n in ((a.r, b.r), (a.p, b.p)))
        step = "numbers (rounded to five decimals by one)" if near else "numbers"
        yield Difference(step, _numbers(a), _numbers(b))
    if a.report != b.report:
        yield Difference("what is reported", _REPORTS[a.report], _REPORTS[b.report])


def _numbers(way: Way) -> str:
    return f"R {way.r:.5f}  P {way.p:.5f}  F {way.f:.5f}"


def _told(way: Way) -> Iterator[str]:
    yield f"{way.measure} = {way.value:.5f} ({_REPORTS[way.report]})"
    for name in ("prediction", "reference"):
        steps: TextSteps = getattr(way, name)
        yield (
            f"  {name}: {_split(steps.sentences)}, {_counted(len(steps.words), 'word')}: "
            f"{_some(steps.words, ' ')}"
        )
        if steps.stems != steps.words and len(steps.stems) == len(steps.words):
            changed = dict.fromkeys(
                f"{word}: {stem}"
                for word, stem in zip(steps.words, steps.stems, strict=True)
                if word != stem
            )
            yield f"    stems: {_some(list(changed))}"
    matched = [name if count == 1 else f"{name} x{count}" for name, count in way.matches]
    yield f"  compared by {way.unit}: {way.hits:g} matched" + (
        f": {_some(matched)}" if matched else ""
    )
    yield f"  {_numbers(way)}"


def _only(found: Counter[str]) -> str:
    return f"; only here: {_some(list(found))}" if found else ""


def _some(items: Sequence[str], separator: str = ", ") -> str:
    more = f" ... ({len(items) - SHOWN} more)" if len(items) > SHOWN else ""
    return separator.join(items[:SHOWN]) + more


def _split(sentences: int | None) -> str:
    return "one text" if sentences is None else _counted(sentences, "sentence")


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def check_measures(measures: Sequence[Any]) -> list[RougeOptions]:
    """ROUGE measures only, at least one."""
    if not measures:
        raise SumscopeError("no measure was given", hint="name one, as in -m rouge-2")
    for one in measures:
        if not isinstance(one, RougeOptions) or getattr(one, "weight", None) == "idf":
            hint = "explain shows the steps of ROUGE measures"
            raise SumscopeError(f"{one} cannot be explained", hint=hint)
    return list(measures)

"""The score table: one row per topic, peer and measure, and its metadata."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.lazy import function, optional
from sumscope.core.measure import Better, better_of
from sumscope.core.notice import counted
from sumscope.core.values import Undefined, Value

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.core.tables import ResultTable

# How much of a table is printed.
SCREEN_ROWS, SCREEN_COLUMNS = 20, 6
COLUMNS = ("topic", "peer", "human", "measure", "value", "reason")


class ScoreRow(NamedTuple):
    """One score; an undefined one has no value but a reason.

    >>> from sumscope import ScoreRow
    >>> ScoreRow("t1", "sys", False, "rouge-2", 0.25).value
    0.25
    """

    topic: str
    peer: str
    human: bool
    measure: str
    value: float | None
    reason: str | None = None

    @classmethod
    def of(cls, topic: str, peer: str, human: bool, measure: str, value: Value) -> ScoreRow:
        """Return the row of a value, defined or not."""
        if isinstance(value, Undefined):
            return cls(topic, peer, human, measure, None, value.reason)
        return cls(topic, peer, human, measure, float(value))


class Mean(TypedDict):
    """The mean of a peer by a measure over `n` topics."""

    peer: str
    human: bool
    measure: str
    mean: float | None
    n: int


@dataclass(frozen=True, repr=False)
class ScoreTable:
    """Scores in the order of the corpus, and how they were made (`meta`).

    >>> from sumscope import ScoreRow, ScoreTable
    >>> ScoreTable((ScoreRow("t1", "sys", False, "rouge-2", 0.25),)).measures
    ('rouge-2',)
    """

    rows: tuple[ScoreRow, ...]
    meta: Mapping[str, object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)

    def __reduce__(self) -> tuple[Callable[..., ScoreTable], tuple[object, ...]]:
        """Cross to another process in columns: rows one by one need five times the memory."""
        kinds = bytes(map(_kind, (row.value for row in self.rows)))
        if _OTHER in kinds:
            return ScoreTable, (self.rows, self.meta)
        texts = list(
            dict.fromkeys(text for row in self.rows for text in _texts(row) if text is not None)
        )
        place: dict[str | None, int] = {text: at for at, text in enumerate(texts)}
        place[None] = len(texts)
        codes = array("I", (place[text] for row in self.rows for text in _texts(row)))
        values = array("d", (0.0 if row.value is None else row.value for row in self.rows))
        human = bytes(row.human for row in self.rows)
        return _from_columns, (texts, codes, human, kinds, values, self.meta)

    def __iter__(self) -> Iterator[ScoreRow]:
        return iter(self.rows)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, in the order of first appearance."""
        return _first_seen(row.measure for row in self.rows)

    @property
    def peers(self) -> tuple[str, ...]:
        """The peers, in the order of first appearance."""
        return _first_seen(row.peer for row in self.rows)

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics, in the order of first appearance."""
        return _first_seen(row.topic for row in self.rows)

    def better(self, measure: str) -> Better:
        """Whether higher or lower scores are better; higher where nothing is known of a measure.

        The metadata say it; only for a measure they do not describe is the registry asked, which
        imports every measure.
        """
        declared = self._described(measure).get("better")
        if declared == "higher" or declared == "lower":
            return declared
        return better_of(measure) or "higher"

    def knows(self, measure: str) -> bool:
        """Whether a measure is one of sumscope's or of a plugin, with a declared range."""
        return "range" in self._described(measure) or better_of(measure) is not None

    def _described(self, measure: str) -> Mapping[str, object]:
        measures = self.meta.get("measures")
        described = measures.get(measure) if isinstance(measures, Mapping) else None
        return described if isinstance(described, Mapping) else {}

    def ignored(self) -> list[str]:
        """Notes on the columns of words that the reader of a wide table left out."""
        words = self.meta.get("words", ())
        names = words if isinstance(words, list | tuple) else ()
        return [f"the column {name!r} holds words and was ignored" for name in names]

    def with_lower(self, measures: Collection[str]) -> ScoreTable:
        """The table with metadata by which lower is better for these measures."""
        if not measures:
            return self
        known = self.measures
        for name in measures:
            if name not in known:
                raise SumscopeError(
                    f"the scores have no measure {name!r}", hint=nearest(name, known)
                )
        turned = {name: {**self._described(name), "better": "lower"} for name in measures}
        described = self.meta.get("measures")
        described = described if isinstance(described, Mapping) else {}
        return ScoreTable(self.rows, {**self.meta, "measures": {**described, **turned}})

    def means(self) -> list[Mean]:
        """The mean of each peer and measure over the topics where it is defined, with n."""
        sums: dict[tuple[str, str], list[float]] = {}
        human: dict[str, bool] = {}
        for row in self.rows:
            cell = sums.setdefault((row.peer, row.measure), [])
            human[row.peer] = row.human
            if row.value is not None:
                cell.append(row.value)
        return [
            {
                "peer": peer,
                "human": human[peer],
                "measure": name,
                "mean": mean_of(cell),
                "n": len(cell),
            }
            for (peer, name), cell in sums.items()
        ]

    def to_json(self) -> list[dict[str, object]]:
        """The rows as the contract's `score` shape."""
        return [row._asdict() for row in self.rows]

    def tables(self) -> list[ResultTable]:
        """The mean of each peer by each measure."""
        from sumscope.core.tables import table

        if not self.rows:
            return [table("means", "There are no peers: nothing was scored.", ["peer"], [])]
        cells = {(mean["peer"], mean["measure"]): mean["mean"] for mean in self.means()}
        people = {row.peer for row in self.rows if row.human}
        rows = [
            [
                peer + (" (human)" if peer in people else ""),
                *(cells.get((peer, name)) for name in self.measures),
            ]
            for peer in self.peers
        ]
        undefined = [row for row in self.rows if row.value is None]
        reasons = "; ".join(dict.fromkeys(row.reason or "" for row in undefined))
        notes = [f"{len(undefined)} of {len(self)} scores are undefined: {reasons}"]
        title = f"Means over {counted(len(self.topics), 'topic')}"
        heading = ["peer", *self.measures]
        return [table("means", title, heading, rows, 4, notes if undefined else ())]

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame; undefined values are NaN."""
        pandas = optional("pandas", "pandas")
        return pandas.DataFrame(list(self.rows), columns=list(COLUMNS)).astype({"value": float})

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame; undefined values are null."""
        polars = optional("polars", "polars")
        kinds = (polars.String, polars.String, polars.Boolean, polars.String, polars.Float64)
        schema = dict(zip(COLUMNS, (*kinds, polars.String), strict=True))
        return polars.DataFrame(list(self.rows), schema=schema, orient="row")

    @classmethod
    def from_pandas(cls, frame: object, meta: Mapping[str, object] | None = None) -> ScoreTable:
        """Read the scores of a pandas (or polars) frame, long or wide.

        Long has the columns `topic`, `peer`, `measure`, `value`; wide has `topic`, `peer` and one
        column for each measure. NaN is an undefined score.
        """
        # The reader lies in a higher room: a frame is one of many forms of a table.
        read = function("sumscope.corpus.scores:table_of")
        table: ScoreTable = read(frame, "ScoreTable.from_pandas(frame)")
        return cls(table.rows, {**table.meta, **(meta or {})})

    def pivot(self) -> pandas.DataFrame:
        """A wide pandas DataFrame: one row for each topic and peer, one column for each measure."""
        frame = self.to_pandas()
        wide = frame.pivot(index=["topic", "peer", "human"], columns="measure", values="value")
        order = list(dict.fromkeys((row.topic, row.peer, row.human) for row in self.rows))
        wide = wide.reindex(order)[list(self.measures)]
        wide.columns.name = None
        return wide.reset_index()

    def __repr__(self) -> str:
        """The means in a screenful: peers down, measures across."""
        counts = (
            (len(self.rows), "score"),
            (len(self.topics), "topic"),
            (len(self.peers), "peer"),
            (len(self.measures), "measure"),
        )
        head = ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts)
        cells = {(m["peer"], m["measure"]): m["mean"] for m in self.means()}
        names, peers = self.measures[:SCREEN_COLUMNS], self.peers[:SCREEN_ROWS]
        lines = [("peer", *names)]
        lines += [(p, *(show(cells.get((p, name))) for name in names)) for p in peers]
        text = [f"ScoreTable: {head}"]
        if self.rows:
            text += ["mean over topics", *aligned(lines)]
        if len(self.peers) > len(peers):
            text.append(f"... {len(self.peers) - len(peers)} more peers")
        if len(self.measures) > len(names):
            text.append(f"... {len(self.measures) - len(names)} more measures")
        undefined = sum(row.value is None for row in self.rows)
        if undefined:
            text.append(f"{undefined} undefined {'score' if undefined == 1 else 'scores'}")
        return "\n".join(text)

    def _repr_html_(self) -> str:
        """The means as a small table, for notebooks."""
        from html import escape

        names = self.measures
        cells = {(m["peer"], m["measure"]): m["mean"] for m in self.means()}
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            f"<tr><th>{escape(peer)}</th>"
            + "".join(f"<td>{show(cells.get((peer, name)))}</td>" for name in names)
            + "</tr>"
            for peer in self.peers
        )
        note = f"mean over {len(self.topics)} topics"
        return f"<table><thead><tr><th>{note}</th>{head}</tr></thead><tbody>{body}</tbody></table>"


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as text: the first column to the left, the others to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return [
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
        for line in lines
    ]


def show(value: float | None, digits: int = 4) -> str:
    """A number for people; an undefined one is a dash, and what rounds to 0 has no sign."""
    return "–" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def mean_of(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are there; None where none is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


# What a value is: nothing, a float, a whole number that a float holds, something else.
_NONE, _FLOAT, _WHOLE, _OTHER = range(4)


def _kind(value: object) -> int:
    if value is None:
        return _NONE
    if type(value) is float:
        return _FLOAT
    return _WHOLE if type(value) is int and abs(value) < 2**53 else _OTHER


def _texts(row: ScoreRow) -> tuple[str | None, ...]:
    return row.topic, row.peer, row.measure, row.reason


def _from_columns(
    texts: list[str],
    codes: array[int],
    human: bytes,
    kinds: bytes,
    values: array[float],
    meta: Mapping[str, object],
) -> ScoreTable:
    known: list[str | None] = [*texts, None]
    rows = []
    for at, (kind, value) in enumerate(zip(kinds, values, strict=True)):
        topic, peer, measure, reason = codes[4 * at : 4 * at + 4]
        held = None if kind == _NONE else value if kind == _FLOAT else int(value)
        rows.append(
            ScoreRow(
                topic=texts[topic],
                peer=texts[peer],
                human=bool(human[at]),
                measure=texts[measure],
                value=held,
                reason=known[reason],
            )
        )
    return ScoreTable(tuple(rows), meta)


def _first_seen(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))

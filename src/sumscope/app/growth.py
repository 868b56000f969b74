"""Growth deviation of texts: numbers, curves and the paper's growth plots."""

from __future__ import annotations

import codecs
import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.files import refuse_packed
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself
from sumscope.core.progress import Progress
from sumscope.core.values import Undefined

if TYPE_CHECKING:
    from sumscope.graph.words import WordNetwork

PathLike = str | os.PathLike[str]
BLOCK = 1 << 18
MOST_PANELS = 60
# Words of these languages are told apart by their stop words where no language is named.
GUESSED = ("en", "pt")


@dataclass(frozen=True, eq=False)
class Growth(ShowsItself):
    """How the word network of one text grew; `network` is what it came from."""

    file: str
    lang: str | None
    nodes: int
    associations: int
    deviation: float | None
    reason: str | None
    network: WordNetwork

    def to_json(self, curve: bool = False, measures: bool = False) -> dict[str, Any]:
        """The contract's shape, with `components` and the network measures on demand."""
        value: dict[str, Any] = {
            "file": self.file,
            "nodes": self.nodes,
            "associations": self.associations,
            "deviation": self.deviation,
            "reason": self.reason,
        }
        if curve:
            value["components"] = self.network.components().tolist()
        if measures:
            value["network"] = self.measures()
        return value

    def measures(self) -> dict[str, Any]:
        """Clustering, degree and path of the network, and its degree distribution."""
        found = self.network
        if not self.associations:
            return {"clustering": None, "degree": None, "path": None, "degrees": []}
        total, pairs = found.path_lengths()
        return {
            "clustering": float(found.clustering().mean()),
            "degree": float(found.out_degrees.mean()),
            "path": total / pairs if pairs else None,
            "degrees": [[degree, count] for degree, count in found.degree_distribution().items()],
        }


@dataclass(frozen=True)
class GrowthTable(ShowsItself):
    """One row per text, in the order given."""

    rows: tuple[Growth, ...]
    curve: bool = False
    measures: bool = False

    def __iter__(self) -> Iterator[Growth]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_json(self) -> list[dict[str, Any]]:
        """A list of `{"file","nodes","associations","deviation","reason"}`."""
        return [row.to_json(self.curve, self.measures) for row in self.rows]

    def _pictures(self) -> list[str]:
        """The curves of the first texts."""
        from sumscope.core.drawing import to_svg
        from sumscope.report.growth_figures import growth_plots

        shown = [row for row in self.rows if row.deviation is not None][:6]
        if not shown:
            return []
        return [to_svg(growth_plots([r.network for r in shown], [r.file for r in shown]))]

    def to_pandas(self) -> Any:
        """A pandas DataFrame, one row per text."""
        rows = [row.to_json() for row in self.rows]
        return optional("pandas", "pandas").DataFrame(rows).astype({"deviation": float})

    def to_polars(self) -> Any:
        """A polars DataFrame, one row per text."""
        polars = optional("polars", "polars")
        kinds = (polars.String, polars.Int64, polars.Int64, polars.Float64, polars.String)
        names = ("file", "nodes", "associations", "deviation", "reason")
        rows = [tuple(row.to_json()[name] for name in names) for row in self.rows]
        return polars.DataFrame(rows, schema=dict(zip(names, kinds, strict=True)), orient="row")


def growth(
    files: PathLike | Iterable[PathLike],
    *,
    lang: str | None = None,
    curve: bool = False,
    network: bool = False,
    plot: PathLike | None = None,
    stop_words: PathLike | Iterable[str] | None = None,
    encoding: str = "utf-8",
    progress: Progress | None = None,
) -> GrowthTable:
    """Growth deviation of text files (`-` is standard input), lower is better.

    `curve` and `network` add the component counts and the other network measures to the JSON;
    `plot` draws each text's curve against its straight line (.png, .svg or .pdf). Without `lang`
    English and Portuguese are told apart by their stop words.
    """
    from sumscope.core.drawing import check_name, save
    from sumscope.corpus.jsonl import refuse_corpus
    from sumscope.graph.words import word_network
    from sumscope.report.growth_figures import growth_plots
    from sumscope.text import note_unknown, stopping

    names = [files] if isinstance(files, str | os.PathLike) else list(files)
    if not names:
        raise SumscopeError("no text is given", hint="name one or more files, or -")
    if sum(str(name) == "-" for name in names) > 1:
        raise SumscopeError("standard input can be read once only", hint="name the other files")
    if plot is not None:
        check_name(plot)
    _decoder(encoding)
    for name in names:
        refuse_corpus(name, "a text", "score it: sumscope score CORPUS -m growth-deviation")
    if stop_words is not None:
        stop_words = stopping.own(stop_words)
    sizes = [os.path.getsize(name) if os.path.isfile(name) else 0 for name in names]
    done, rows, notes = 0, [], []
    for name, size in zip(names, sizes, strict=True):
        pieces = _Pieces(name, encoding, progress, done, sum(sizes))
        language = lang if lang is not None else guess_language(pieces.first())
        if lang is None:
            notes.append(f"{pieces.name}: read as {language or 'no known language'}")
        found = word_network(pieces, language, stop_words=stop_words)
        rows.append(measured(pieces.name, language, found))
        done += size
    table = GrowthTable(tuple(rows), curve, network)
    if plot is not None:
        shown = [row for row in rows if row.deviation is not None]
        if not shown:
            raise SumscopeError("no text has a growth curve", where=str(plot), hint=rows[0].reason)
        if len(shown) > MOST_PANELS:
            raise SumscopeError(
                f"{len(shown)} curves do not fit one picture",
                where=str(plot),
                hint=f"plot {MOST_PANELS} texts or fewer at a time",
            )
        titles = [_title(row.file) for row in shown]
        save(growth_plots([row.network for row in shown], titles), plot)
    note_unknown(lang)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return table


def measured(name: str, lang: str | None, network: WordNetwork) -> Growth:
    """The row of one network."""
    value = network.deviation
    missing = isinstance(value, Undefined)
    return Growth(
        file=name,
        lang=lang,
        nodes=network.nodes,
        associations=network.associations,
        deviation=None if isinstance(value, Undefined) else value,
        reason=value.reason if isinstance(value, Undefined) and missing else None,
        network=network,
    )


def guess_language(text: str) -> str | None:
    """`en` or `pt`, whose stop words cover more of the text; None where neither covers a tenth."""
    from sumscope.text import pipeline

    shares = []
    for lang in GUESSED:
        pipe = pipeline(lang)
        words = pipe.words(text)
        hits = sum(map(pipe.is_stop, words))
        shares.append((hits / max(1, len(words)), lang))
    best, lang = max(shares, key=lambda share: share[0])
    return lang if best >= 0.1 else None


class _Pieces:
    """A text file in pieces that end between words, decoded strictly."""

    def __init__(
        self,
        source: PathLike,
        encoding: str,
        progress: Progress | None,
        done: int,
        total: int,
    ) -> None:
        self.name = "<stdin>" if os.fspath(source) == "-" else os.fspath(source)
        self._decoder = _decoder(encoding)
        self._encoding = encoding
        self._source = source
        self._report = progress
        self._done, self._total = done, total
        self._pieces = self._read()
        self._held: list[str] = []

    def first(self) -> str:
        """The first piece, which stays to be read."""
        if not self._held:
            self._held = [next(self._pieces, "")]
        return self._held[0]

    def __iter__(self) -> Iterator[str]:
        yield from self._held
        yield from self._pieces

    def _read(self) -> Iterator[str]:
        rest, read = "", 0
        with self._open() as file:
            while True:
                block = file.read(BLOCK)
                if not read:
                    refuse_packed(block, self.name)
                try:
                    rest += self._decoder.decode(block, not block)
                except UnicodeDecodeError as error:
                    raise SumscopeError(
                        f"the text is not {self._encoding} near byte {read + error.start + 1}",
                        where=self.name,
                        hint="name its encoding, as in --encoding latin-1",
                    ) from None
                read += len(block)
                if self._report is not None:
                    self._report(self._done + read, self._total)
                if not block:
                    break
                cut = max(rest.rfind(" "), rest.rfind("\n")) + 1
                if not cut and len(rest) > 8 * BLOCK:
                    cut = len(rest)  # no spaces at all: a script that is cut by character
                if cut:
                    yield rest[:cut]
                    rest = rest[cut:]
        if rest:
            yield rest

    def _open(self) -> IO[bytes]:
        if os.fspath(self._source) == "-":
            return open(sys.stdin.fileno(), "rb", closefd=False)
        try:
            return open(self._source, "rb")
        except OSError as error:
            raise SumscopeError(
                f"cannot read the text: {error.strerror}", where=self.name
            ) from None


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    """A decoder that reads text; a byte order mark is no part of it."""
    try:
        name = "utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding
        made = codecs.lookup(name).incrementaldecoder
        "".encode(name)
    except (LookupError, TypeError, ValueError):
        made = None
    if made is None:
        raise SumscopeError(f"there is no encoding {encoding!r}", hint="try utf-8 or latin-1")
    return made()


def _title(name: str) -> str:
    return Path(name).name

"""Growth deviation of texts: numbers, curves and the paper's growth plots."""

from __future__ import annotations

import concurrent.futures
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.files import output
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.graph.growth import GrowthTable

PathLike = str | os.PathLike[str]


def growth(
    files: PathLike | Iterable[PathLike],
    *,
    lang: str | None = None,
    curve: bool = False,
    network: bool = False,
    plot: PathLike | None = None,
    draw: PathLike | None = None,
    export: PathLike | None = None,
    stop_words: PathLike | Iterable[str] | None = None,
    encoding: str = "utf-8",
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    engine: str = "local",
    progress: Progress | None = None,
) -> GrowthTable:
    """Growth deviation of text files (`-` is standard input), lower is better.

    `curve` and `network` add the component counts and the other network measures to the JSON.
    `plot` draws the curve of each text and its straight line (.png, .svg or .pdf). `draw` draws the
    word network of one text, `export` writes it (.tsv edge list or .graphml). Without `lang`,
    English and Portuguese are detected by their stop words; `stop_words` replaces those of the
    language (a file, one per line, or words), `encoding` is that of the texts. The work is done in
    this process unless `executor`, `workers` or an `engine` (`dask://HOST:PORT`) is given.

    >>> import pathlib, sumscope
    >>> text = "The red cat saw a dog. The dog chased the red cat home."
    >>> _ = pathlib.Path("t.txt").write_text(text)
    >>> row = sumscope.growth("t.txt", lang="en").rows[0]
    >>> row.nodes > 3, 0 <= row.deviation < 1
    (True, True)
    """
    from sumscope.corpus.jsonl import refuse_corpus
    from sumscope.graph.growth import GrowthTable, GrowthTask, growth_rows
    from sumscope.graph.words import check_export, write_network
    from sumscope.jobs.engine import Engine
    from sumscope.report.drawing import check_name, save
    from sumscope.report.growth_figures import growth_curves
    from sumscope.report.network_figures import network_plot
    from sumscope.text import note_unknown, stopping
    from sumscope.text.pieces import decoder

    names = [files] if isinstance(files, str | os.PathLike) else list(files)
    if not names:
        raise SumscopeError("no text was given", hint="name one or more files, or -")
    if sum(str(name) == "-" for name in names) > 1:
        raise SumscopeError("standard input can be read only once", hint="name the other files")
    read = [*names, stop_words]
    with (
        output(plot, read),
        output(draw, read, others=[plot]),
        output(export, read, others=[plot, draw]),
    ):
        for picture in (plot, draw):
            if picture is not None:
                check_name(picture)
        if export is not None:
            check_export(export)
        if len(names) > 1 and (draw is not None or export is not None):
            raise SumscopeError("a network is drawn or exported of one text", hint="name one file")
        decoder(encoding)
        for name in names:
            refuse_corpus(name, "a text", "score it: sumscope score CORPUS -m growth-deviation")
        if stop_words is not None:
            stop_words = stopping.own(stop_words)
        task = GrowthTask(lang, stop_words, encoding)
        rows = growth_rows(names, task, Engine(executor, workers, engine), progress)
        table = GrowthTable(tuple(rows), curve, network)
        if plot is not None:
            save(growth_curves(rows, str(plot)), plot)
        if draw is not None:
            save(network_plot(rows[0].network, Path(rows[0].file).name), draw)
        if export is not None:
            write_network(export, rows[0].network)
    note_unknown(lang)
    if lang is None:
        for row in rows:
            warnings.warn(f"{row.file}: read as {row.lang or 'no known language'}", stacklevel=2)
    return table

"""The data that a paper is reproduced on: a corpus, the paper's own folder, or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable

from sumscope.core.values import Topic

INVENTED = "No data was given: this is the embedded example, whose texts are invented."


def name_of_data(data: str | None) -> str:
    """What to call the data in a report, whatever machine it lies on."""
    return os.path.basename(os.path.normpath(data)) if data else "the embedded example"


def topics_of_data(data: str | None, folder: Callable[[str], list[Topic]]) -> list[Topic]:
    """The topics of a corpus file, of a folder as the paper reads it, or of the example."""
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.data import DEMO

    if data is not None and os.path.isdir(data):
        return folder(data)
    return list(read_corpus(DEMO if data is None else data))

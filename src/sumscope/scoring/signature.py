"""How scores were made, so that they can be made again: the metadata of a score table."""

from __future__ import annotations

import math
from pathlib import Path

from sumscope._version import __version__
from sumscope.core.parameters import spell_fully
from sumscope.scoring.notes import Tally


def metadata(tally: Tally) -> dict[str, object]:
    """The corpus, and for every measure its parameters, text processing and signature."""
    scoring, source = tally.scoring, tally.scoring.source
    corpus = {"name": Path(source.name).name, "sha256": source.sha256, "topics": tally.topics}
    signed = {}
    for measure in scoring.measures:
        text = {lang or "unknown": str(measure.text(lang)) for lang in tally.languages}
        used = ";".join(dict.fromkeys(text.values()))
        traits = type(measure).traits
        signed[str(measure)] = {
            "parameters": spell_fully(measure),
            "text": text,
            "cite": traits.cite,
            "better": traits.better,
            # JSON has no infinity.
            "range": [e if math.isfinite(e) else None for e in (traits.low, traits.high)],
            "signature": f"{spell_fully(measure)}|text:{used}|jackknife:{scoring.jackknife}"
            f"|sumscope:{__version__}|corpus:{source.sha256[:12]}",
        }
    return {
        "sumscope": __version__,
        "corpus": corpus,
        "jackknife": scoring.jackknife,
        "measures": signed,
    }

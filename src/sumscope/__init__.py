"""sumscope: evaluate summaries, extracts and sentence clusterings.

Each command is one function here with the same name: `sumscope.score(corpus, ["rouge-2"])`.
Everything is imported when first used, so that `import sumscope` stays fast.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from sumscope._version import __version__

if TYPE_CHECKING:
    from sumscope.app import gold as gold
    from sumscope.app import links as links
    from sumscope.app import supor as supor
    from sumscope.app.agree import agree as agree
    from sumscope.app.agree import check_rules as check_rules
    from sumscope.app.agree import disagreement_causes as disagreement_causes
    from sumscope.app.agree import edit_scripts as edit_scripts
    from sumscope.app.compare import compare as compare
    from sumscope.app.convert import convert as convert
    from sumscope.app.demo import demo as demo
    from sumscope.app.detect import detect as detect
    from sumscope.app.explain import explain as explain
    from sumscope.app.growth import growth as growth
    from sumscope.app.judges import judges as judges
    from sumscope.app.measures import measures as measures
    from sumscope.app.meta import meta as meta
    from sumscope.app.oracle import oracle as oracle
    from sumscope.app.oracle import oracle_file as oracle_file
    from sumscope.app.rank import rank as rank
    from sumscope.app.reproduce import reproduce as reproduce
    from sumscope.app.rouge import rouge as rouge
    from sumscope.app.rouge_batch import rouge_batch as rouge_batch
    from sumscope.app.sample import sample as sample
    from sumscope.app.score import score as score
    from sumscope.app.score import score_file as score_file
    from sumscope.app.study import study as study
    from sumscope.app.summarize import summarize as summarize
    from sumscope.app.topics import topics as topics
    from sumscope.core.cover import Cover as Cover
    from sumscope.core.errors import SumscopeError as SumscopeError
    from sumscope.core.measure import measure as measure
    from sumscope.core.measure import parse as parse
    from sumscope.core.table import ScoreRow as ScoreRow
    from sumscope.core.table import ScoreTable as ScoreTable
    from sumscope.core.values import BestWorst as BestWorst
    from sumscope.core.values import Cluster as Cluster
    from sumscope.core.values import JudgeCover as JudgeCover
    from sumscope.core.values import Preference as Preference
    from sumscope.core.values import Sentence as Sentence
    from sumscope.core.values import Text as Text
    from sumscope.core.values import Topic as Topic
    from sumscope.core.values import Undefined as Undefined
    from sumscope.corpus.covers import read_cover as read_cover
    from sumscope.corpus.jsonl import read_corpus as read_corpus
    from sumscope.corpus.jsonl import write_corpus as write_corpus
    from sumscope.corpus.scores import read_scores as read_scores
    from sumscope.corpus.scores import write_scores as write_scores
    from sumscope.corpus.stream import Corpus as Corpus
    from sumscope.metrics.cover import CoverMeasure as CoverMeasure
    from sumscope.metrics.protocols import SummaryMeasure as SummaryMeasure
    from sumscope.web.server import serve as serve

# Where each public name is found; the block above says the same to type checkers.
_HOME = {
    name: module
    for module, names in {
        "sumscope.app": "gold links supor",
        "sumscope.app.agree": "agree check_rules disagreement_causes edit_scripts",
        "sumscope.app.compare": "compare",
        "sumscope.app.convert": "convert",
        "sumscope.app.demo": "demo",
        "sumscope.app.detect": "detect",
        "sumscope.app.explain": "explain",
        "sumscope.app.growth": "growth",
        "sumscope.app.judges": "judges",
        "sumscope.app.measures": "measures",
        "sumscope.app.meta": "meta",
        "sumscope.app.oracle": "oracle oracle_file",
        "sumscope.app.rank": "rank",
        "sumscope.app.reproduce": "reproduce",
        "sumscope.app.rouge": "rouge",
        "sumscope.app.rouge_batch": "rouge_batch",
        "sumscope.app.sample": "sample",
        "sumscope.app.score": "score score_file",
        "sumscope.app.study": "study",
        "sumscope.app.summarize": "summarize",
        "sumscope.app.topics": "topics",
        "sumscope.core.cover": "Cover",
        "sumscope.web.server": "serve",
        "sumscope.core.errors": "SumscopeError",
        "sumscope.core.measure": "measure parse",
        "sumscope.core.table": "ScoreRow ScoreTable",
        "sumscope.core.values": "BestWorst Cluster JudgeCover Preference Sentence Text Topic "
        "Undefined",
        "sumscope.corpus.covers": "read_cover",
        "sumscope.corpus.jsonl": "read_corpus write_corpus",
        "sumscope.corpus.scores": "read_scores write_scores",
        "sumscope.corpus.stream": "Corpus",
        "sumscope.metrics.cover": "CoverMeasure",
        "sumscope.metrics.protocols": "SummaryMeasure",
    }.items()
    for name in names.split()
}
_MODULES = ("gold", "links", "supor")

__all__ = [
    "__version__",
    *sorted(_HOME),
]


def __getattr__(name: str) -> object:
    if name == "metrics":  # so that `sumscope.metrics.cover.v(a, b)` needs no import of its own
        return importlib.import_module("sumscope.metrics")
    if name not in _HOME:
        raise AttributeError(f"module 'sumscope' has no attribute {name!r}")
    home = f"{_HOME[name]}.{name}" if name in _MODULES else _HOME[name]
    module = importlib.import_module(home)
    found: object = module if name in _MODULES else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)

"""Options with a fixed set of values, defined once.

A function annotates its argument with the type, a command offers `values(...)` of it, and
`check_choice` refuses anything else. A test compares the help and the docstrings with the types.
"""

from __future__ import annotations

from typing import Literal, get_args

from sumscope.core.errors import SumscopeError

#: Who is scored with one reference left out in turn.
Jackknife = Literal["human", "all", "none"]
#: What ROUGE and topic measures report: recall, precision, F, or each of them.
Report = Literal["r", "p", "f", "all"]
#: Level of a correlation with human judgements.
Level = Literal["system", "summary", "pooled"]
#: Whether people who wrote references count among the peers.
PeersUsed = Literal["all", "no-models"]
#: What bootstrap and tests of a correlation resample.
Resampled = Literal["systems", "inputs", "both"]
#: How an interval is computed.
IntervalKind = Literal["percentile", "calibrated"]
#: What the bootstrap of a ranking resamples.
Drawn = Literal["items", "judges", "both"]
#: How near a measure is to a judge.
AlignmentOption = Literal["auto", "rmse", "accuracy", "rank"]
#: What becomes of items that a cover leaves out.
Completion = Literal["singletons", "bucket"]
#: Random clusterings of a baseline: the cover with its items permuted, or of any size.
Baseline = Literal["permuted", "free"]
#: Sentences whose pairs may be linked.
Universe = Literal["linked", "any", "extract", "all"]
#: How sentences are divided into topics.
TopicMethod = Literal["betweenness", "greedy", "gaac"]
#: Whose work an annotation project exports: what was submitted, or all of it.
WorkUsed = Literal["submitted", "all"]
#: Whether an oracle is for all references together or for each by itself.
OracleRefs = Literal["multi", "single"]
#: How oracles are found; the last three are those of other packages.
OracleMethod = Literal[
    "bnb", "bnb-paper", "ilp", "greedy", "presumm", "extoracle-greedy", "extoracle-combination"
]
#: What an oracle maximizes of a ROUGE.
OracleObjective = Literal["recall", "f"]
#: What a length limit counts.
LengthUnit = Literal["tokens", "words", "bytes"]
#: Tokens of ROUGE-1.5.5, or words of any script.
Tokens = Literal["rouge155", "unicode"]


def values(kind: object) -> tuple[str, ...]:
    """The words that a `Literal` lists.

    >>> values(Completion)
    ('singletons', 'bucket')
    """
    return get_args(kind)


def check_choice(name: str, value: object, kind: object) -> None:
    """Refuse a value of the option `name` that is not one of the words."""
    known = values(kind)
    if value not in known:
        raise SumscopeError(f"{name} is {value!r}", hint=f"give one of {', '.join(known)}")

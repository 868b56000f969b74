"""The findings of a study as sentences: what was found, how sure, and out of how many."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sumscope.core.measure import Better
from sumscope.core.table import show
from sumscope.metaeval.compare import Comparison, PairTest
from sumscope.metaeval.meta_result import MetaRow

NAMED = 4


def chosen(measures: Sequence[str]) -> str:
    """The measure that a report opens with: the second, which is ROUGE-2 by default."""
    return measures[min(1, len(measures) - 1)]


def listed(names: Sequence[str], most: int = NAMED) -> str:
    """`a`, `a and b`, `a, b and 3 more`."""
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """An interval in words; nothing where there is none."""
    if low is None or high is None:
        return ""
    return f"95% interval {show(low, digits)} to {show(high, digits)}"


def best(found: Comparison, measure: str, alpha: float = 0.05, better: Better = "higher") -> str:
    """Who is best by a measure, and from whom that is not significantly different."""
    board = [s for s in found.standings if s.measure == measure]
    systems = [s for s in board if not s.human and s.mean is not None]
    if not systems:
        return f"No system has a score by {measure}."
    first = systems[0]
    about = f"{show(first.mean, 3)}, {interval(first.low, first.high)}".removesuffix(", ")
    over = f"over {first.n} {'topic' if first.n == 1 else 'topics'}"
    if len(systems) == 1:
        return (
            f"By {measure}, {first.peer} has a mean of {about} {over}; no other system to compare."
        )
    most = "highest" if better == "higher" else "lowest"
    duels = [d for d in found.duels if d.measure == measure]
    begin = (
        f"By {measure}, {first.peer} has the {most} mean of {len(systems)} systems ({about}) {over}"
    )
    if first.n < 2:
        return f"{begin}, too few for a test."
    others = {s.peer: _p(duels, first.peer, s.peer) for s in systems[1:]}
    same = [peer for peer, p in others.items() if p is None or p >= alpha]
    way = f"paired randomization tests, Holm-corrected over {len(duels)} pairs of peers"
    if len(duels) == 1:
        way = "paired randomization test"
    if any(_of(note, measure) for note in found.notes):
        return f"{begin}; the topics or resamples are too few for any test to find a difference."
    if not same:
        return f"{begin}, significantly better than all others ({way})."
    if len(same) == len(others) and len(others) > 1:
        return f"{begin}, but it is not significantly different from any other ({way})."
    return f"{begin}; it is not significantly different from {listed(same)} ({way})."


def _of(note: str, measure: str) -> bool:
    """Whether a note of a comparison is about a measure."""
    about = note.split(": ")[0]
    return about == "all measures" or measure in about.split(", ")


def _p(duels: Sequence[PairTest], left: str, right: str) -> float | None:
    for duel in duels:
        if {duel.left, duel.right} == {left, right}:
            return duel.p_holm
    return None


def follow(rows: Sequence[MetaRow], human: str, cost: str = "", lower: Collection[str] = ()) -> str:
    """Which measure orders the peers most like one judgement, by Somers' D of system means.

    Somers' D counts a tie of the measure among peers that the judgement separates as no
    agreement; Kendall's tau-b would leave it out, and reward a measure that says little. `cost`
    says what choosing the best costs, where that is known; `lower` names the measures for which
    lower is better.
    """
    asked = [r for r in rows if (r.human, r.level, r.statistic) == (human, "system", "somers")]
    known = [(r, r.value) for r in asked if r.value is not None]
    known = [(r, value) for r, value in known if r.low is not None] or known
    if not known:
        return ""
    # Where lower is better, a good measure falls while the judgement rises.
    turned = [r.measure in lower for r, _ in known]
    values = [-value if less else value for (_, value), less in zip(known, turned, strict=True)]
    highest = max(values)
    at = [i for i, value in enumerate(values) if highest - value < 1e-9]
    names = [known[i][0].measure + " (lower is better)" * turned[i] for i in at]
    row, less = known[at[0]][0], turned[at[0]]
    ends = (row.low, row.high)
    if less and row.low is not None and row.high is not None:
        ends = (-row.high, -row.low)
    about = f"Somers' D {show(highest, 2)}, {interval(*ends, 2)}".removesuffix(", ")
    about += f", over the means of {row.n} peers"
    if highest < 0.005:
        none = f"None of {len(known)} measures orders the peers like {human}"
        return f"{none}; the nearest is {listed(names)} ({about})."
    verb = "follows" if len(names) == 1 else "follow"
    if len(known) == 1:
        return f"{listed(names)} {verb} {human} with {about}."
    caution = cost or "the highest of several, so probably too high"
    return f"Of {len(known)} measures, {listed(names)} {verb} {human} best ({about}; {caution})."

"""Parse and validate judgements, preferences and covers of a topic."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sumscope.core.values import (
    BestWorst,
    Choice,
    Cluster,
    JudgeCover,
    Judgement,
    Preference,
    frozen,
)
from sumscope.corpus.schema_checks import bad, check_unique, kind_of, read_ids, read_name, rest

COVER_KEYS = ("judge", "clusters", "aside")
CLUSTER_KEYS = ("label", "rank", "items")
PAIR_KEYS = ("judge", "name", "left", "right", "choice")
BEST_WORST_KEYS = ("judge", "name", "of", "best", "worst")
CHOICES: Mapping[str, Choice] = {"left": "left", "right": "right", "equal": "equal"}


def read_judgements(value: object) -> Mapping[str, Mapping[str, Judgement]]:
    """Judgements by peer and name: numbers, or objects from judge to number."""
    expected = 'an object such as {"sys1": {"pyramid": 0.41}}'
    if not isinstance(value, dict):
        bad("judgements", f"expected {expected}, found {kind_of(value)}")
    for peer, named in value.items():
        if not isinstance(named, dict):
            bad(f"judgements.{peer}", f"expected an object of numbers, found {kind_of(named)}")
        for name, one in named.items():
            at = f"judgements.{peer}.{name}"
            if not isinstance(one, dict):
                _check_number(one, at, "a number, null or an object from judge to number")
                continue
            for judge, number in one.items():
                if not judge:
                    bad(at, "a judge has no name", 'write {"judge": number}')
                _check_number(number, f"{at}.{judge}", "a number or null")
    return frozen(
        {
            peer: frozen(
                {n: frozen(one) if isinstance(one, dict) else one for n, one in named.items()}
            )
            for peer, named in value.items()
        }
    )


def _check_number(value: object, at: str, expected: str) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        bad(at, f"expected {expected}, found {kind_of(value)}")
    if not _is_finite(value):
        bad(at, "the number is too large", "write null")


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def read_preferences(rows: object) -> tuple[Preference | BestWorst, ...]:
    """Comparisons of two peers, and choices of the best and the worst of several."""
    if not isinstance(rows, list):
        bad("preferences", f"expected a list, found {kind_of(rows)}")
    return tuple([_preference(row, f"preferences[{i}]") for i, row in enumerate(rows)])


def _preference(row: object, at: str) -> Preference | BestWorst:
    if not isinstance(row, dict):
        bad(at, f"expected an object with left, right and choice, found {kind_of(row)}")
    judge, name = read_name(row, "judge", at), read_name(row, "name", at)
    if "of" in row:
        if "choice" in row:
            bad(at, "expected left, right and choice, or of, best and worst; found both")
        of = row["of"]
        if not isinstance(of, list) or not all(isinstance(peer, str) and peer for peer in of):
            bad(f"{at}.of", "expected a list of peer ids")
        check_unique(((f"{at}.of[{k}]", peer) for k, peer in enumerate(of)), "peer")
        best, worst = read_name(row, "best", at), read_name(row, "worst", at)
        for key, peer in (("best", best), ("worst", worst)):
            if peer not in of:
                bad(f"{at}.{key}", f"{peer!r} is not one of the peers in `of`")
        if best == worst:
            bad(f"{at}.worst", "best and worst are the same peer")
        extra, order = rest(row, BEST_WORST_KEYS)
        return BestWorst(judge, name, tuple(of), best, worst, extra, order)
    left, right, choice = (read_name(row, key, at) for key in ("left", "right", "choice"))
    if left == right:
        bad(f"{at}.right", f"the peer {right!r} is compared with itself")
    if choice not in CHOICES:
        bad(f"{at}.choice", f"expected left, right or equal, found {choice!r}")
    extra, order = rest(row, PAIR_KEYS)
    return Preference(judge, name, left, right, CHOICES[choice], extra, order)


def read_covers(rows: object) -> tuple[JudgeCover, ...]:
    """Groupings of sentences by judges."""
    if not isinstance(rows, list):
        bad("covers", f"expected a list, found {kind_of(rows)}")
    covers = []
    for i, row in enumerate(rows):
        at = f"covers[{i}]"
        if not isinstance(row, dict):
            bad(at, f"expected an object with judge and clusters, found {kind_of(row)}")
        judge = read_name(row, "judge", at, "a name")
        clusters = row.get("clusters")
        if not isinstance(clusters, list):
            found = kind_of(clusters) if "clusters" in row else "none"
            bad(f"{at}.clusters", f"expected a list, found {found}")
        groups = tuple([_cluster(c, f"{at}.clusters[{j}]") for j, c in enumerate(clusters)])
        aside = read_ids(row["aside"], f"{at}.aside") if "aside" in row else ()
        check_unique(((f"{at}.aside[{k}]", item) for k, item in enumerate(aside)), "sentence")
        extra, order = rest(row, COVER_KEYS)
        covers.append(JudgeCover(judge, groups, aside, extra, order))
    return tuple(covers)


def _cluster(row: object, at: str) -> Cluster:
    if not isinstance(row, dict):
        bad(at, f"expected an object with items, found {kind_of(row)}")
    if "items" not in row:
        bad(f"{at}.items", "is missing; expected a list of sentence ids")
    items = read_ids(row["items"], f"{at}.items")
    check_unique(((f"{at}.items[{k}]", item) for k, item in enumerate(items)), "sentence")
    label, rank = row.get("label"), row.get("rank")
    if label is not None and not isinstance(label, str):
        bad(f"{at}.label", f"expected a string, found {kind_of(label)}")
    if rank is not None and (isinstance(rank, bool) or not isinstance(rank, int)):
        bad(f"{at}.rank", f"expected a whole number, found {kind_of(rank)}")
    extra, order = rest(row, CLUSTER_KEYS)
    return Cluster(items, label, rank, extra, order)

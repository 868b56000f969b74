"""Agreement between covers: every pair, by every measure, compared with chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sumscope.core.progress import Progress
from sumscope.core.seeds import check_seed

if TYPE_CHECKING:
    from sumscope.covers.agreement import Agreement


def agree(
    covers: Any,
    measures: Sequence[Any] | None = None,
    *,
    complete: str | None = None,
    items: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    baseline: int | None = None,
    seed: int = 0,
    edits: bool = False,
    random: str = "permuted",
    rules: bool = False,
    progress: Progress | None = None,
) -> Agreement:
    """Compare every two covers by every measure.

    `covers` is a list of two or more covers (paths, `Cover` values or lists of lists), or a corpus
    (a path, or topics) whose judges are compared topic by topic. A cover may be a judge's sheet
    (.csv with sentence, cluster, label and rank). Files given with a corpus (covers, sheets, the
    output of `links predict`, other corpora) are compared with its judges.

    - `measures`: names or measure values (default: every cover measure). A measure of partitions
      refuses overlapping covers. If it was not named explicitly, or if other topics remain, its
      row has a reason instead of a value.
    - `complete`: `singletons` or `bucket`, for items that a cover leaves out (default: both).
    - `items`: the items to compare over (default: the union of both covers, or all sentences of
      the topic).
    - `baseline`: number of random clusterings to compare each value with: `right` with its items
      permuted, or with `random="free"` any number of clusters of any size (default: 100 for up to
      2,000 items, otherwise 0). `seed` is their random seed.
    - `edits`: also give the edit script from one cover to the other.
    - `rules`: compare nothing; check each judge's clustering against the rules.

    >>> import sumscope
    >>> covers = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    >>> found = sumscope.agree(covers, ["rand", "omega"], baseline=0)
    >>> [(row.measure, round(row.value, 3)) for row in found.rows[:2]]
    [('rand', 0.333), ('omega', -0.5)]
    """
    from sumscope.covers.agreement import Agreement, compare_covers
    from sumscope.covers.reading import read_covers, topics_with_covers
    from sumscope.covers.rule_check import check_rules

    check_seed(seed)
    if rules:
        checks = check_rules(topics_with_covers(covers))
        return Agreement((), (), {"rules": True}, rules=checks)
    sets = read_covers(covers, names, items)
    return compare_covers(sets, measures, complete, baseline, seed, edits, progress, random)

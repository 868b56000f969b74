"""Agreement between covers, the steps from one to another, and the rules that judges keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sumscope.core.choices import Baseline, Completion
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.covers.agreement import Agreement
    from sumscope.covers.differences import Causes, EditScripts
    from sumscope.covers.rules import RuleChecks


def agree(
    covers: Any,
    measures: Sequence[Any] | None = None,
    *,
    complete: Completion | None = None,
    items: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    baseline: int | None = None,
    random: Baseline = "permuted",
    seed: int = 0,
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
      the topic); `names`: names of the covers.
    - `baseline`: number of random clusterings to compare each value with (default: 100 for up to
      2,000 items, otherwise 0); `random`: `permuted`, the second cover with its items permuted, or
      `free`, any number of clusters of any size; `seed`: their random seed.

    >>> import sumscope
    >>> covers = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    >>> found = sumscope.agree(covers, ["rand", "omega"], baseline=0)
    >>> [(row.measure, round(row.value, 3)) for row in found.rows[:2]]
    [('rand', 0.333), ('omega', -0.5)]
    """
    from sumscope.covers.agreement import compare_covers
    from sumscope.covers.reading import read_covers

    check_seed(seed)
    return compare_covers(
        read_covers(covers, names, items),
        measures,
        complete=complete,
        baseline=baseline,
        random=random,
        seed=seed,
        progress=progress,
    )


def edit_scripts(
    covers: Any, *, items: Sequence[str] | None = None, names: Sequence[str] | None = None
) -> EditScripts:
    """Find the shortest script from one cover to another, for every two of them.

    The arguments are those of `sumscope.agree`. Covers that overlap have a reason and no script.

    >>> import sumscope
    >>> covers = [["a", "b", "c"], ["d", "e"]], [["a", "b"], ["c", "d", "e"]]
    >>> sumscope.edit_scripts(covers).rows[0].script.steps
    1
    """
    from sumscope.covers.differences import scripts_between
    from sumscope.covers.reading import read_covers

    return scripts_between(read_covers(covers, names, items))


def disagreement_causes(covers: Any) -> Causes:
    """Count the causes of disagreement that judges recorded in a corpus.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> len(sumscope.disagreement_causes(DEMO).rows)
    0
    """
    from sumscope.covers.differences import causes_of
    from sumscope.covers.reading import read_covers

    return causes_of(read_covers(covers))


def check_rules(covers: Any) -> RuleChecks:
    """Check each judge's clustering of a corpus against the rules that judges keep.

    Sheets and other files of covers may be given with the corpus, as in `sumscope.agree`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> {row.judge for row in sumscope.check_rules(DEMO).rows} == {"j1", "j2"}
    True
    """
    from sumscope.covers.reading import topics_with_covers
    from sumscope.covers.rules import check_rules

    return check_rules(topics_with_covers(covers))

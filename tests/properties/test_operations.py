"""Operations of judges: the same in Python and in the page, and undone to nothing."""

from __future__ import annotations

import shutil

import pytest

from sumscope.workbench.operations import RefusedError, Session
from sumscope.workbench.tasks import TASKS

from .operation_runs import brief_of, in_javascript, in_python, runs


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_python_and_javascript_give_the_same_states() -> None:
    given = list(runs(2_500, seed=7))
    pairs = zip(given, in_javascript(given), strict=True)
    taken = 0
    for (task, ops), other in pairs:
        mine = in_python(task, ops)
        assert mine == other, (task, ops)
        taken += sum(mine["taken"])
    assert taken > 20_000  # the sequences do something


def test_undoing_everything_gives_the_empty_state_and_redoing_all_of_it_the_last() -> None:
    for task, ops in runs(500, seed=11):
        brief, _ = brief_of(task)
        session = Session(TASKS[task].state())
        for op in ops:
            try:
                session = session.apply(brief, op)
            except RefusedError:
                continue
        while session.future is not None:
            session = session.apply(brief, {"do": "redo"})
        last, steps = session.state, 0
        while session.past is not None:
            session = session.apply(brief, {"do": "undo"})
            steps += 1
        assert session.state == TASKS[task].state()
        with pytest.raises(RefusedError, match="nothing to undo"):
            session.apply(brief, {"do": "undo"})
        for _ in range(steps):
            session = session.apply(brief, {"do": "redo"})
        assert session.state == last
        with pytest.raises(RefusedError, match="nothing to redo"):
            session.apply(brief, {"do": "redo"})


def test_a_refused_operation_changes_nothing() -> None:
    for task, ops in runs(300, seed=13):
        brief, _ = brief_of(task)
        session = Session(TASKS[task].state())
        for op in ops:
            before = session.state.to_json()
            try:
                session = session.apply(brief, op)
            except RefusedError:
                assert session.state.to_json() == before


def test_every_sentence_has_one_place() -> None:
    for task, ops in runs(600, seed=17):
        if task != "cluster":
            continue
        state = in_python(task, ops)["state"]
        placed = [i for c in state["clusters"] for i in c["items"]] + state["aside"]
        assert len(placed) == len(set(placed))
        names = [c["id"] for c in state["clusters"]]
        assert len(names) == len(set(names))
        held = {*names, *brief_of(task)[0].documents}
        assert held.issuperset(state["notes"])

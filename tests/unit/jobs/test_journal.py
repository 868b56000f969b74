"""A journal gives back every whole chunk, whatever was cut off after it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sumscope.jobs.journal import Journal

HEADER = {"job": 1}
CHUNKS = [[["T1", "é"]], [], [[1.5, None]], ["\n"]]


def _written(path: Path) -> bytes:
    journal = Journal(path, HEADER)
    assert list(journal.open()) == []
    for chunk in CHUNKS:
        journal.append(chunk)
    journal.close()
    assert list(journal.chunks()) == CHUNKS
    return path.read_bytes()


@given(st.data())
def test_cut_anywhere_and_taken_up_again(tmp_path_factory, data) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("j") / "out.partial"
    whole = _written(path)
    first = whole.index(b"\n") + 1  # the header comes whole or not at all
    path.write_bytes(whole[: data.draw(st.integers(first, len(whole)))])
    again = Journal(path, HEADER)
    found = list(again.open())
    assert found == CHUNKS[: len(found)]
    for chunk in CHUNKS[len(found) :]:
        again.append(chunk)
    again.close()
    assert path.read_bytes() == whole


def test_garbage_in_the_middle_ends_what_is_trusted(tmp_path: Path) -> None:
    path = tmp_path / "out.partial"
    lines = _written(path).splitlines(keepends=True)
    lines[2] = lines[2].replace(b"[", b"{", 1)
    path.write_bytes(b"".join(lines))
    again = Journal(path, HEADER)
    assert list(again.open()) == CHUNKS[:1]
    again.close()


def test_another_jobs_journal_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "out.partial"
    _written(path)
    other = Journal(path, {"job": 2})
    assert list(other.open()) == []
    assert other.begun_anew
    other.remove()
    assert not path.exists()

"""Studies that a server shows: of a folder as it is, of a corpus made when asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.corpus.stream import Source
from sumscope.studies import study
from sumscope.studies.live_study import LiveStudies, is_study
from sumscope.studies.settings import Request

HOSTILE = "</script><script>alert(1)</script>"


def write(path: Path, words: str = "ferry") -> Path:
    topics = [
        {
            "id": f"{n}{HOSTILE}",
            "lang": "en",
            "documents": [{"id": "d", "sentences": [f"The {words} sank.", "It was night."]}],
            "references": [{"id": "A", "text": f"The {words} sank at night."}],
            "peers": [{"id": p, "text": f"A {words} sank {p}."} for p in ("one", "two")],
        }
        for n in (1, 2)
    ]
    path.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("live")
    sumscope.study(write(folder / "c.jsonl"), folder / "out", ["rouge-1"], resamples=100)
    return folder / "out"


def test_the_report_of_a_folder_brings_data_and_no_script_of_its_own(
    made: Path, tmp_path: Path
) -> None:
    live = LiveStudies({"out": str(made)}, {})
    assert live.listed() == [{"name": "out", "kind": "study"}]
    page = live.read("out", "")
    assert page is not None
    text = page.content.decode()
    assert page.kind.startswith("text/html")
    assert text.count("<script") == text.count('<script type="application/json"') + 1
    assert '<script type="module" src="/pages/report/study.js"></script>' in text
    assert "<style" not in text
    assert "Study of c.jsonl" in text
    topic = live.read("out", "topics/00001.html")
    assert topic is not None
    assert 'src="/pages/report/topic.js"' in topic.content.decode()
    assert HOSTILE not in topic.content.decode()
    table = live.read("out", "tables/leaderboard.csv")
    assert table is not None
    assert table.kind.startswith("text/csv")


@pytest.mark.parametrize("name", ["../c.jsonl", "tables/none.csv", "/etc/hostname", "x.html", "."])
def test_other_files_are_not_there(made: Path, name: str) -> None:
    assert LiveStudies({"out": str(made)}, {}).read("out", name) is None
    assert LiveStudies({"out": str(made)}, {}).read("other", "") is None


def test_a_page_that_was_changed_gives_no_script(made: Path, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "out"
    shutil.copytree(made, folder)
    page = folder / "index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("<body>", "<body><script>evil()</script>"), encoding="utf-8")
    shown = LiveStudies({"out": str(folder)}, {}).read("out", "")
    assert shown is not None
    assert b"evil" not in shown.content
    page.write_text("<html>nothing</html>", encoding="utf-8")
    with pytest.raises(SumscopeError, match="is not a page of a study"):
        LiveStudies({"out": str(folder)}, {}).read("out", "")
    other = text.replace('"version":"', '"version":"0.0.', 1)
    page.write_text(other, encoding="utf-8")
    with pytest.raises(SumscopeError, match=r"was made by sumscope 0\.0"):
        LiveStudies({"out": str(folder)}, {}).read("out", "")
    assert is_study(str(folder))
    assert not is_study(str(tmp_path))


def test_the_report_of_a_corpus_is_made_when_asked_and_again_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, corpora = study.make_study, []

    def quick(source: Source, out: Path, request: Request, progress: Progress) -> object:
        corpora.append(source.paths[0].read_text(encoding="utf-8"))
        return real(source, out, Request(("rouge-1",), resamples=100), progress=progress)

    monkeypatch.setattr(study, "make_study", quick)
    corpus = write(tmp_path / "c.jsonl")
    live = LiveStudies({}, {"c.jsonl": str(corpus)})

    def finished() -> None:
        thread = live._corpora["c.jsonl"]._thread
        assert thread is not None
        thread.join()

    assert corpora == []
    first = live.read("c.jsonl", "")
    assert first is not None
    assert not first.ready
    assert b'http-equiv="refresh"' in first.content
    finished()
    page = live.read("c.jsonl", "")
    assert page is not None
    assert page.ready
    assert live.read("c.jsonl", "") == page
    write(corpus, "boat")
    live.read("c.jsonl", "")
    finished()
    page = live.read("c.jsonl", "")
    assert page is not None
    assert b"boat" in page.content
    assert len(corpora) == 2
    corpus.write_text("{}\n", encoding="utf-8")
    live.read("c.jsonl", "")
    finished()
    failed = live.read("c.jsonl", "")
    assert failed is not None
    assert b"The report cannot be made" in failed.content
    assert b"refresh" not in failed.content
    corpus.unlink()
    failed = live.read("c.jsonl", "")
    assert failed is not None
    assert b"cannot be read" in failed.content
    folder = live._corpora["c.jsonl"].folder
    live.close()
    assert not folder.exists()

"""The commands and code of every page run as they stand; links lead somewhere."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.M | re.S)
MARKDOWN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [
    str(page.relative_to(ROOT))
    for page in MARKDOWN
    if BLOCK.search(page.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def prepared(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that pages speak of."""
    import sumscope
    from sumscope.corpus.jsonl import read_corpus, write_corpus
    from sumscope.corpus.scores import write_scores

    folder = tmp_path_factory.mktemp("docs")
    corpus = demo_folder / "corpus.jsonl"
    shutil.copy(corpus, folder / "corpus.jsonl")
    write_corpus(folder / "corpus.jsonl.gz", read_corpus(corpus))
    english = (topic for topic in read_corpus(corpus) if topic.lang == "en")
    write_corpus(folder / "train.jsonl", english)

    table = sumscope.score(corpus, ["rouge-1", "rouge-2"])
    write_scores(folder / "scores.csv", table.rows, table.meta)
    # Six groups of five nodes, each tied to the next.
    links = [(5 * g + i, 5 * g + j) for g in range(6) for i in range(5) for j in range(i)]
    links += [(5 * g + 4, 5 * g + 5) for g in range(5)]
    lines = "".join(f"n{u}\tn{v}\n" for u, v in links)
    (folder / "links.tsv").write_text(lines, encoding="utf-8")
    (folder / "judge1.json").write_text('[["a", "b"], ["c", "d"]]', encoding="utf-8")
    (folder / "judge2.json").write_text('[["a", "b", "c"], ["d"]]', encoding="utf-8")
    (folder / "judge2.tsv").write_text("a\t1\nb\t1\nc\t1\nd\t2\n", encoding="utf-8")
    return folder


def test_the_main_pages_have_examples() -> None:
    assert {"README.md", "docs/how-to/example.md", "docs/how-to/study.md"} <= set(PAGES)


@pytest.mark.xdist_group("demo")  # one process makes the example that all of these look at
@pytest.mark.usefixtures("own_registries")
@pytest.mark.parametrize(
    "page",
    [  # the README makes a study of the demo, too
        pytest.param(page, marks=[pytest.mark.all_only] if page.endswith("how-to/study.md") else [])
        for page in PAGES
    ],
)
def test_examples_run(
    cli: Any,
    demo_folder: Path,
    prepared: Path,
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sumscope

    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    begins = "sumscope demo" in blocks[0][1]  # such a page needs nothing but the demo
    for path in prepared.iterdir():
        if path.is_file() and not begins:
            shutil.copy(path, tmp_path)
    known: dict[str, Any] = {"sumscope": sumscope}
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, page, "exec"), known)
            continue
        for line in filter(None, block.splitlines()):
            words = shlex.split(line)
            assert words[0] == "sumscope"
            if words[1:] == ["demo"]:
                shutil.copytree(demo_folder, "sumscope-demo", dirs_exist_ok=True)
                continue
            done = cli(*words[1:])
            assert done.status == 0, (line, done.err)
            assert done.out or "-o" in words


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_what_an_install_leaves_out_is_named_before_it_is_used(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.search(r"pip install 'sumscope\[([\w,]+)\]'", text)
    assert named is not None
    for kind, block in BLOCK.findall(text):
        for extra in re.findall(r"\.to_(pandas|polars)\(", block):
            assert kind == "python"
            assert {extra, "all"} & set(named[1].split(","))
            assert named.start() < text.index(block)
    # These need more than `pip install sumscope`, each another part.
    more = re.search(r"^(?:\$ )?sumscope (?:demo|study|meta|judges|serve)\b", text, re.M)
    assert more is not None
    assert (named[1], named.start() < more.start()) == ("all", True)


def test_links_lead_somewhere() -> None:
    for page in MARKDOWN:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"

"""The commands and code of every page run as they stand; links lead somewhere; the site is made."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
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
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that pages speak of, and the demo made once for all of them."""
    import sumscope
    from sumscope.cli.shell import run
    from sumscope.corpus.jsonl import read_corpus, write_corpus
    from sumscope.corpus.scores import write_scores

    folder = tmp_path_factory.mktemp("docs")
    assert run(["demo", "-o", str(folder / "sumscope-demo")]) == 0
    corpus = folder / "sumscope-demo/corpus.jsonl"
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


@pytest.mark.usefixtures("own_registries")
@pytest.mark.parametrize("page", PAGES)
def test_examples_run(
    cli: Any, prepared: Path, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
                shutil.copytree(prepared / "sumscope-demo", "sumscope-demo", dirs_exist_ok=True)
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


def test_the_site_is_whole(tmp_path: Path) -> None:
    script = ROOT / "scripts/make_site.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, timeout=120)
    pages = sorted(tmp_path.rglob("*.html"))
    pages.remove(tmp_path / "components.html")  # made by make_gallery.py, and tested there
    assert len(pages) == len(MARKDOWN) + 4  # CHANGELOG, CONTRIBUTING, SECURITY, CODE_OF_CONDUCT
    names = {page: set(re.findall(r' id="([^"]+)"', page.read_text("utf-8"))) for page in pages}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        (script,) = re.findall(r"<script\b.*?</script>", text, re.S)
        assert re.fullmatch(r'<script defer src="(?:\.\./)*site\.js"></script>', script)
        assert text.count("<h1") == 1, page
        menu = re.findall(r'<a href="([^"]+)" aria-current="page"', text)
        assert [(page.parent / link).resolve() for link in menu] == [page]
        # Examples may name addresses; nothing of the page itself asks for one.
        assert not re.search(r'(?:src|href)="https?:', re.sub(r"<a href=", "", text)), page
        for target, part in re.findall(r'(?:href|src)="([^"#:]*)(?:#([^"]*))?"', text):
            goal = (page.parent / target).resolve() if target else page
            assert goal.exists(), f"{page.relative_to(tmp_path)}: {target}"
            if part and goal in names:
                assert part in names[goal], f"{page.relative_to(tmp_path)}: {target}#{part}"
    index = (tmp_path / "search-index.js").read_text(encoding="utf-8")
    sections = json.loads(index.removeprefix("window.searchIndex = ").rstrip().rstrip(";"))
    for place, title, heading, _ in sections:
        target, _, part = place.partition("#")
        assert part in names[tmp_path / target], place
        assert title
        assert heading
    assert {"sumscope score", "rouge-2"} <= {
        word for _, _, h, _ in sections for word in h.split(", ")
    }

"""The commands and code of README and tutorial run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/tutorial.md", "docs/how-to/study.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(cli: Any, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```", text, re.M | re.S)
    assert blocks
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, page, "exec"), {})
            continue
        for line in filter(None, block.splitlines()):
            words = shlex.split(line)
            assert words[0] == "sumscope"
            done = cli(*words[1:])
            assert done.status == 0, (line, done.err)
            assert done.out or "-o" in words


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"

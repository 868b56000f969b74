"""One file of a page: the bundler and the content policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.report.bundle import bundle, json_block, pages, single_page


def write(folder: Path, **modules: str) -> dict[str, Path]:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return {"a": folder}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_bundle_does_what_the_modules_do(tmp_path: Path) -> None:
    roots = write(
        tmp_path,
        low="let made = 0;\nexport function next() { made += 1; return made; }\n"
        "export const base = 10;\n",
        mid='import { next as step, base } from "./low.js";\n'
        "export class Counter {\n  go() { return base + step(); }\n}\n",
        top='import {\n  Counter,\n} from "./mid.js";\nimport { next } from "./low.js";\n'
        "next();\nconsole.log(new Counter().go());\n",
    )
    script = bundle("a/top.js", roots)
    said = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout
    assert said == "12\n"  # one `low` for both importers: 10 + the second call


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import low from "./low.js";', "cannot bundle"),
        ('import { a } from "package";', "cannot bundle the import of 'package'"),
        ("export default 3;", "cannot bundle"),
        ('const x = await import("./low.js");', "cannot bundle"),
        ('import { a } from "./top.js";', "import each other"),
        ('const end = "</script>";', "'</script'"),
        ('import { a } from "../other/x.js";', "no page module"),
    ],
)
def test_what_cannot_be_bundled_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SumscopeError, match=re.escape(words)):
        bundle("a/top.js", write(tmp_path, top=text, low=""))


def test_policy_names_the_hashes_of_what_the_page_holds() -> None:
    page = single_page(
        title="<T>", script="let a = 1;", style="b{}", data={"x": "</script>\u2028<!--"}
    )
    policy = unescape(re.findall(r'Policy" content="([^"]*)"', page)[0])
    for text, name in (("let a = 1;", "script-src"), ("b{}", "style-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.count("</script") == 2
    assert "<title>&lt;T&gt;</title>" in page


def test_json_in_a_page_comes_back_as_it_was() -> None:
    value = {"text": "</script><!--\u2028\u2029&amp; 'ü' \U0001f600", "n": [1, 2.5, None, True]}
    assert json.loads(json_block(value)) == value
    assert "<" not in json_block(value)


def test_modules_keep_to_what_the_policy_allows() -> None:
    """No markup is parsed, nothing is evaluated, nothing outside is asked for."""
    banned = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?://(?!www\.w3\.org/2000/svg)|setAttribute\(.style"
    )
    modules = list(Path(str(pages())).rglob("*.js"))
    assert len(modules) > 75
    assert [p.name for p in modules if banned.search(p.read_text("utf-8"))] == []


def test_every_module_finds_what_it_imports() -> None:
    folder = Path(str(pages()))
    for module in folder.rglob("*.js"):
        bundle(module.relative_to(folder).as_posix())


def test_pages_hold_no_script_and_no_style_of_their_own() -> None:
    for page in Path(str(pages())).rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]* src=)", text), page.name
        assert not re.search(r"(?:src|href)=\"(?!/)", text), page.name

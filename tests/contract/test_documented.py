"""Everything that has a name is documented: options, measures, formats, functions."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import click
from walk import COMMANDS

import sumscope
from sumscope.community import METHODS
from sumscope.core.measure import registered as measures
from sumscope.corpus.formats import FORMATS
from sumscope.linking.kinds import LINK_MODELS
from sumscope.summarizers import SUMMARIZERS

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs/reference"
MADE = ("commands.md", "measures.md", "names.md", "python.md")


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def test_reference_pages_are_up_to_date() -> None:
    # In a process of its own: other tests register measures and methods of theirs.
    words = [sys.executable, str(ROOT / "scripts/make_reference.py"), "--check"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def ours(kind: type) -> bool:
    return kind.__module__.startswith("sumscope.")


def test_every_option_of_every_command() -> None:
    assert len(COMMANDS) > 25
    for path, command in COMMANDS:
        assert f"(commands/{path[0]}.md)" in page("commands.md")
        text = page(f"commands/{path[0]}.md")
        part = text.partition(f"# sumscope {' '.join(path)}\n")[2].partition("\n## ")[0]
        assert part, path
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden:
                assert all(spelling in part for spelling in param.opts), (path, param.opts)


def test_every_name_of_a_registry() -> None:
    names, text = page("names.md"), page("measures.md")
    listed = [*FORMATS.names(), *LINK_MODELS.names()]
    listed += [
        name for name, one in METHODS.all().items() if one.find.__module__[:9] == "sumscope."
    ]
    listed += [cls.traits.template for cls in SUMMARIZERS.all().values() if ours(cls)]
    assert [name for name in listed if f"`{name}`" not in names] == []
    for cls in filter(ours, measures()):
        assert f"## {', '.join(cls.traits.names)}\n" in text


def test_every_public_name() -> None:
    text = page("python.md")
    for name in sumscope.__all__:
        if name == "__version__":
            assert "`sumscope.__version__`" in text
            continue
        # The site has a page for each, made from its docstring (tests/browser/test_site.py).
        found = getattr(sumscope, name)
        assert inspect.getdoc(found), name
        for inner in found.__all__ if inspect.ismodule(found) else [""]:
            assert f"\n   {name}{'.' * bool(inner)}{inner}\n" in text, (name, inner)


def test_every_command_is_in_a_page_written_by_hand() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "\n".join(
        p.read_text(encoding="utf-8")
        for p in pages
        if p.name not in MADE and p.parent.name != "commands"
    )
    assert [p for p, _ in COMMANDS if f"sumscope {' '.join(p)}" not in text] == []


def test_readme_leads_to_every_page() -> None:
    # Directly, or through a page that it leads to.
    pages = {p.resolve(): p.read_text(encoding="utf-8") for p in (ROOT / "docs").rglob("*.md")}
    readme = ROOT / "README.md"
    reached, todo = {readme}, [(readme, readme.read_text(encoding="utf-8"))]
    while todo:
        here, text = todo.pop()
        for link in {part.partition(")")[0] for part in text.split("](")[1:]}:
            goal = (here.parent / link.partition("#")[0]).resolve()
            inside = [p for p in pages if goal in (p, p.parent)] if goal != ROOT else []
            for one in inside:
                if one not in reached and (one == goal or goal.is_dir()):
                    reached.add(one)
                    todo.append((one, pages[one]))
    assert sorted(str(p.relative_to(ROOT)) for p in pages if p not in reached) == []

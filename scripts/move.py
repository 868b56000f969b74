"""Rewrite a dotted name after a `git mv`.

    python scripts/move.py sumscope.run.engine sumscope.jobs.engine

The names may be those of a package, a module, or something in a module. Every mention in the
source, tests, documentation, benchmarks and `pyproject.toml` is rewritten: imports, names in
strings, and paths such as `run/engine.py`. Nothing is moved and nothing else is changed;
`make format` sorts the imports afterwards.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = ("src", "tests", "docs", "benchmarks", "scripts", "examples", "train", "paper")
FILES = ("pyproject.toml", "CMakeLists.txt", "CONTRIBUTING.md", "README.md", "Makefile")
KINDS = {".py", ".pyi", ".md", ".toml", ".txt", ".json", ".js", ".cpp", ".h", ""}


def tracked() -> list[Path]:
    """Every text file that may hold the name, new files that are not ignored included."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PLACES, *FILES]
    listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = sorted({ROOT / line for line in listed.splitlines()})
    return [p for p in paths if p.suffix in KINDS and p.is_file() and p != Path(__file__)]


def imported_from_parent(text: str, old: str, new: str) -> str:
    """Rewrite `from sumscope.run import engine`, which does not spell the dotted name."""
    parent, _, leaf = old.rpartition(".")
    new_parent, _, new_leaf = new.rpartition(".")
    lines = text.splitlines(keepends=True)
    nodes = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        and node.module == parent
        and any(alias.name == leaf for alias in node.names)
    ]
    for node in sorted(nodes, key=lambda node: -node.lineno):
        indent = " " * node.col_offset
        stay = [alias for alias in node.names if alias.name != leaf]
        moved = next(alias for alias in node.names if alias.name == leaf)
        called = moved.asname or leaf
        written = (
            new_leaf if called == new_leaf and moved.asname is None else f"{new_leaf} as {called}"
        )
        made = f"{indent}from {new_parent} import {written}\n"
        if stay:
            kept = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in stay)
            made = f"{indent}from {parent} import {kept}\n" + made
        lines[node.lineno - 1 : node.end_lineno] = [made]
    return "".join(lines)


def rewritten(path: Path, old: str, new: str) -> str:
    """The text of a file with the new name."""
    text = path.read_text(encoding="utf-8")
    leaf = old.rpartition(".")[2]
    if path.suffix in (".py", ".pyi") and leaf in text:
        text = imported_from_parent(text, old, new)
    text = re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, text)
    short, new_short = old.partition(".")[2], new.partition(".")[2]
    if path.suffix == ".md":  # architecture.md leaves `sumscope.` out
        text = re.sub(rf"(?<![\w./]){re.escape(short)}(?=[.\s`,;)])(?!\.md)", new_short, text)
    slashes, new_slashes = short.replace(".", "/"), new_short.replace(".", "/")
    return re.sub(rf"(?<![\w.]){re.escape(slashes)}(?=/|\.(?:py|pyi|cpp|h)\b)", new_slashes, text)


def main() -> None:
    """Rewrite and name the files that changed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", help="such as sumscope.run.engine")
    parser.add_argument("new", help="such as sumscope.jobs.engine")
    given = parser.parse_args()
    if "." not in given.old or "." not in given.new:
        parser.error("give full names that begin with the package, such as sumscope.run.engine")
    for path in tracked():
        try:
            before = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        after = rewritten(path, given.old, given.new)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()

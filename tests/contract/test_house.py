"""The layout that docs/architecture.md promises, and the public face of the package."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sumscope
from sumscope.core import choices

SRC = Path(sumscope.__file__).parent


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SRC.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def room(dotted: str) -> str:
    """The package that owns a private module: everything before its first private part."""
    parts = dotted.split(".")
    private = next(i for i, part in enumerate(parts) if part.startswith("_"))
    return ".".join(parts[:private])


def test_no_private_module_is_imported_from_another_room() -> None:
    bad = []
    for path, tree in modules():
        inside = ".".join(["sumscope", *path.relative_to(SRC).with_suffix("").parts])
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(
                "sumscope"
            ):
                continue
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in [str(node.module), *names]:
                private = any(part.startswith("_") for part in name.split(".")[1:])
                if private and "__version__" not in name and "_version" not in name:
                    owner = room(name)
                    if not inside.startswith(owner + ".") and inside != owner + ".__init__":
                        bad.append(f"{inside} imports {name}")
    assert not bad


def test_every_room_says_what_it_holds() -> None:
    rooms = [path for path in SRC.iterdir() if (path / "__init__.py").exists()]
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    for path in rooms:
        assert importlib.import_module(f"sumscope.{path.name}").__doc__, path.name
        assert f"  {path.name}/" in page or path.name == "data", path.name


def test_no_room_has_the_name_of_a_public_function() -> None:
    """`sumscope.rouge` would be the package of that name once it is imported, not the function."""
    inside = {path.stem for path in SRC.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert inside & (set(sumscope.__all__) - {"__version__"}) == set()


# Namespaces of several functions, such as `sumscope.links.fit`: they import what they name.
NAMESPACES = {"gold.py", "links.py"}


def test_app_imports_only_core_at_the_top_of_a_file() -> None:
    """`import sumscope` and `--help` stay fast; what a function needs it imports itself."""
    wrong = [
        f"{path.name} imports {node.module}"
        for path, tree in modules()
        if path.parent.name == "app" and path.name not in NAMESPACES
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").partition(".")[0] == "sumscope"
        and not re.match(r"sumscope\.(core|app)\b", str(node.module))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", sumscope.__all__)
def test_every_public_name_is_there(name: str) -> None:
    found = getattr(sumscope, name)
    if name != "__version__":
        assert inspect.getdoc(found), f"{name} has no docstring"


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((SRC / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        alias.asname: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == sumscope._HOME
    assert (SRC / "py.typed").exists()
    assert dir(sumscope) == sorted(sumscope.__all__)


def test_the_paths_in_the_architecture_are_those_of_the_code() -> None:
    """Every dotted name at the beginning of a line of a path is a module or something in one."""
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = [block for block in page.split("```")[1::2] if "gives back" in block]
    assert len(paths) == 4
    for name in re.findall(r"(?m)^ *([a-z_]+\.[\w.]+)", "\n".join(paths)):
        parts = ["sumscope", *name.split(".")]
        try:
            importlib.import_module(".".join(parts))
        except ModuleNotFoundError:
            owner = importlib.import_module(".".join(parts[:-1]))
            assert hasattr(owner, parts[-1]), name


def test_the_ways_in_the_architecture_are_those_of_the_code() -> None:
    """What `scripts/trace.py --write` wrote: every function is still where the page says."""
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, ways = page.partition("## The ways, as they run")
    shown = re.findall(r"(?m)^ *([\w.<>]+)  \(([\w/]+\.py)\)$", ways)
    assert len(shown) > 200
    for name, file in shown:
        code = (SRC / file).read_text(encoding="utf-8")
        function = name.rpartition(".")[2]
        assert re.search(rf"\bdef {function}\b", code) or re.search(
            rf"(?m)^class {name.partition('.')[0]}\b", code
        ), f"{name} in {file}: run scripts/trace.py --write"


def test_choices_are_listed_once() -> None:
    """Commands take the words of an option from the type that the library function has."""
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Choice"):
                listed = [arg for arg in node.args if isinstance(arg, ast.List | ast.Tuple)]
                assert not listed, f"{path}:{node.lineno}: use values(...) of core.choices"


@pytest.mark.parametrize("name", [n for n in sumscope.__all__ if n != "__version__"])
def test_docstrings_name_every_choice(name: str) -> None:
    found = getattr(sumscope, name)
    if not inspect.isfunction(found):
        return
    said = (found.__doc__ or "") + (getattr(sumscope, name.removesuffix("_file")).__doc__ or "")
    for parameter in inspect.signature(found).parameters.values():
        kind = getattr(choices, str(parameter.annotation).partition(" |")[0], None)
        for word in choices.values(kind):
            assert re.search(rf"\b{word}\b", said), (parameter.name, word)

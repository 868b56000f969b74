"""The layout that docs/architecture.md promises, and the public face of the package."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sumscope
from sumscope.core import choices
from sumscope.data import DEMO

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


def test_app_holds_thin_functions_only() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in (SRC / "app").glob("*.py"))
    assert lines < 2500


def test_few_values_are_any() -> None:
    """Plain values have types: half of the 517 `Any` and 167 `dict[str, Any]` there once were."""
    names = [node for _, tree in modules() for node in ast.walk(tree)]
    loose = [node for node in names if isinstance(node, ast.Name) and node.id == "Any"]
    dicts = [
        node
        for node in names
        if isinstance(node, ast.Subscript) and ast.unparse(node) == "dict[str, Any]"
    ]
    assert len(loose) <= 258
    assert len(dicts) <= 83


def test_long_files_have_a_reason() -> None:
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.split("| file | why it is one file |")[1]
    listed = set(re.findall(r"`([\w/]+\.\w+)`", table))
    kinds = (".py", ".js", ".cpp", ".h", ".css")
    long = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*")
        if path.suffix in kinds and len(path.read_text(encoding="utf-8").splitlines()) > 400
    }
    assert long <= listed, "split them, or say why not in docs/architecture.md"
    assert all((SRC / name).exists() for name in listed)


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


def test_a_command_is_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file in app and one in cli/commands, as CONTRIBUTING.md says; nothing else is edited."""
    import sumscope.app
    import sumscope.cli.commands
    from sumscope.cli.shell import run

    page = (SRC.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for package in (sumscope.app, sumscope.cli.commands):
        folder = tmp_path / package.__name__
        folder.mkdir()
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        example = page.split(f"<!-- {package.__name__} -->\n```python\n")[1].split("```")[0]
        (folder / "count.py").write_text(example, encoding="utf-8")
    importlib.invalidate_caches()
    assert sumscope.count([{"id": "t1"}]) == 1  # type: ignore[attr-defined]
    assert run(["count", str(DEMO)]) == 0
    assert capsys.readouterr().out == f"{len(DEMO.read_bytes().splitlines())}\n"
    assert run(["--help"]) == 0
    assert "Count the topics of CORPUS." in capsys.readouterr().out
    for package in (sumscope.app, sumscope.cli.commands):
        monkeypatch.delitem(sys.modules, f"{package.__name__}.count")
        delattr(package, "count")

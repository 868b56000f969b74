"""Stub, compiled kernel and twin offer the same names and signatures."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import sumscope.kernels
from sumscope import kernels

FOLDER = Path(sumscope.kernels.__file__).parent
Signature = tuple[list[tuple[str, str, str | None]], str]


def test_every_kernel_has_a_twin_and_a_stub():
    sources = {path.stem for path in (FOLDER / "cpp").glob("*.cpp")}
    stubs = {path.stem.removeprefix("_") for path in FOLDER.glob("_*.pyi")}
    twins = {path.stem for path in (FOLDER / "python").glob("[!_]*")}
    assert sources == stubs == twins == set(kernels.KERNELS)


@pytest.mark.parametrize("name", kernels.KERNELS)
def test_twin_matches_the_stub(name):
    twin = importlib.import_module(f"sumscope.kernels.python.{name}")
    stub = of_source((FOLDER / f"_{name}.pyi").read_text())
    assert sorted(twin.__all__) == sorted({full.partition(".")[0] for full in stub})
    said: dict[str, Signature] = {}
    for public in twin.__all__:  # where it was written: a twin may be made of several files
        module = inspect.getmodule(getattr(twin, public))
        said |= {
            full: signature
            for full, signature in of_source(inspect.getsource(module)).items()
            if full.partition(".")[0] == public
        }
    assert {full: said.get(full) for full in stub} == stub


@pytest.mark.parametrize("name", kernels.KERNELS)
def test_compiled_kernel_matches_the_stub(name):
    if not kernels.compiled(name):
        pytest.skip("only the twin is installed")
    module = kernels.load(name)
    stub = of_source((FOLDER / f"_{name}.pyi").read_text())
    public = {made for made in dir(module) if not made.startswith("_")}
    assert public == {full.partition(".")[0] for full in stub}
    for full, (parameters, _) in stub.items():
        owner, _, method = full.rpartition(".")
        found = getattr(getattr(module, owner) if owner else module, method)
        if method == "__len__":  # a slot of the type
            continue
        ((text, _, defaults),) = found.__nb_signature__
        for at, default in enumerate(defaults or ()):
            text = text.replace(f"\\{at}", repr(default))
        made = ast.parse(f"{clean(text)}: ...").body[0]
        assert isinstance(made, ast.FunctionDef)
        compiled = [(n, d) for n, _, d in signature(made)[0]]
        assert compiled == [(n, d) for n, _, d in parameters], full


def clean(text: str) -> str:
    """A signature of nanobind without its types, which are not all Python."""
    head, _, rest = text.partition("(")
    names, depth, skip = "", 1, False
    for c in rest:
        depth += (c in "([") - (c in ")]")
        if depth == 0:
            break
        if depth == 1 and c == ":":
            skip = True
        elif depth == 1 and c in ",=":
            skip = False
        names += "" if skip else c
    return f"{head}({names})"


def of_source(text: str) -> dict[str, Signature]:
    """Public functions and methods of a stub or module."""
    found: dict[str, Signature] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found[node.name] = signature(node)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not private(inner.name):
                    found[f"{node.name}.{inner.name}"] = signature(inner)
    return found


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def signature(node: ast.FunctionDef) -> Signature:
    """(name, annotation, default) of each parameter, and the type returned."""
    arguments = node.args.args
    given = [None] * (len(arguments) - len(node.args.defaults))
    defaults = [*given, *(ast.unparse(default) for default in node.args.defaults)]
    parameters = [
        (argument.arg, ast.unparse(argument.annotation) if argument.annotation else "", default)
        for argument, default in zip(arguments, defaults, strict=True)
    ]
    return parameters, ast.unparse(node.returns) if node.returns else ""

"""Write pages of docs/reference from `--help`, the registries and the docstrings.

commands.md, measures.md, names.md (methods, summarizers, formats, models, papers), python.md.

A test runs this with --check, so the pages cannot fall behind the code.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import sys
import textwrap
from pathlib import Path

import click

from sumscope.app.measures import measures
from sumscope.cli.shell import sumscope

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
MADE = "<!-- made by scripts/make_reference.py: do not edit -->\n\n"


def commands_page() -> str:
    """Every command's help, as a terminal of 100 columns shows it."""
    out = [MADE + "# Commands\n"]

    def walk(command: click.Command, path: str, parent: click.Context | None) -> None:
        context = click.Context(
            command,
            info_name=path.rpartition(" ")[2],
            parent=parent,
            help_option_names=["-h", "--help"],
        )
        context.terminal_width = context.max_content_width = 100
        out.append(f"## {path}\n\n```text\n{command.get_help(context).strip()}\n```\n")
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                if found is not None and not found.hidden:
                    walk(found, f"{path} {name}", context)

    walk(sumscope, "sumscope", None)
    return "\n".join(out)


def measures_page() -> str:
    """Every measure as it declares itself."""
    out = [
        MADE + "# Measures\n",
        "Parameters go in parentheses: `rouge-2(stem=false,report=f)`. `sumscope measures NAME` "
        "prints the same.\n",
    ]
    for info in measures():
        traits = info.traits
        out.append(f"## {', '.join(info.names)}\n\n{info.description}\n")
        lines = [
            f"- needs: {', '.join(traits.needs)}",
            f"- range: {traits.low:g} to {traits.high:g}, {traits.better} is better",
            f"- paper: {traits.cite}",
        ]
        if traits.symmetric is not None:
            order = "symmetric" if traits.symmetric else "not symmetric"
            lines.insert(
                2, f"- {order}; left is the standard (C), right is evaluated against it (L)"
            )
        out.append("\n".join(lines) + "\n")
        if info.parameters:
            out.append("| parameter | values | default | where |\n| --- | --- | --- | --- |")
            for p in info.parameters:
                values = p["values"].replace("|", "\\|")
                out.append(f"| `{p['name']}` | {values} | {p['default']} | {p['where']} |")
            out[-1] += "\n"
    return "\n".join(out)


def names_page() -> str:
    """Everything else that is chosen by name, as it declares itself."""
    from sumscope.app.reproduce import papers
    from sumscope.community import METHODS
    from sumscope.core.parameters import parameters, write_value
    from sumscope.corpus.formats import FORMATS
    from sumscope.linking.kinds import DEFAULT, LINK_MODELS
    from sumscope.summarizers import SUMMARIZERS

    out = [MADE + "# Methods, summarizers, formats, models and papers\n"]
    out.append("Other packages can [add their own](../how-to/extend.md).\n")
    out.append("## Community detection methods\n")
    out.append("For `--by` of `detect`, `links predict` and `links evaluate`.\n")
    out.append("| name | what | overlapping | weights | paper |\n| --- | --- | --- | --- | --- |")
    for one in METHODS.all().values():
        cells = (one.summary, "yes" if one.overlapping else "no", "yes" if one.weights else "no")
        out.append(f"| `{one.name}` | {' | '.join(cells)} | {one.cite} |")
    out.append("\n## Summarizers\n\nFor `summarize --by`; parameters go in parentheses.\n")
    out.append("| name | what | parameters | paper |\n| --- | --- | --- | --- |")
    for cls in SUMMARIZERS.all().values():
        about = cls.traits
        given = ", ".join(f"`{p.name}={write_value(p.default)}`" for p in parameters(cls)) or "-"
        out.append(f"| `{about.template}` | {about.summary} | {given} | {about.cite} |")
    out.append("\n## Corpus formats\n\nFor `convert --from`.\n")
    for name in FORMATS.names():
        out.append(f"### `{name}`\n\n{_prose(inspect.cleandoc(FORMATS.get(name).__doc__ or ''))}\n")
    out.append(f"## Link models\n\nFor `links fit --kind`; the default is `{DEFAULT}`.\n")
    for name, module in LINK_MODELS.all().items():
        first = (module.__doc__ or "").strip()
        out.append(f"- `{name}`: {first.partition(chr(10))[0]}")
    out.append("\n## Papers\n\nFor `reproduce`.\n")
    for name in papers():
        first = (importlib.import_module(f"sumscope.papers.{name}").__doc__ or "").strip()
        out.append(f"- `{name}`: {first.partition(chr(10))[0]}")
    return "\n".join(out) + "\n"


def python_page() -> str:
    """Every public name of the package with its arguments and docstring."""
    import sumscope as package

    out = [MADE + "# Python\n"]
    out.append(
        "Everything below is imported from `sumscope`, with types. Each command is the function of "
        "the same name, and each option an argument (`--limit` is `limit=`, also in error "
        "messages). Bad input raises `sumscope.SumscopeError`.\n"
    )
    names = [name for name in package.__all__ if name != "__version__"]
    groups = {
        "Functions": [n for n in names if inspect.isfunction(getattr(package, n))],
        "Modules": [n for n in names if inspect.ismodule(getattr(package, n))],
        "Values": [n for n in names if inspect.isclass(getattr(package, n))],
    }
    for title, members in groups.items():
        out.append(f"## {title}\n")
        for name in sorted(members, key=str.lower):
            found = getattr(package, name)
            out.append(f"### sumscope.{name}\n")
            if inspect.ismodule(found):
                out.append(_prose(inspect.getdoc(found) or "") + "\n")
                for inner in sorted(n for n in dir(found) if not n.startswith("_")):
                    part = getattr(found, inner)
                    if inspect.isfunction(part) and inner in getattr(found, "__all__", [inner]):
                        out.append(f"#### sumscope.{name}.{inner}{_arguments(part)}\n")
                        out.append(_prose(inspect.getdoc(part) or "") + "\n")
                continue
            if inspect.isfunction(found):
                out.append(_call(name + _arguments(found)))
            elif dataclasses.is_dataclass(found):
                fields = [one.name for one in dataclasses.fields(found) if one.init]
                out.append(_call(f"{name}({', '.join(fields)})"))
            out.append(_prose(inspect.getdoc(found) or "") + "\n")
    out.append(f"`sumscope.__version__` is the version, `{package.__version__}` here.\n")
    return "\n".join(out)


def _arguments(function: object) -> str:
    """Names and defaults, without types, which each Python version writes in its own way."""
    made: list[str] = []
    star = False
    for one in inspect.signature(function).parameters.values():  # type: ignore[arg-type]
        if one.kind is one.KEYWORD_ONLY and not star:
            made.append("*")
            star = True
        shown = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "") + one.name
        star = star or one.kind is one.VAR_POSITIONAL
        made.append(shown if one.default is one.empty else f"{shown}={one.default!r}")
    return f"({', '.join(made)})"


def _call(text: str) -> str:
    """A call as a block of code, in lines that fit the page."""
    lines = textwrap.wrap(
        text, 78, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(["```text", *lines, "```\n"])


def _prose(text: str) -> str:
    """A docstring as Markdown: examples and layouts become code blocks."""
    out = []
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith(">>>"):
            lines = [re.sub(r"\s*# doctest: .*", "", line) for line in block.splitlines()]
            out.append("```text\n" + "\n".join(lines) + "\n```")
        elif re.search(r"\S {3,}\S", block) or block.startswith("    "):
            out.append(f"```text\n{block}\n```")
        else:
            parts = block.split("`")  # every second one is code
            out.append(
                "`".join(p if i % 2 else p.replace("<", "&lt;") for i, p in enumerate(parts))
            )
    return "\n\n".join(out)


if __name__ == "__main__":
    pages = {
        "commands.md": commands_page(),
        "measures.md": measures_page(),
        "names.md": names_page(),
        "python.md": python_page(),
    }
    stale = []
    for name, text in pages.items():
        path = REFERENCE / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run: python scripts/make_reference.py")

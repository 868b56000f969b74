"""Write pages of docs/reference from `--help`, the registries and the docstrings.

commands.md and commands/*.md, measures.md, python.md, and names.md (methods, summarizers, formats,
models, papers).

A test runs this with --check, so the pages cannot fall behind the code.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path

import click

from sumscope.app.measures import measures
from sumscope.cli.shell import sumscope

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
WIDTH = 88  # columns of help that fit a page without scrolling
MADE = "<!-- made by scripts/make_reference.py: do not edit -->\n\n"


def commands_pages() -> dict[str, str]:
    """A page for each command, and the list of them."""
    top = click.Context(sumscope, info_name="sumscope", help_option_names=["-h", "--help"])
    top.terminal_width = top.max_content_width = WIDTH
    listed, pages = [], {}
    for name in sumscope.list_commands(top):
        command = sumscope.get_command(top, name)
        if command is not None and not command.hidden:
            listed.append(f"| [`{name}`](commands/{name}.md) | {command.get_short_help_str(200)} |")
            pages[f"commands/{name}.md"] = MADE + "\n".join(_help(command, name, top, "#"))
    pages["commands.md"] = (
        MADE + "# Commands\n\n`sumscope COMMAND --help` prints the same in the terminal.\n\n"
        "| command | what it does |\n| --- | --- |\n" + "\n".join(listed) + "\n"
    )
    return pages


def _help(command: click.Command, name: str, parent: click.Context, mark: str) -> list[str]:
    """The help of a command and of those in it, as a terminal shows it."""
    context = click.Context(
        command, info_name=name, parent=parent, help_option_names=["-h", "--help"]
    )
    context.terminal_width = context.max_content_width = WIDTH
    shown = command.get_help(context).strip()
    out = [f"{mark} {context.command_path}\n\n```text\n{shown}\n```\n"]
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None and not found.hidden:
                out += _help(found, inner, context, "##")
    return out


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
    """Every public name of the package; Sphinx makes a page of each from its docstring."""
    import sumscope as package

    out = [MADE + "# Python\n"]
    out.append(
        "Everything below is imported from `sumscope`, with types. Each command is the function of "
        "the same name, and each option an argument (`--limit` is `limit=`, also in error "
        "messages). Bad input raises `sumscope.SumscopeError`. `help(sumscope.score)` and the "
        "site that `make docs` builds show arguments, docstrings and examples. "
        "`sumscope.__version__` is the version.\n"
    )
    names = sorted((name for name in package.__all__ if name != "__version__"), key=str.lower)
    modules = [name for name in names if inspect.ismodule(getattr(package, name))]
    groups = {"Functions": [n for n in names if inspect.isfunction(getattr(package, n))]}
    for name in modules:
        found = getattr(package, name)
        title = f"sumscope.{name}\n\n{_prose(inspect.getdoc(found) or '')}"
        groups[title] = [f"{name}.{inner}" for inner in found.__all__]
    groups["Values"] = [n for n in names if inspect.isclass(getattr(package, n))]
    for title, members in groups.items():
        lines = "\n".join(f"   {name}" for name in members)
        out.append(
            f"## {title}\n\n```{{eval-rst}}\n.. currentmodule:: sumscope\n\n"
            f".. autosummary::\n   :toctree: api\n\n{lines}\n```\n"
        )
    return "\n".join(out)


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
        **commands_pages(),
        "measures.md": measures_page(),
        "names.md": names_page(),
        "python.md": python_page(),
    }
    stale = [
        f"commands/{path.name}"
        for path in (REFERENCE / "commands").glob("*.md")
        if f"commands/{path.name}" not in pages
    ]
    if "--check" not in sys.argv:
        (REFERENCE / "commands").mkdir(exist_ok=True)
        for name in stale:
            (REFERENCE / name).unlink()
        stale.clear()
    for name, text in pages.items():
        path = REFERENCE / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run: python scripts/make_reference.py")

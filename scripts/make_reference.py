"""Write docs/reference/commands.md and measures.md from `--help` and from the registry.

A test runs this with --check, so the pages cannot fall behind the code.
"""

from __future__ import annotations

import sys
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
            lines.insert(2, f"- {order}; left is the standard (C), right is judged by it (L)")
        out.append("\n".join(lines) + "\n")
        if info.parameters:
            out.append("| parameter | values | default | where |\n| --- | --- | --- | --- |")
            for p in info.parameters:
                values = p["values"].replace("|", "\\|")
                out.append(f"| `{p['name']}` | {values} | {p['default']} | {p['where']} |")
            out[-1] += "\n"
    return "\n".join(out)


if __name__ == "__main__":
    pages = {"commands.md": commands_page(), "measures.md": measures_page()}
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

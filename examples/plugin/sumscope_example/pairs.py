"""Two lines per topic: the reference, then the summary."""

from pathlib import Path

from sumscope import SumscopeError


def read(source, notes):
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    if len(lines) % 2:
        raise SumscopeError("the last line has no partner", where=source)
    for number, (reference, summary) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        yield {
            "id": f"t{number}",
            "references": [{"id": "r", "text": reference}],
            "peers": [{"id": "s", "text": summary}],
        }

"""Print the way of a command through sumscope, as a tree of calls, and count it.

    python scripts/trace.py score corpus.jsonl -m rouge-2 -o scores.csv
    python scripts/trace.py --judgement
    python scripts/trace.py --count compare scores.csv
    python scripts/trace.py --write

Every function of ours that runs is counted once, with the file it is in; class bodies,
what an import runs and what a library calls between ours are not counted. A function is shown
where it was called first. `--judgement` traces one judgement on the workbench, from the request
to the answer. `--write` puts four ways into docs/architecture.md. Work is traced in this process:
what worker processes would do runs here.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import sumscope

SRC = str(Path(sumscope.__file__).parent)
# Not functions of their own: class bodies have no such flag, and these are pieces of one.
PIECES = {"<module>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<lambda>"}
OPTIMIZED = 1


@dataclass
class Node:
    """A function, and those it called that had not run before."""

    name: str
    file: str
    below: list[Node] = field(default_factory=list)

    def count(self) -> int:
        """Functions in this tree."""
        return 1 + sum(node.count() for node in self.below)

    def files(self) -> set[str]:
        """Files of the functions in this tree."""
        return {self.file}.union(*(node.files() for node in self.below))


class Tracer:
    """Collects the functions of ours that run."""

    def __init__(self) -> None:
        self.roots: list[Node] = []
        self.seen: dict[CodeType, Node] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(SRC):
            return
        if code.co_name in PIECES or not code.co_flags & OPTIMIZED or code in self.seen:
            return
        file = code.co_filename[len(SRC) + 1 :]
        name = getattr(code, "co_qualname", code.co_name)
        node = Node(name, file)
        above = frame.f_back
        caller = None
        while above is not None and caller is None:
            if above.f_code.co_name == "<module>" and above.f_code.co_filename.startswith(SRC):
                return  # run by an import, such as a decorator
            caller = self.seen.get(above.f_code)
            above = above.f_back
        self.seen[code] = node
        (self.roots if caller is None else caller.below).append(node)

    @contextlib.contextmanager
    def on(self) -> Iterator[None]:
        """Trace this thread and those that begin meanwhile."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]


def judgement(folder: Path) -> Callable[[], None]:
    """Prepare a workbench with one rating task, and give what sends one rating to it."""
    from starlette.testclient import TestClient

    from sumscope.data import DEMO
    from sumscope.web.application import application
    from sumscope.web.context import Context
    from sumscope.web.security import our_hosts
    from sumscope.workbench.store.database import open_database
    from sumscope.workbench.store.work import Work

    made = sumscope.gold.new(
        folder / "w.db", DEMO, task="rate", judges=["ann"], scales=["q:1-5"], name="p"
    ).to_json()
    database = open_database(folder / "w.db")
    context = Context(database, Work(database), {}, None, our_hosts("127.0.0.1", 8765))
    client = TestClient(
        application(context), base_url="http://127.0.0.1:8765", headers={"X-Sumscope": "1"}
    )
    client.get(f"/j/{made['judges'][0]['key']}")  # type: ignore[index]
    (task,) = client.get("/api/tasks").json()
    item = client.get(f"/api/tasks/{task['id']}").json()["items"][0]["id"]
    operation = {"do": "rate", "item": item, "scale": "q", "value": 4}

    def send(number: int) -> None:
        sent = {"client": "c", "base": number, "ops": [{"seq": number, "op": operation}]}
        answer = client.post(f"/api/tasks/{task['id']}/ops", json=sent)
        if answer.status_code != 200:
            raise SystemExit(answer.text)

    send(0)  # what is done once, at the first judgement, is not part of its way
    return lambda: send(1)


def lines(node: Node, indent: int = 0) -> Iterator[str]:
    """A tree as text."""
    yield f"{'  ' * indent}{node.name}  ({node.file})"
    for one in node.below:
        yield from lines(one, indent + 1)


def way(words: list[str]) -> tuple[list[Node], str]:
    """Trace one command, or one judgement: its trees, and a line that counts them."""
    tracer = Tracer()
    with tempfile.TemporaryDirectory() as folder:
        if words == ["--judgement"]:
            work = judgement(Path(folder))
        else:
            from sumscope.cli import shell

            def work() -> None:
                shell.run(words)

        with contextlib.redirect_stdout(io.StringIO()), tracer.on():
            work()
    functions = sum(root.count() for root in tracer.roots)
    files = set().union(*(root.files() for root in tracer.roots))
    return tracer.roots, f"{functions} functions in {len(files)} files"


CORPUS = """{"id": "t1", "lang": "en", "references": [{"id": "A", "text": "A cat sat on the mat."}],
 "peers": [{"id": "s", "text": "The cat sat."}]}
{"id": "t2", "lang": "en", "references": [{"id": "A", "text": "A dog ran."}],
 "peers": [{"id": "s", "text": "The dog ran."}]}
""".replace("\n ", " ")
WAYS = (
    (
        "`sumscope score corpus.jsonl -m rouge-2 -o scores.csv`",
        "score corpus.jsonl -m rouge-2 -o scores.csv",
    ),
    ("`sumscope compare scores.csv`", "compare scores.csv"),
    ("`sumscope agree a.json b.json -m v`", "agree a.json b.json -m v"),
    ("One judgement on the workbench", "--judgement"),
)
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
HEAD = "## The ways, as they run"


def write() -> None:
    """Put the ways into the page on the architecture; each runs in a process of its own."""
    parts = [
        f"{HEAD}\n\nWritten by `python scripts/trace.py --write`: every function of ours that a "
        "command runs, where it is\ncalled first, with its file.\n"
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "corpus.jsonl").write_text(CORPUS)
        (folder / "a.json").write_text('[["a", "b"], ["c", "d"]]')
        (folder / "b.json").write_text('[["a", "b", "c"], ["d"]]')
        for title, words in WAYS:
            run = [sys.executable, str(Path(__file__).resolve()), *words.split()]
            done = subprocess.run(run, cwd=folder, check=True, capture_output=True, text=True)
            *tree, count = done.stdout.splitlines()
            shown = "\n".join(tree)
            parts.append(f"### {title}\n\n{count.partition(': ')[2]}:\n\n```\n{shown}\n```\n")
    before, _, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    _, mark, rest = after.partition("\n## ")
    PAGE.write_text(before + "\n".join(parts) + (f"\n## {rest}" if mark else ""), encoding="utf-8")


def main(words: list[str]) -> None:
    """Trace one command and print its tree; `--count` prints the numbers alone."""
    quiet = words[:1] == ["--count"]
    words = words[quiet:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        raise SystemExit(0 if words else 2)
    if words == ["--write"]:
        write()
        return
    roots, counted = way(words)
    if not quiet:
        for root in roots:
            print("\n".join(lines(root)))
    print(f"{' '.join(words)}: {counted}")


if __name__ == "__main__":
    main(sys.argv[1:])

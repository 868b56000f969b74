"""A workbench to look at: invented sentences, projects of every task, a server in a thread."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

EVENTS = (
    "the river rose by two metres on Monday",
    "the bridge at the old mill was closed",
    "about 300 people left their homes",
    "schools stay closed until Thursday",
    "the harbour opened again on Friday",
    "a relief fund has collected 40,000 crowns",
    "the mayor asked for sandbags",
    "trains to the coast run every two hours",
)
SOURCES = ("Officials said", "The county reported", "Residents noted", "The daily wrote")


def sentence(draw: Random) -> str:
    """One invented sentence; some say nearly the same."""
    words = f"{draw.choice(SOURCES)} that {draw.choice(EVENTS)}"
    return words + draw.choice((".", ", the first time in years.", " after a night of rain."))


def topic(name: str, sentences: int, documents: int = 5, seed: int = 1) -> dict[str, Any]:
    """A topic with everything that a task can ask for."""
    draw = Random(seed)
    each = [sentences // documents + (at < sentences % documents) for at in range(documents)]
    return {
        "id": name,
        "title": f"Flood on the lower river ({name})",
        "lang": "en",
        "documents": [
            {
                "id": f"{name}-d{at}",
                "date": f"2031-04-0{at % 9 + 1}",
                "sentences": [sentence(draw) for _ in range(size)],
            }
            for at, size in enumerate(each)
        ],
        "references": [{"id": "A", "sentences": [sentence(draw) for _ in range(4)]}],
        "peers": [
            {"id": f"secret-system-{at}", "text": " ".join(sentence(draw) for _ in range(3))}
            for at in range(4)
        ],
    }


def write_corpus(path: Path, *topics: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in topics), encoding="utf-8")
    return path


@dataclass
class Bench:
    """A running workbench."""

    address: str
    owner: str
    db: Path
    corpus: Path
    projects: dict[str, Any] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def judge(self, task: str, at: int = 0) -> str:
        """The address of a judge of the project of a task."""
        return f"{self.address}/j/{self.projects[task].judges[at].key}"

    def work(self, task: str, at: int) -> None:
        """Let a judge do something reasonable on every task, over HTTP, and submit it."""
        import json as codec
        from http.cookiejar import CookieJar
        from urllib.request import HTTPCookieProcessor, Request, build_opener

        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        opener.open(self.judge(task, at)).read()

        def ask(path: str, body: Any = None) -> Any:
            data = None if body is None else codec.dumps(body).encode()
            headers = {"X-Sumscope": "1", "Content-Type": "application/json"}
            return codec.load(opener.open(Request(self.address + path, data, headers)))

        draw = Random(at)
        for one in ask("/api/tasks"):
            address = f"/api/tasks/{one['id']}"
            ops = list(_sensible(ask(address), draw))
            entries = [{"seq": n, "op": op} for n, op in enumerate(ops)]
            ask(f"{address}/ops", {"client": f"client-{at}", "base": 0, "ops": entries})
            ask(f"{address}/submit", {})


def _sensible(task: dict[str, Any], draw: Random) -> Iterator[dict[str, Any]]:
    items = [item["id"] for item in task["items"]]
    if task["task"] == "cluster":
        for rank, words in enumerate(EVENTS, 1):
            held = [i["id"] for i in task["items"] if words in i["text"] and draw.random() < 0.8]
            if len(held) > 1:
                yield {"do": "new", "cluster": f"c{rank}", "items": held}
                yield {"do": "label", "cluster": f"c{rank}", "text": words.capitalize()}
                yield {"do": "rank", "cluster": f"c{rank}", "rank": rank}
    elif task["task"] == "link":
        for target in task["targets"]:
            for item in draw.sample(items, 2):
                yield {"do": "link", "item": item, "to": target["id"]}
    elif task["task"] == "extract":
        for item in draw.sample(items, 4):
            yield {"do": "pick", "item": item}
    elif task["task"] == "rate":
        for item in items:
            for scale in task["scales"]:
                yield {
                    "do": "rate",
                    "item": item,
                    "scale": scale["name"],
                    "value": draw.randint(scale["low"], scale["high"]),
                }
    else:
        for item in items:
            choice = draw.choice(("left", "right", "equal"))
            yield {"do": "prefer", "item": item, "choice": choice}


@contextmanager
def running(db: Path, corpus: Path) -> Iterator[tuple[Any, Any]]:
    """The server in a thread, for a database that exists."""
    import uvicorn

    from sumscope.web.application import application
    from sumscope.web.server import launch
    from sumscope.workbench.store.database import open_database

    database = open_database(str(db), create=True)
    made = launch(database, port=0, corpora=[str(corpus)])
    config = uvicorn.Config(
        application(made.context), log_level="error", access_log=False, lifespan="off", ws="none"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [made.socket]}, daemon=True)
    thread.start()
    for _ in range(200):
        if server.started:
            break
        time.sleep(0.02)
    try:
        yield made, server
    finally:
        server.should_exit = True
        thread.join(10)
        database.close()


@contextmanager
def workbench(folder: Path, corpus: Path, **projects: dict[str, Any]) -> Iterator[Bench]:
    """A workbench with these projects: task -> options of `gold new`."""
    from sumscope.app.gold import new

    db = folder / "bench.db"
    made = {
        name: new(db, corpus, options.pop("task", name), **options)
        for name, options in ((n, dict(o)) for n, o in projects.items())
    }
    with running(db, corpus) as (launched, _):
        yield Bench(launched.context.address, launched.owner_address, db, corpus, made)

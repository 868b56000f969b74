"""End every long command at random points, fill its disk, hold its output, and look what is left.

    python tests/stress/faults.py [--kills 40] [--seed 0] [--only score,study] [--one NAME:NUMBER]

Each trial forks a process from one that has everything imported, so that a trial costs little, and
ends it after a random amount of its own CPU time: by SIGKILL, SIGTERM or SIGINT, or by a limit on
the size of files, which looks to a program like a full disk. A trial is wrong when

- an input changed, or an old output is neither as it was nor the complete new one;
- a signal that can be handled ends in a traceback, in another status than 130 or 143, or without
  the line that says so; a full disk in anything but one line and status 2;
- the same command, run again, does not end with 0 and the bytes of an undisturbed run, or leaves
  anything beside its outputs.

Beside them: a second process on an output that is held; the corpus changed between the two runs;
a folder in which nothing may be written; judges' operations on the workbench's database, in a
process and through a server that is ended, where everything that was acknowledged must be there.
"""

from __future__ import annotations

import argparse
import codecs
import contextlib
import importlib
import json
import os
import pkgutil
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

from sumscope.core.locks import sole_writer
from sumscope.data import DEMO

SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "disk")
STATUS = {"SIGTERM": (143, -15), "SIGINT": (130, -2)}
LINES = ("sumscope: ended by a signal", "sumscope: interrupted")


@dataclass(frozen=True)
class Command:
    """A command with its words; `out` is a file or a folder that it writes, if any."""

    name: str
    words: tuple[str, ...]
    out: str | None = None
    beside: tuple[str, ...] = ()
    resumes: bool = False
    weight: float = 1.0
    refused: str = ""  # said by a second run where the first one had done everything


COMMANDS = (
    Command("score", ("score", "c.jsonl", "-m", "rouge-2", "-m", "rouge-su4", "-m", "rouge-w",
            "--workers", "1", "-o", "s.csv"), "s.csv", ("s.csv.meta.json",), resumes=True),
    Command("score parquet", ("score", "c.jsonl", "-m", "rouge-1", "--workers", "1", "-o",
            "s.parquet"), "s.parquet", resumes=True),
    Command("oracle", ("oracle", "c.jsonl", "--limit", "30", "--workers", "1", "--labels", "-o",
            "o.jsonl"), "o.jsonl", resumes=True),
    Command("summarize", ("summarize", "c.jsonl", "--by", "lexrank", "--words", "30", "-o",
            "p.jsonl"), "p.jsonl", resumes=True),
    Command("study", ("study", "small.jsonl", "-o", "report", "--resamples", "200", "--workers",
            "1"), "report", resumes=True, weight=0.1),
    Command("convert", ("convert", "t.csv", "v.jsonl"), "v.jsonl"),
    Command("sample", ("sample", "c.jsonl", "--low", "5", "--high", "30", "-o", "q.jsonl"),
            "q.jsonl"),
    Command("supor fit", ("supor", "fit", "en.jsonl", "-o", "m.json"), "m.json"),
    Command("links fit", ("links", "fit", "meet.jsonl", "--kind", "logistic", "-o", "l.json"),
            "l.json"),
    Command("links predict", ("links", "predict", "meet.jsonl", "--model", "link.json", "-o",
            "r.json"), "r.json"),
    Command("links evaluate", ("links", "evaluate", "meet.jsonl", "--model", "link.json",
            "--json")),
    Command("links fit weave", ("links", "fit", "meet.jsonl", "-o", "l.json"), "l.json",
            weight=0.25),
    Command("growth", ("growth", "long.txt", "--lang", "en", "--json", "--curve")),
    Command("growth plot", ("growth", "long.txt", "--lang", "en", "--plot", "g.svg"), "g.svg"),
    Command("detect", ("detect", "g.tsv", "--by", "congo", "-k", "4", "-o", "k.json"), "k.json"),
    Command("compare", ("compare", "scores.csv", "--resamples", "4000", "--json")),
    Command("meta", ("meta", "scores.csv", "--human", "c.jsonl", "--resamples", "200", "--json")),
    Command("agree", ("agree", "c.jsonl", "--json"), weight=0.25),
    Command("judges", ("judges", "c.jsonl", "--json")),
    Command("rank", ("rank", "c.jsonl", "--json")),
    Command("gold export", ("gold", "export", "w.db", "-o", "e.jsonl", "--project",
            "Rate summaries"), "e.jsonl"),
    Command("gold backup", ("gold", "backup", "w.db", "b.db"), "b.db"),
    Command("gold page", ("gold", "page", "w.db", "--judge", "you", "--project",
            "Rate summaries", "-o", "a.html"), "a.html"),
    Command("gold new", ("gold", "new", "n.db", "small.jsonl", "--task", "rate", "--judge", "x",
            "--name", "p"), "n.db", refused="there is a project 'p' already"),
    Command("gold new in use", ("gold", "new", "w.db", "small.jsonl", "--task", "rate", "--judge",
            "x", "--name", "p"), "w.db", refused="there is a project 'p' already"),
    Command("gold import", ("gold", "import", "i.db", "small.jsonl", "--json"), "i.db"),
    Command("topics", ("topics", "topic.txt", "--lang", "en", "--json")),
    Command("reproduce", ("reproduce", "geiss2009", "-o", "paper"), "paper", weight=0.5),
    Command("demo", ("demo", "-o", "shown"), "shown", weight=0.1),
)  # fmt: skip
# What answers at once, writes nothing, or is tried by a function of its own (`serve`).
SHORT = ("explain", "gold status", "links show", "measures", "serve", "supor show")
OLD = b"old data that must stay whole\n"
# A database in use has files of SQLite beside it.
OF_SQLITE = ("-wal", "-shm")


@dataclass
class End:
    """How a process ended: its status (a signal is negative), what it said, its CPU seconds."""

    status: int
    out: bytes
    err: str
    cpu: float


@dataclass
class Found:
    """What the trials found."""

    trials: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    resumed: int = 0
    wrong: list[str] = field(default_factory=list)


def forked(folder: Path, work: Callable[[], int], prepare: Callable[[], None] | None = None) -> End:
    """Run `work` in a process of its own, inside `folder`; what it prints goes to files."""
    said = [tempfile.TemporaryFile() for _ in "oe"]  # noqa: SIM115
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.chdir(folder)
            for number, file in zip((1, 2), said, strict=True):
                os.dup2(file.fileno(), number)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
            try:
                if prepare is not None:
                    prepare()
                status = work()
            except KeyboardInterrupt:  # as cli.main does, outside of the command itself
                print("sumscope: interrupted", file=sys.stderr)
                status = 130
            except BaseException:
                traceback.print_exc()
            signal.setitimer(signal.ITIMER_PROF, 0)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)
    _, raw, used = os.wait4(child, 0)
    texts = []
    for file in said:
        file.seek(0)
        texts.append(file.read())
        file.close()
    status = os.waitstatus_to_exitcode(raw)
    return End(status, texts[0], texts[1].decode("utf-8", "replace"), used.ru_utime + used.ru_stime)


def run(folder: Path, command: Command, prepare: Callable[[], None] | None = None) -> End:
    """Run a command in a folder."""
    from sumscope.cli.shell import run as shell

    return forked(folder, lambda: shell(list(command.words)), prepare)


def ended_after(seconds: float, name: str) -> Callable[[], None]:
    """After so many CPU seconds of the process, the signal comes."""

    def prepare() -> None:
        # SIGPROF itself ends a process as SIGKILL does: at once, without any of its code.
        if name == "SIGKILL":
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
        else:
            number = getattr(signal, name)
            signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), number))
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-4))

    return prepare


def no_room_after(size: int) -> Callable[[], None]:
    """No file can grow beyond `size` bytes."""

    def prepare() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return prepare


def content(path: Path) -> bytes:
    """The bytes of a file; of a database, whose keys and times are new each time, what it holds."""
    raw = path.read_bytes()
    if not raw.startswith(b"SQLite format 3"):
        return raw
    with contextlib.closing(sqlite3.connect(path)) as held:
        whole = held.execute("PRAGMA integrity_check").fetchone()[0]
        tables = held.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        counts = [
            (name, held.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for (name,) in tables.fetchall()
        ]
    return repr((whole, counts)).encode()


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a folder, or one file."""
    if path.is_file():
        return {"": content(path)}
    return {
        str(file.relative_to(path)): content(file)
        for file in sorted(path.rglob("*"))
        if file.is_file() and not file.name.endswith(OF_SQLITE)
    }


def largest(path: Path) -> int:
    """The size of the largest file of a folder, or of one file; 0 where there is none."""
    files = [path] if path.is_file() else [f for f in path.rglob("*") if f.is_file()]
    return max((file.stat().st_size for file in files), default=0)


def load_everything() -> None:
    """Import what the commands import, so that a forked process need not."""
    import sklearn.linear_model  # noqa: F401

    import sumscope

    for module in pkgutil.walk_packages(sumscope.__path__, "sumscope."):
        last = module.name.rpartition(".")[2]
        if not last.startswith(("_", "env")) and ".migrations" not in module.name:
            importlib.import_module(module.name)
    codecs.lookup("utf-8-sig")  # Python imports an encoding when it is first used


def inputs(folder: Path) -> None:
    """Make everything that the commands read."""
    from sumscope.app import gold
    from sumscope.app.score import score_file
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.linking.training import fit
    from sumscope.workbench.demo import demo_workbench

    topics = [json.loads(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
    many = [{**t, "id": f"{t['id']}-{i}"} for i in range(5) for t in topics]
    lines = {"c.jsonl": many, "small.jsonl": topics}
    lines["en.jsonl"] = [t for t in many if t.get("lang") == "en"]
    for name, rows in lines.items():
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / name).write_text(text, encoding="utf-8")
    score_file(folder / "c.jsonl", ["rouge-1", "rouge-2"], folder / "scores.csv", workers=1)
    rows = ["id,reference,prediction"]
    rows += [f"{i},The cat sat on mat {i}.,A cat sat {i}." for i in range(3000)]
    (folder / "t.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    draw = random.Random(0)
    words = [f"w{chr(97 + i % 26)}{chr(97 + i // 26)}x" for i in range(500)]
    said = [" ".join(draw.choices(words, k=12)) + "." for _ in range(2500)]
    (folder / "long.txt").write_text(" ".join(said), encoding="utf-8")
    pairs = {tuple(sorted(draw.sample(range(60), 2))) for _ in range(150)}
    edges = "".join(f"n{a}\tn{b}\n" for a, b in sorted(pairs))
    (folder / "g.tsv").write_text(edges, encoding="utf-8")
    (folder / "meet.jsonl").write_text(
        "".join(json.dumps(meeting(m)) + "\n" for m in range(4)), encoding="utf-8"
    )
    fit(folder / "meet.jsonl", folder / "link.json", kind="logistic")
    demo_workbench(folder / "w.db", list(read_corpus(DEMO)))
    bare = [{key: value for key, value in t.items() if key != "judgements"} for t in topics]
    text = "".join(json.dumps(row) + "\n" for row in bare)
    (folder / "bare.jsonl").write_text(text, encoding="utf-8")
    scales = ["responsiveness:1-5"]
    gold.new(folder / "i.db", folder / "bare.jsonl", "rate", scales=scales, name="i")
    (folder / "topic.txt").write_text(" ".join(said[:60]), encoding="utf-8")


def meeting(number: int) -> dict[str, object]:
    """An invented meeting with links."""
    words = ["battery", "colour", "button", "price", "menu", "cost", "power", "shade"]
    rows = [
        {"id": f"M{number}.{i}", "text": f"so the {words[(i + number) % 8]} {words[i // 3 % 8]}.",
         "speaker": "AB"[i % 2], "act": "inf", "start": 3.0 * i, "end": 3.0 * i + 2}
        for i in range(40)
    ]  # fmt: skip
    groups = [[f"M{number}.{i}" for i in range(40) if i // 10 == k and i % 3] for k in range(4)]
    cover = {
        "judge": "j",
        "clusters": [{"label": str(k), "items": g} for k, g in enumerate(groups)],
    }
    document = {"id": f"M{number}", "sentences": rows}
    return {"id": f"M{number}", "lang": "en", "documents": [document], "covers": [cover]}


class Trials:
    """All trials of one command."""

    def __init__(self, command: Command, source: Path, work: Path, found: Found) -> None:
        self.command, self.source, self.work, self.found = command, source, work, found
        self.given = contents(source)
        whole = self.fresh()
        end = run(whole, command)
        if end.status != 0:
            raise SystemExit(f"{command.name} does not run: {end.err}")
        self.cpu, self.stdout = end.cpu, end.out
        self.good = self.outputs(whole)
        self.size = 0 if command.out is None else largest(whole / command.out)
        self.left = self.names(whole)

    def fresh(self) -> Path:
        """A new folder with the inputs."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.source, self.work)
        return self.work

    def outputs(self, folder: Path) -> dict[str, bytes]:
        """What the command wrote."""
        if self.command.out is None:
            return {}
        path = folder / self.command.out
        found = contents(path) if path.exists() else {}
        if path.suffix == ".db" and not re.search(rb"'project', [1-9]", found.get("", b"")):
            found = {}  # a database without a project holds nothing
        for name in self.command.beside:
            if (folder / name).exists():
                found[name] = (folder / name).read_bytes()
        return found

    def names(self, folder: Path) -> set[str]:
        """The files beside each other when the command is over."""
        return {p.name for p in folder.iterdir() if not p.name.endswith(OF_SQLITE)}

    def one(self, number: int, seed: int) -> None:
        """One trial, by its number."""
        draw = random.Random(f"{self.command.name}-{seed}-{number}")
        how = draw.choice(SIGNALS if self.good else SIGNALS[:3])
        folder, command = self.fresh(), self.command
        old = command.out is not None and command.out.count(".") == 1 and draw.random() < 0.5
        if old and not command.beside and not str(command.out).endswith(".db"):
            (folder / str(command.out)).write_bytes(OLD)
        old_was = self.outputs(folder)
        if how == "disk":
            prepare = no_room_after(draw.randrange(0, max(2, int(self.size * 1.05))))
        else:
            prepare = ended_after(draw.random() * self.cpu * 1.05, how)
        end = run(folder, command, prepare)
        label = f"{command.name}:{number} ({how}, status {end.status})"
        self.found.trials[how] += 1
        self.found.ended["in time" if end.status == 0 else "ended"] += 1
        self.check_end(label, how, end, folder, old_was)
        again = self.rerun(folder, draw)
        if again.status == 2 and command.refused and command.refused in again.err:
            if self.outputs(folder) != self.good:
                self.wrong(label, f"refused although not all was there: {again.err}")
        elif again.status != 0:
            self.wrong(label, f"run again: {again.status}, {again.err[-300:]}")
            return
        if "already done" in again.err:
            self.found.resumed += 1
        if self.good and self.outputs(folder) != self.good_now:
            differ = [k for k, v in self.good_now.items() if self.outputs(folder).get(k) != v]
            self.wrong(label, f"other bytes after the second run: {differ[:3]}")
        if not self.good and again.out != self.stdout:
            self.wrong(label, "another answer after the second run")
        extra = {n for n in self.names(folder) - self.left if not n.endswith(".tmp")}
        if extra:
            self.wrong(label, f"left behind: {sorted(extra)}")

    def rerun(self, folder: Path, draw: random.Random) -> End:
        """The same command again; one time in four on a corpus that changed meanwhile."""
        self.good_now = self.good
        if self.command.resumes and self.command.weight == 1 and draw.random() < 0.25:
            changed = (folder / "c.jsonl").read_bytes().splitlines(keepends=True)[:-1]
            (folder / "c.jsonl").write_bytes(b"".join(changed))
            again = run(folder, self.command)
            apart = self.work.with_name("apart")
            shutil.rmtree(apart, ignore_errors=True)
            shutil.copytree(self.source, apart)
            (apart / "c.jsonl").write_bytes(b"".join(changed))
            run(apart, self.command)
            self.good_now = self.outputs(apart)
            self.found.trials["changed"] += 1
            return again
        return run(folder, self.command)

    def check_end(
        self, label: str, how: str, end: End, folder: Path, old: dict[str, bytes]
    ) -> None:
        """Nothing is lost, and what is said is one line."""
        now = contents(folder)
        for name, raw in self.given.items():
            if name != self.command.out and now.get(name) != raw:
                self.wrong(label, f"the input {name} changed")
        if self.command.out is not None and "." in self.command.out:
            whole = self.outputs(folder)
            here = {"": whole[""]} if "" in whole else {}
            allowed = [{"": old[""]} if "" in old else {}, {"": self.good.get("")}]
            if here not in allowed:
                self.wrong(label, "the output is neither the old nor the new one")
        if "Traceback" in end.err:
            self.wrong(label, f"a traceback: {end.err[-900:]}")
        if end.status == 0 or how == "SIGKILL":
            return
        last = end.err.strip().splitlines()[-1] if end.err.strip() else ""
        if how == "disk":
            if end.status != 2 or not last.startswith("sumscope: "):
                self.wrong(label, f"a full disk said {end.err!r}")
        elif end.status not in STATUS[how]:
            self.wrong(label, f"said {end.err!r}")
        elif end.status > 0 and last not in LINES:
            self.wrong(label, f"the last line is {last!r}")

    def held(self) -> None:
        """A second process on an output that another one holds."""
        if self.command.out is None or self.command.refused or self.command.out == "i.db":
            return  # a database has locks of its own
        folder = self.fresh()
        target = folder / self.command.out
        if "." not in self.command.out:
            target.mkdir()
        with sole_writer(target):
            end = run(folder, self.command)
        self.found.trials["held"] += 1
        lines = end.err.strip().splitlines()
        said = lines[-1] if lines else ""
        if end.status != 2 or f"process {os.getpid()} on " not in said:
            self.wrong(f"{self.command.name} (held)", f"status {end.status}: {end.err!r}")

    def forbidden(self) -> None:
        """A folder in which nothing may be written, for somebody who is not root."""
        if self.command.out is None or os.geteuid() != 0:
            return
        folder = self.fresh()
        for path in (folder, *folder.iterdir()):
            path.chmod(0o555 if path.is_dir() else 0o444)

        def prepare() -> None:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

        if not readable(folder, prepare):
            return
        end = run(folder, self.command, prepare)
        self.found.trials["no permission"] += 1
        lines = end.err.strip().splitlines()
        if end.status != 2 or not lines or "Traceback" in end.err:
            self.wrong(f"{self.command.name} (no permission)", f"{end.status}: {end.err!r}")
        if contents(folder) != self.given:
            self.wrong(f"{self.command.name} (no permission)", "files changed")

    def wrong(self, label: str, what: str) -> None:
        """Remember what went wrong."""
        self.found.wrong.append(f"{label}: {what}")
        print(f"WRONG {label}: {what}", file=sys.stderr, flush=True)


def readable(folder: Path, prepare: Callable[[], None]) -> bool:
    """Whether another user gets at the folder and at the package at all."""
    import sumscope

    def look() -> int:
        os.listdir(folder)
        os.listdir(Path(sumscope.__file__).parent / "metrics")
        return 0

    return forked(Path("/"), look, prepare).status == 0


def desk_topic() -> dict[str, object]:
    """A topic for judges."""
    lines = [f"One {i}." for i in range(9)]
    return {"id": "T", "documents": [{"id": f"d{k}", "sentences": lines} for k in range(2)]}


def workbench(folder: Path, kills: int, seed: int, found: Found) -> None:
    """Judges' operations while the process is killed: what was acknowledged is there."""
    from sumscope.app import gold
    from sumscope.workbench.store.database import open_database
    from sumscope.workbench.store.work import Sent, Work

    draw = random.Random(f"workbench-{seed}")
    source, path = folder / "desk.jsonl", folder / "desk.db"
    source.write_text(json.dumps(desk_topic()) + "\n", encoding="utf-8")
    gold.new(path, source, "cluster", judges=["ann"], name="p")
    database = open_database(path)
    with database.read() as connection:
        task: str = connection.exec_driver_sql("SELECT id FROM task").scalar_one()
    database.close()

    def work(first: int, count: int) -> int:
        held = open_database(path)
        desk = Work(held)
        for n in range(first, first + count):
            desk.append(task, "c", n, [Sent(n, {"do": "new", "cluster": f"c{n}"})])
            os.write(1, f"{n}\n".encode())
        held.close()
        return 0

    done = 0
    for number in range(kills):
        how = draw.choice(["SIGKILL", "SIGTERM", "disk"])
        size = path.stat().st_size
        prepare = (
            no_room_after(draw.randrange(4096, size + 20_000))
            if how == "disk"
            else ended_after(draw.random() * 0.3, how)
        )
        end = forked(folder, lambda first=done: work(first, 40), prepare)
        found.trials[f"workbench {how}"] += 1
        told = [int(line) for line in end.out.decode().split()]
        database = open_database(path)
        with database.read() as connection:
            whole = connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
        version, log = Work(database).log(task)
        database.close()
        acknowledged = told[-1] + 1 if told else done
        if whole != "ok" or not acknowledged <= version <= acknowledged + 1 or len(log) != version:
            found.wrong.append(
                f"workbench:{number} ({how}): {whole}, {acknowledged} acknowledged, {version} there"
            )
        done = version


def serving(folder: Path, kills: int, seed: int, found: Found) -> None:
    """A judge works over HTTP while the server is ended: what was acknowledged is there."""
    from sumscope.app import gold
    from sumscope.workbench.store.database import open_database
    from sumscope.workbench.store.work import Work

    draw = random.Random(f"serve-{seed}")
    source, path = folder / "desk.jsonl", folder / "desk.db"
    source.write_text(json.dumps(desk_topic()) + "\n", encoding="utf-8")
    made = gold.new(path, source, "cluster", judges=["ann"], name="p")
    words = [sys.executable, "-m", "sumscope", "serve", "--db", str(path), "--port", "0"]
    done = 0
    for number in range(kills):
        how = draw.choice(["SIGKILL", "SIGTERM", "SIGINT"])
        server = subprocess.Popen(
            [*words, "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        address = server.stdout.readline().split("/owner")[0].strip().rstrip("/")
        address = "/".join(address.split("/")[:3])
        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        opener.open(f"{address}/j/{made.judges[0].key}").read()
        headers = {"X-Sumscope": "1", "Content-Type": "application/json"}
        task = json.load(opener.open(Request(f"{address}/api/tasks", headers=headers)))[0]["id"]
        ends = threading.Timer(draw.random() * 0.4, server.send_signal, (getattr(signal, how),))
        ends.start()
        acknowledged = sent = done
        try:
            while True:
                entry = {"seq": sent, "op": {"do": "new", "cluster": f"c{sent}"}}
                body = json.dumps({"client": "client-1", "base": sent, "ops": [entry]}).encode()
                sent += 1
                opener.open(Request(f"{address}/api/tasks/{task}/ops", body, headers)).read()
                acknowledged += 1
        except (OSError, HTTPException):
            pass
        ends.join()
        _, err = server.communicate(timeout=60)
        found.trials[f"serve {how}"] += 1
        label = f"serve:{number} ({how}, status {server.returncode})"
        database = open_database(path)
        with database.read() as connection:
            whole = connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
        version, log = Work(database).log(task)
        database.close()
        if whole != "ok" or not acknowledged <= version <= sent or len(log) != version:
            found.wrong.append(f"{label}: {whole}, {acknowledged} acknowledged, {version} there")
        wanted = {"SIGKILL": (-9,), "SIGTERM": (0, 143, -15), "SIGINT": (0, 130)}[how]
        if server.returncode not in wanted or "Traceback" in err:
            found.wrong.append(f"{label}: {err[-300:]!r}")
        done = version


def main() -> None:
    """Run the trials and print counts."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--kills", type=int, default=40, help="for each command")
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument(
        "--only", help="names of commands, comma-separated; workbench and serve are two"
    )
    reader.add_argument("--one", help="one trial, as COMMAND:NUMBER")
    given = reader.parse_args()
    begun, found = time.monotonic(), Found()
    only = None if given.only is None else set(given.only.split(","))
    name, _, number = (given.one or "").rpartition(":")
    with tempfile.TemporaryDirectory(prefix="sumscope-faults-") as place:
        root = Path(place)
        root.chmod(0o755)
        (root / "given").mkdir()
        load_everything()
        made = forked(root / "given", lambda: inputs(root / "given") or 0)
        if made.status != 0:
            raise SystemExit(made.err)
        for command in COMMANDS:
            if (only is not None and command.name not in only) or (name and command.name != name):
                continue
            trials = Trials(command, root / "given", root / "work", found)
            if number:
                trials.one(int(number), given.seed)
                continue
            trials.held()
            trials.forbidden()
            for n in range(max(1, round(given.kills * command.weight))):
                trials.one(n, given.seed)
            print(
                f"{command.name}: {found.trials.total()} trials so far, {len(found.wrong)} wrong "
                f"({time.monotonic() - begun:.0f} s)",
                file=sys.stderr,
                flush=True,
            )
        if not number and (only is None or "workbench" in only):
            workbench(root, given.kills, given.seed, found)
        if not number and (only is None or "serve" in only):
            (root / "served").mkdir()
            serving(root / "served", max(1, given.kills // 4), given.seed, found)
    for line in found.wrong:
        print(f"WRONG {line}")
    for key, count in sorted(found.trials.items()):
        print(f"{key:>18}: {count}")
    seconds = time.monotonic() - begun
    print(
        f"faults: {found.trials.total()} trials, {found.ended['ended']} ended before their end, "
        f"{found.resumed} resumed, {len(found.wrong)} wrong ({seconds:.0f} s)"
    )
    sys.exit(1 if found.wrong else 0)


if __name__ == "__main__":
    main()

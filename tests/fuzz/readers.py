"""Fuzz everything that reads a file: damaged and odd values are kept or end in one clear error.

    python tests/fuzz/readers.py [--cases 200000] [--seed 0] [--workers 2]
    python tests/fuzz/readers.py --one 12345        # one case again, by its number

A case fails when anything but a SumscopeError is raised, when it takes more than 20 seconds, or
when what is read is not what was written: a corpus line that changes, a score that is not a finite
number, a journal that gives other chunks than it was given.
"""

from __future__ import annotations

import argparse
import copy
import encodings.aliases
import gzip
import io
import json
import math
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse, registered
from sumscope.corpus import formats
from sumscope.corpus.covers import parse_cover
from sumscope.corpus.jsonl import dump_topic, iter_lines, parse_topic
from sumscope.corpus.notes import Notes
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.scores import read_scores, table_of_content, write_scores
from sumscope.corpus.sources import decode
from sumscope.graph.reading import read_graph
from sumscope.jobs.journal import Journal
from sumscope.linking import kinds
from sumscope.linking.meeting import Meeting
from sumscope.linking.training import fit
from sumscope.summarizers.supor_model import FOLDER, read_model

PATIENCE = 20
CHUNK = 1000
TEXTS = [
    "", " ", "\t", "\n", "\r", "a", "\0", "A" * 300, "\u202e", "\U0001f600", "=1+1", "'=x",
    "<script>", "..", "../../x", "-0", "nan", "NaN", "Infinity", "1e999", "1_0", "İ", "e\u0301",
    "\u2028", "\x85", "\x1b[2J", "\ufeff", "None", "null", "true", "0", "1.0", "d1.0", "T1", "A",
    "\\", '"', "%s", "{}", "a,b", "日本語。", "7" * 5000, "\ud800", "<t>", "</t>", "id", "x" * 2000,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 1.5, -0.0, 1e308, 5e-324, 2**53 + 1, 2**64, 10**300, [], {}, [[]],
    [{}], [None], {"": None}, {"id": "x"}, [1, 2], ["a", "a"], math.nan, math.inf,
]  # fmt: skip
TOKENS = [
    b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1f\x8b", b"\r\n", b"\n", b'"', b"\\",
    b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b"NaN", b"-Infinity", b"1e999", b"1_0",
    b"9" * 5000, b"<", b">", b"&amp;", b"&#0;", b"<!--", b"]]>", b'<!DOCTYPE a [<!ENTITY x "y">]>',
    b"\t", b";", b"'", b"=", b"\xc3\x28", b"\xe2\x80\xa8", b" " * 100, b"A" * 1000, b"graph",
    b"node", b"edge", b"</t>", b"<t>", b"nan", b"inf", b"..id(", b"#id(", b"id", b"weight 1 ",
]  # fmt: skip
TOPIC: dict[str, Any] = {
    "id": "T1",
    "lang": "en",
    "documents": [
        {"id": "d1", "date": "2001-02-03", "text": "The ferry was late. It rained."},
        {"id": "d2", "sentences": ["It closed.", {"id": "s9", "text": "A storm.", "extra": 1}]},
    ],
    "references": [{"id": "A", "text": "The ferry was late."}, {"id": "B", "sentences": ["Rain."]}],
    "peers": [
        {"id": "A", "human": True, "text": "The ferry was late."},
        {"id": "sys1", "extract": ["d1.0", "s9"]},
        {"id": "sys2", "text": "Rain.", "why": {"x": [1, 2.5]}},
    ],
    "judgements": {"sys1": {"q": 0.41, "r": {"j1": 3}}, "sys2": {"q": None, "r": 1}},
    "preferences": [
        {"judge": "j", "name": "all", "left": "sys1", "right": "sys2", "choice": "left"}
    ],
    "covers": [
        {"judge": "J1", "clusters": [{"label": "x", "rank": 1, "items": ["d1.0"]}], "aside": ["s9"]}
    ],
    "note": "x",
}
COVERS: list[Any] = [
    {"items": ["a", "b", "c"], "clusters": [["a", "b"], ["c"]]},
    [["a", "b"], ["b", "c"]],
    {"clusters": [{"items": ["a"], "label": "x"}], "aside": ["d"]},
]
GRAPHS = [
    b"a\tb\t1.5\nb\tc\nc\ta\t2\nd\n",
    b'<graphml><key id="w" for="edge" attr.name="weight"/><graph edgedefault="undirected">'
    b'<node id="n0"/><node id="n1"/><edge source="n0" target="n1"><data key="w">1.5</data></edge>'
    b"</graph></graphml>",
    b'graph [\n directed 0\n node [ id 0 label "a" ]\n node [ id 1 ]\n'
    b" edge [ source 0 target 1 weight 2.5 ]\n]\n",
]
WIDE = [
    b"topic,peer,q,r,human\nT1,sys1,0.5,3,false\nT1,sys2,0.1,1,false\nT2,sys1,0.7,2,true\n",
    b"doc;system;score;metric\nT1;sys1;0,5;q\nT2;sys2;0,25;q\n",
]
SEE = (
    b'<html><body><a name="1">[1]</a> <a href="#1" id=1>First &amp; last.</a>\n'
    b'<a name="2">[2]</a> <a href="#2" id=2>Second.</a></body></html>'
)
NITE = 'xmlns:nite="http://nite.sourceforge.net/"'


def _nite(body: str) -> bytes:
    return f'<nite:root nite:id="r" {NITE}>{body}</nite:root>'.encode()


FORMATS: dict[str, dict[str, bytes]] = {
    "rouge": {
        "settings.xml": b'<ROUGE_EVAL version="1.5.5"><EVAL ID="1"><PEER-ROOT>s</PEER-ROOT>'
        b'<MODEL-ROOT>m</MODEL-ROOT><INPUT-FORMAT TYPE="SEE"/><PEERS><P ID="1">p.html</P></PEERS>'
        b'<MODELS><M ID="A">a.html</M></MODELS></EVAL></ROUGE_EVAL>',
        "s/p.html": SEE,
        "m/a.html": SEE,
    },
    "duc": {
        "docs/d061/AP1": b"<DOC><DOCNO> AP1 </DOCNO><DATE>1988</DATE>"
        b"<TEXT><P>A storm.</P></TEXT></DOC>",
        "models/D061.M.100.J.A": b"A model.\n",
        "models/x.sgml": b'<SUM DOCSET="d061" SIZE="100" SELECTOR="J" SUMMARIZER="B">'
        b"It <i>is</i>.</SUM>",
        "peers/D061.M.100.J.1": SEE,
        "BE/models/D061.M.100.J.A": b"storm|hit|subj\n",
        "topics.sgml": b"<topic> <num> D061 </num> <title> Storm </title> <narr> Why? </narr>"
        b"</topic>",
        "rouge.out": b"1 ROUGE-2 Eval D061.M.100.J.1 R:0.1 P:0.2 F:0.13\n",
        "aesop_all_A.txt": b"peer topic metric\ns1 t1 0.5\ns2 t1 0.25\n",
        "manual.peer.A": b"D061-A 1 0.5 3 0 0.4 5 4 4\n",
        "pans_scores.txt": b"setid peerid score modifiedscore annotatorid\nD061 1 0.5 0.4 3\n",
        "pyramids/D061.pyr": b'<pyramid><text><line>A storm hit.</line></text><scu uid="1"'
        b' label="storm"><contributor label="A storm"><part label="A storm" start="0" end="7"/>'
        b"</contributor></scu></pyramid>",
        "resp.table": b"Topic\n| Selector\n| | Assessor\n| | | Summarizer (A..J)\n"
        b"| | | | Score (1..5)\nD061 J A 1 3\n",
    },
    "ami": {
        "words/M.A.words.xml": _nite('<w nite:id="w0" starttime="1.0" endtime="1.5">Hello</w>'),
        "dialogueActs/M.A.dialog-act.xml": _nite(
            '<dact nite:id="d1"><nite:child href="M.A.words.xml#id(w0)"/></dact>'
        ),
        "abstractive/M.abssumm.xml": _nite(
            '<abstract nite:id="x"><sentence nite:id="M.k.s.1">They met.</sentence></abstract>'
        ),
        "extractive/M.summlink.xml": _nite(
            '<summlink nite:id="l"><nite:pointer role="extractive" href="f#id(d1)"/>'
            '<nite:pointer role="abstractive" href="f#id(M.k.s.1)"/></summlink>'
        ),
    },
    "csv": {
        "t.csv": b"topic,kind,id,text,judgement.q\nT1,document,d1,Text,\nT1,peer,s1,Sum,3\n",
    },
    "realsumm": {
        "t.jsonl": b'{"id":"x","model_id":"M0","decoded":"A.","references":["r"],'
        b'"expert_annotations":[{"q":3}],"text":"s"}\n{"doc_id":2,"ref_summ":"<t> a </t> <t>b</t>"'
        b',"system_summaries":{"s":{"system_summary":"<t> x </t>","scores":{"rouge":1}}}}\n',
    },
    "folders": {
        "documents/T1/d1.txt": b"Doc text.\n",
        "references/T1/A.txt": b"Ref.\n",
        "peers/T1/sys1.txt": b"Peer.\n",
        "judgements.csv": b"topic,peer,q\nT1,sys1,3\n",
    },
    "rose": {
        "t.jsonl": b'{"example_id":"x","source":"A.","reference":"R.","system_outputs":{"s":"S."},'
        b'"reference_acus":["u"],"annotations":{"s":{"acu":0.5,"acu_labels":[1]},'
        b'"prior":{"s":[1,2]}}}\n',
    },
    "kardsort": {
        "t.csv": b"card_id,card_label,category_id,category_label,user_id\n1,A card,2,Red,u1\n"
        b"2,Another,,,u1\n1,A card,3,Blue,u2\n",
    },
    "temario": {
        "Textos-fonte/x/St-ce94.txt": "Título.\nTexto.\n".encode("latin-1"),
        "Sumarios/manuais/Sum-ce94.txt": "Um sumário.\n".encode(),
    },
}


ONE_FILE = ("csv", "realsumm", "rose", "kardsort")


class Case:
    """A source of odd values, from the number of the case."""

    def __init__(self, number: int, seed: int, folder: Path) -> None:
        self.rng = random.Random(f"{seed}-{number}")
        self.folder = folder

    def value(self) -> Any:
        """A text or a value that is odd."""
        if self.rng.random() < 0.5:
            return self.rng.choice(TEXTS)
        return copy.deepcopy(self.rng.choice(VALUES))

    def json(self, value: Any) -> bytes:
        """A JSON value with a few changes, as text."""
        made = copy.deepcopy(value)
        for _ in range(self.rng.choice([1, 1, 1, 2, 4])):
            self._change(made)
        text = json.dumps(made, ensure_ascii=self.rng.random() < 0.5)
        return text.encode("utf-8", "surrogatepass").replace(b"\n", b" ")

    def _change(self, made: Any) -> None:
        *way, last = self.rng.choice([path for path in _paths(made) if path] or [("",)])
        inside = made
        for key in way:
            inside = inside[key]
        do = self.rng.randrange(6)
        try:
            if do == 0:
                inside[last] = self.value()
            elif do == 1:
                del inside[last]
            elif do == 2 and isinstance(inside, list):
                inside.insert(last, copy.deepcopy(inside[last]))
            elif do == 3 and isinstance(inside, dict):
                inside[self.rng.choice(TEXTS)] = inside.pop(last)
            elif do == 4 and isinstance(inside[last], str):
                inside[last] += self.rng.choice(TEXTS)
            elif isinstance(inside, dict):
                inside[self.rng.choice(["id", "text", "sentences", "peers", "items", ""])] = (
                    self.value()
                )
        except (KeyError, IndexError, TypeError):
            pass

    def bytes(self, raw: bytes) -> bytes:
        """Bytes with a few changes."""
        made = bytearray(raw)
        for _ in range(self.rng.choice([1, 1, 2, 3, 8])):
            start = self.rng.randrange(len(made) + 1)
            stop = min(len(made), start + self.rng.choice([1, 1, 2, 5, 20, 200]))
            do = self.rng.randrange(6)
            if do == 0 and start < len(made):
                made[start] ^= 1 << self.rng.randrange(8)
            elif do == 1:
                del made[start:stop]
            elif do == 2:
                made[start:stop] = self.rng.choice(TOKENS)
            elif do == 3:
                made[start:start] = self.rng.choice(TOKENS)
            elif do == 4:
                made[start:start] = made[start:stop]
            elif self.rng.random() < 0.3:
                del made[start:]
        return bytes(made)

    def file(self, name: str, raw: bytes) -> Path:
        """A file in the folder of this process."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        return path


def _paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    if isinstance(value, dict):
        for key in value:
            yield from _paths(value[key], (*at, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from _paths(value[index], (*at, index))


# One function for each reader ---------------------------------------------------------------------


def corpus_line(case: Case) -> None:
    """A line that is taken comes back as it was."""
    raw = case.json(TOPIC) if case.rng.random() < 0.7 else case.bytes(json.dumps(TOPIC).encode())
    raw = raw.replace(b"\n", b" ")
    again = dump_topic(parse_topic(raw, "c.jsonl:1"))
    assert json.dumps(json.loads(raw)) == json.dumps(json.loads(again)), "a line was changed"


def packed_corpus(case: Case) -> None:
    """A damaged gzip file ends in an error or gives lines that were in it."""
    lines = [b'{"id": "T%d"}' % i for i in range(50)]
    raw = case.bytes(gzip.compress(b"\n".join(lines), 1))
    for _ in iter_lines(io.BytesIO(raw), "c.jsonl.gz"):
        pass


def scores(case: Case) -> None:
    """Scores are plain finite numbers under names."""
    kind = case.rng.randrange(10)
    if kind < 5:
        table = table_of_content(case.bytes(SAMPLES["s.csv"]), "s.csv")
    elif kind < 9:
        rows = [json.loads(line) for line in SAMPLES["s.jsonl"].splitlines()]
        lines = json.loads(case.json(rows).decode("utf-8", "surrogatepass"))
        text = "\n".join(json.dumps(line) for line in lines) if isinstance(lines, list) else "x"
        table = table_of_content(text.encode(), "s.jsonl")
    else:
        table = read_scores(case.file("s.parquet", case.bytes(SAMPLES["s.parquet"])))
    for row in table.rows:
        assert "" not in (row.topic, row.peer, row.measure), "a score without a name"
        assert row.value is None or math.isfinite(row.value), "a score that is not finite"


def human_scores(case: Case) -> None:
    """Tables from elsewhere, plain and packed."""
    raw = case.bytes(case.rng.choice([*WIDE, SAMPLES["s.csv"], json.dumps(TOPIC).encode()]))
    if case.rng.random() < 0.2:
        raw = case.bytes(gzip.compress(raw, 1))
    for row in read_scores(case.file("h.csv", raw)).rows:
        assert row.value is None or math.isfinite(row.value), "a score that is not finite"


def cover(case: Case) -> None:
    """Covers as JSON and TSV."""
    name = case.rng.choice(["c.json", "c.tsv", "c"])
    tsv = b"item\tcluster\na\t1\nb\t1\nc\t2\nd\n"
    raw = case.json(case.rng.choice(COVERS)) if case.rng.random() < 0.6 else case.bytes(tsv)
    parse_cover(raw, name)


def graph(case: Case) -> None:
    """Graphs in three forms."""
    read_graph(case.bytes(case.rng.choice(GRAPHS)), "g", directed=case.rng.random() < 0.3)


def journal(case: Case) -> None:
    """Whatever lies there, chunks come back as they were written, or a foreign file is left."""
    header, chunks = {"job": 1}, [[["T1", "é"]], [], [[1.5, None]], ["\n"]]
    path = case.folder / "out.partial"
    path.unlink(missing_ok=True)
    first = Journal(path, header)
    list(first.open())
    for chunk in chunks:
        first.append(chunk)
    first.close()
    changed = case.bytes(path.read_bytes())
    path.write_bytes(changed)
    again = Journal(path, header)
    try:
        found = list(again.open())
    except SumscopeError:
        assert path.read_bytes() == changed, "a foreign file was touched"
        raise
    assert found == chunks[: len(found)], "a journal gave other chunks"
    for chunk in chunks[len(found) :]:
        again.append(chunk)
    again.close()
    assert list(again.chunks()) == chunks, "a journal gave other chunks"


def model(case: Case) -> None:
    """Link models and SuPor models, read and used."""
    name = case.rng.choice(["logistic.json", "logistic.json", "supor.json", "weave.json"])
    value = json.loads(SAMPLES[name])
    raw = case.json(value) if case.rng.random() < 0.8 else case.bytes(SAMPLES[name])
    path = case.file("m.json", raw)
    if name == "supor.json":
        read_model(path)
        return
    kinds.load(path).predict(MEETINGS[0], "all")


def other_format(case: Case) -> None:
    """Other people's formats: one file of each is damaged."""
    name = case.rng.choice(list(FORMATS))
    files = dict(FORMATS[name])
    chosen = case.rng.choice(list(files))
    files[chosen] = case.bytes(files[chosen])
    folder = case.folder / "in"
    shutil.rmtree(folder, ignore_errors=True)
    for file, raw in files.items():
        case.file(f"in/{file}", raw)
    source = folder / next(iter(files)) if name in ONE_FILE else folder
    for value in formats.FORMATS.get(name).read(str(source), Notes()):
        topic_from_json(value, "topic")


def declared_encoding(case: Case) -> None:
    """Any encoding that Python knows may be declared."""
    known = [*encodings.aliases.aliases, "undefined", "idna", "x", "utf-16", "mbcs"]
    raw = f'<?xml version="1.0" encoding="{case.rng.choice(known)}"?>A cat-abc sat.'.encode()
    raw += case.rng.choice(TEXTS).encode("utf-8", "surrogatepass")
    decode(case.bytes(raw) if case.rng.random() < 0.5 else raw, "x", Notes())


def measure(case: Case) -> None:
    """Spellings of measures."""
    names = [name for one in registered() for name in one.traits.names]
    text = case.rng.choice(names)
    if case.rng.random() < 0.5:
        key = case.rng.choice(["stem", "words", "report", "alpha", "n", "limit", "topics"])
        text += f"({key}={case.rng.choice(TEXTS)})"
    raw = case.bytes(text.encode("utf-8", "surrogatepass")) if case.rng.random() < 0.6 else b""
    made = parse(raw.decode("utf-8", "replace") if raw else text)
    assert parse(str(made)) == made, "a spelling changed"


TARGETS: dict[Callable[[Case], None], int] = {
    corpus_line: 30, packed_corpus: 8, scores: 12, human_scores: 8, cover: 12, graph: 12,
    journal: 3, model: 1, other_format: 6, declared_encoding: 4, measure: 4,
}  # fmt: skip
SAMPLES: dict[str, bytes] = {}
MEETINGS: list[Meeting] = []


def prepare(folder: Path) -> None:
    """Make good files of every kind once a process."""
    if MEETINGS:
        return
    from sumscope.app.score import score

    topics = [topic_from_json({**TOPIC, "id": f"T{i}"}, "t") for i in range(2)]
    table = score(topics, ["rouge-1", "rouge-2"])
    for name in ("s.csv", "s.jsonl", "s.parquet"):
        write_scores(folder / name, table.rows, table.meta)
        SAMPLES[name] = (folder / name).read_bytes()
    words = ["battery", "colour", "button", "price", "menu", "cost", "power", "shade"]
    meetings = []
    for m in range(4):
        rows = [
            {"id": f"M{m}.{i}", "text": f"so the {words[(i + m) % 8]} {words[i // 3 % 8]}.",
             "speaker": "AB"[i % 2], "act": "inf", "start": 3.0 * i, "end": 3.0 * i + 2}
            for i in range(24)
        ]  # fmt: skip
        items = [[f"M{m}.{i}" for i in range(24) if i // 6 == k and i % 3] for k in range(4)]
        cover = {
            "judge": "j",
            "clusters": [{"label": str(k), "items": g} for k, g in enumerate(items)],
        }
        value = {"id": f"M{m}", "lang": "en", "documents": [{"id": f"M{m}", "sentences": rows}]}
        meetings.append(topic_from_json({**value, "covers": [cover]}, "m"))
    for kind in ("logistic", "weave"):
        fit(meetings, folder / f"{kind}.json", kind=kind)
        SAMPLES[f"{kind}.json"] = (folder / f"{kind}.json").read_bytes()
    SAMPLES["supor.json"] = (FOLDER / "supor" / "en.json").read_bytes()
    MEETINGS.append(Meeting.of(meetings[0]))


class TookTooLongError(BaseException):
    """Raised by the alarm."""


def _late(number: int, frame: object) -> None:
    raise TookTooLongError


Targets = dict[Callable[[Case], None], int]


def run_case(number: int, seed: int, folder: Path, targets: Targets) -> tuple[str, str]:
    """The reader of a case and how it ended: `read`, `refused`, or what failed."""
    case = Case(number, seed, folder)
    (target,) = case.rng.choices(list(targets), list(targets.values()))
    signal.alarm(PATIENCE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            target(case)
    except SumscopeError as error:
        line = str(error)
        return target.__name__, "refused" if line and "\n" not in line else "an error of no line"
    except TookTooLongError:
        return target.__name__, f"case {number}: more than {PATIENCE} seconds"
    except Exception:
        return target.__name__, f"case {number}: {traceback.format_exc(limit=-4)}"
    finally:
        signal.alarm(0)
    return target.__name__, "read"


Job = tuple[range, int, Targets, Callable[[Path], None]]


def run_part(job: Job) -> Counter[tuple[str, str]]:
    """Some cases in a folder of their own."""
    numbers, seed, targets, make = job
    signal.signal(signal.SIGALRM, _late)
    found: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory(prefix="sumscope-fuzz-") as name:
        make(Path(name))
        for number in numbers:
            found[run_case(number, seed, Path(name), targets)] += 1
    return found


def main(what: str, about: str | None, targets: Targets, make: Callable[[Path], None]) -> None:
    """Run the cases and fail with the number of the first that fails."""
    reader = argparse.ArgumentParser(description=about)
    reader.add_argument("--cases", type=int, default=200_000)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    reader.add_argument("--one", type=int)
    given = reader.parse_args()
    if given.one is not None:
        found = run_part((range(given.one, given.one + 1), given.seed, targets, make))
        sys.exit(print(found) or any(end not in ("read", "refused") for _, end in found))
    begun = time.monotonic()
    parts = [
        (range(start, min(start + CHUNK, given.cases)), given.seed, targets, make)
        for start in range(0, given.cases, CHUNK)
    ]
    total: Counter[tuple[str, str]] = Counter()
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for found in pool.imap_unordered(run_part, parts):
            total.update(found)
    bad = [(name, end) for name, end in total if end not in ("read", "refused")]
    for target in targets:
        name = target.__name__
        print(f"{name:>18}: {total[name, 'read']} read, {total[name, 'refused']} refused")
    for name, end in bad[:20]:
        print(f"FAILED {name}: {end}")
    seconds = time.monotonic() - begun
    print(f"{what}: {total.total()} cases, {len(bad)} failing, {seconds:.0f} s")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main("readers", __doc__, TARGETS, prepare)

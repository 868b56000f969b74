"""What sumscope gives, before and after a change that should change nothing.

    python scripts/golden.py make DIR [--commit COMMIT] [--full]
    python scripts/golden.py diff OLD NEW

`make` runs the commands below and keeps what they print and write; with `--commit` it runs those of
another commit, from a temporary work tree (whose kernels are the installed ones). Times, keys,
dates, versions and folders are blanked. The corpora of `SUMSCOPE_DATA` are used where they are;
`--full` adds a study of REALSumm. `diff` names every difference that `PERMITTED` does not list,
and ends with status 1 if there is one. Nothing of this is committed.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Permitted(NamedTuple):
    """Lines that may differ: those of the files `file` that match `line`, and why."""

    file: str
    line: str
    why: str


# The differences that a change is meant to make, since the commit it is compared with.
PERMITTED = (
    Permitted("*.tex.txt", r".*[& ]-?0\.0+[& ].*", "what rounds to 0 has no sign in any table"),
    Permitted(
        "demo-status.out",
        r'\s*"(strength|low|high|rank|rank_low|rank_high)": .*',
        "the workbench measures through `rank`: last digits, and ranks are whole numbers",
    ),
    Permitted("bad-k.out", ".*", "communities are a table on the terminal"),
    Permitted("meta*.out", r'\s*"stability": \[\],', "meta --references is gone"),
    Permitted("*.table.out", ".*", "tables on the terminal may be laid out in another way"),
    Permitted("*.out", r".*sumscope: note: .*", "notes may be worded in another way"),
    Permitted("*.txt", r"(check_rules|disagreement_causes|edit_scripts)\b.*", "new functions"),
    Permitted(
        "signatures.txt",
        r"(agree|judges|rank|meta|compare|topics|oracle|oracle_file|study|read_scores|detect|sample"
        r"|CoverMeasure)\(.*",
        "arguments that came and went",
    ),
    Permitted("*", r'.*"(better|range)": .*', "score tables say the direction of their measures"),
    Permitted("*.meta.json.txt", r"\s*([0-9.]+|null|\]),?", "the ends of these ranges"),
    Permitted("*.jsonl.txt", r'\{"meta": .*', "the same metadata in one line"),
    Permitted("*.parquet.txt", r'\{"sumscope": .*', "the same metadata in one line"),
)

REAL = "score {real} -m rouge-1 -m rouge-2 -m rouge-l -m rouge-su4(report=f) -m topic-fusion"
# Name, command line (`~` is a blank inside a word), and the files it writes. `{demo}`, `{en}`,
# `{real}` and so on are inputs.
CASES: tuple[tuple[str, str, str], ...] = (
    ("agree", "agree a.json b.json -m omega -m vbeta --baseline 5 --json", ""),
    ("agree-all", "agree a.json b.json --baseline 3 --seed 2 --json", ""),
    ("agree-corpus", "agree {demo} --baseline 2 --json", ""),
    ("agree.table", "agree a.json b.json --baseline 0", ""),
    ("agree-overlap", "agree a.json c.json -m v", ""),
    ("convert", "convert t.csv one.jsonl --lang en --json", "one.jsonl"),
    ("convert-tsv", "convert t.tsv tsv.jsonl", "tsv.jsonl"),
    ("detect-congo", "detect g.tsv --by congo -k 2 --json", ""),
    ("detect-conga", "detect g.tsv --by conga --json", ""),
    ("detect-gn", "detect g.tsv --by gn --json", ""),
    ("detect-greedy", "detect g.tsv --by greedy --json", ""),
    ("detect-leiden", "detect g.tsv --by leiden --json", ""),
    ("detect-hierarchy", "detect g.tsv --by gn --hierarchy h.json --json", "h.json"),
    ("explain", "explain A~cat~sat. The~cats~sat. -m rouge-1 -m rouge-l --json", ""),
    ("explain.table", "explain A~cat~sat. The~cats~sat. -m rouge-1", ""),
    ("growth", "growth x.txt --lang en --curve --json", ""),
    ("judges", "judges {demo} --resamples 100 --json", ""),
    ("judges.table", "judges {demo} --resamples 100", ""),
    ("links-fit", "links fit m.jsonl --kind logistic -o link.json --json", "link.json"),
    ("links-fit-weave", "links fit m.jsonl -o weave.json --json", "weave.json"),
    ("links-predict", "links predict m.jsonl --model link.json --json", ""),
    ("links-predict-out", "links predict m.jsonl --model link.json -o p.json", "p.json"),
    ("links-evaluate", "links evaluate m.jsonl --model link.json -k 3 --json", ""),
    ("links-show", "links show link.json --json", ""),
    ("measures", "measures --json", ""),
    ("measures-one", "measures rouge-2 --json", ""),
    ("score", "score {demo} -m rouge-2 -m rouge-l --report f --json", ""),
    (
        "score-csv",
        "score {demo} -m rouge-1 -m rouge-2 -m topic-closeness -m growth-deviation -o s.csv",
        "s.csv s.csv.meta.json",
    ),
    ("score-jsonl", "score {demo} -m rouge-1 -m oracle-f1 -o s.jsonl", "s.jsonl"),
    ("score-parquet", "score {demo} -m rouge-w -m rouge-s4 -o s.parquet", "s.parquet"),
    ("score-table", "score t.csv -m rouge-1 --json", ""),
    ("score.table", "score {demo} -m rouge-1", ""),
    ("compare", "compare s.csv --resamples 200 --confidence 0.9 --seed 3 --json", ""),
    ("compare-wide", "compare wide.csv --resamples 100 --json", ""),
    ("compare.table", "compare s.csv --resamples 100", ""),
    ("meta", "meta s.csv --human {demo} --level summary --resamples 100 --json", ""),
    ("meta-system", "meta s.csv --human {demo} --resamples 100 --json", ""),
    (
        "meta-against",
        "meta s.csv --human {demo} --against rouge-1 --level system --resamples 100 --json",
        "",
    ),
    ("meta-human-csv", "meta s.csv --human h.csv --resamples 100 --json", ""),
    ("oracle", "oracle {demo} -n 1 --limit 20 --list 2 --workers 1 --json", ""),
    ("oracle-2", "oracle {demo} -n 2 --limit 30 --refs single --json", ""),
    ("oracle-out", "oracle {demo} -n 1 --limit 20 -o o.jsonl", "o.jsonl"),
    ("oracle-labels", "oracle {demo} -n 1 --limit 20 --labels -o l.jsonl", "l.jsonl"),
    ("oracle-greedy", "oracle {demo} -n 2 --limit 20 --method greedy --json", ""),
    ("oracle-f", "oracle {demo} -n 1 --sentences 2 --objective f --json", ""),
    ("rank", "rank {demo} --resamples 100 --json", ""),
    ("rank-ratings", "rank {demo} --by ratings --name pyramid --resamples 100 --json", ""),
    ("rank-scores", "rank {demo} --by s.csv --name rouge-2 --resamples 100 --json", ""),
    ("sample", "sample {demo} --low 5 --high 30 --json", ""),
    ("summarize-lead", "summarize {demo} --by lead --words 20 --json", ""),
    ("summarize-gist", "summarize {demo} --by gistsumm -o sum.jsonl", "sum.jsonl"),
    ("summarize-supor", "summarize {en} --by supor --rate 0.3 -o sup.jsonl", "sup.jsonl"),
    ("summarize-gei", "summarize {demo} --by gei --words 30 --json", ""),
    ("summarize-lexrank", "summarize {demo} --by lexrank --words 30 --json", ""),
    ("summarize-random", "summarize {demo} --by random --words 30 --seed 4 --json", ""),
    ("supor-fit", "supor fit {en} -o supor.json --json", "supor.json"),
    ("supor-show", "supor show en --json", ""),
    ("topics", "topics x.txt --lang en --json", ""),
    (
        "gold-new",
        "gold new w.db {demo} --task rate --judge ann --judge bob --scale q:1-5 --name p --json",
        "w.db",
    ),
    ("gold-new-prefer", "gold new w.db {demo} --task prefer --judge ann --name q --json", ""),
    ("gold-status", "gold status w.db --json", ""),
    ("gold-page", "gold page w.db --judge ann --project p -o ann.html", "ann.html"),
    ("demo", "demo -o demo", "demo"),
    ("demo-status", "gold status demo/workbench.db --json", ""),
    *(
        (
            f"gold-export-{name}",
            f"gold export demo/workbench.db -o {name} --judges all --project {project}",
            name,
        )
        for name, project in (
            ("rate.jsonl", "Rate~summaries"),
            ("rate.csv", "Rate~summaries"),
            ("prefer.jsonl", "Compare~summaries"),
            ("cluster.jsonl", "Cluster~sentences"),
            ("cluster.csv", "Cluster~sentences"),
            ("links.jsonl", "Link~a~meeting~to~its~minutes"),
            ("extract.jsonl", "Choose~sentences"),
        )
    ),
    ("study", "study {four} -o st --resamples 200", "st"),
    # Mistakes: one line and status 2.
    ("bad-command", "scores {demo}", ""),
    ("bad-measure", "score {demo} -m rouge-9x", ""),
    ("bad-file", "score nothing.jsonl -m rouge-1", ""),
    ("bad-output", "score {demo} -m rouge-1 -o x.txt", ""),
    ("bad-input-is-output", "score t.csv -m rouge-1 -o t.csv", ""),
    ("bad-table", "score bad.csv -m rouge-1", ""),
    ("bad-option", "oracle {demo} -n 0 --limit 10", ""),
    ("bad-k", "detect g.tsv --by gn -k 99", ""),
    ("bad-covers", "agree a.json", ""),
    # Real corpora.
    ("real-csv", REAL + " -o real.csv", "real.csv real.csv.meta.json"),
    ("real-jsonl", REAL + " -o real.jsonl --workers 2", "real.jsonl"),
    ("real-parquet", REAL + " -o real.parquet", "real.parquet"),
    ("real-compare", "compare real.csv --resamples 200 --json", ""),
    ("real-meta", "meta real.csv --human {real} --level summary --resamples 100 --json", ""),
    ("real-oracle", "oracle {real} -n 2 --limit 60 -o ro.jsonl", "ro.jsonl"),
    ("real-multiling", "score {multiling} -m rouge-2 -m be -m topic-bigram --json", ""),
    ("layout-duc", "convert {duc} duc.jsonl --json", "duc.jsonl"),
    ("layout-duc-score", "score duc.jsonl -m rouge-2 --jackknife all --json", ""),
    ("layout-temario", "convert {temario} tem.jsonl --json", "tem.jsonl"),
    ("layout-see", "convert {see} see.jsonl --json", "see.jsonl"),
    ("ami-agree", "links evaluate {ami} --model weave.json --json", ""),
)
FULL = (("real-study", "study {real} -o rst --resamples 500", "rst"),)

BLANKS = (
    (re.compile(r'"(seconds|duration|time|times|elapsed|worked)": ?[\d.eE+-]+'), r'"\1": 0'),
    (re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z|\+\d\d:?\d\d)?)?"), "DATE"),
    (re.compile(r'"(key|token|client|uuid)": ?"[^"]+"'), r'"\1": "KEY"'),
    (re.compile(r"/j/[\w-]{16,}"), "/j/KEY"),
    (re.compile(r"(?<!corpus:)\b[0-9a-f]{12}(?:[0-9a-f]{12})?\b"), "ID"),
    (re.compile(r"\b1[78]\d{11}\b"), "MILLISECONDS"),
    (re.compile(r"(?m)[ \t]+$"), ""),
    (re.compile(r"\b\d+\.\d+\.\d+(?:\.dev\d+|\+[\w.]+)?\b"), "VERSION"),
    (re.compile(r"sha256-[A-Za-z0-9+/]{43}="), "sha256-HASH"),
)


def blanked(text: str, folders: list[str]) -> str:
    """Text without what differs from one run to the next."""
    for folder in folders:
        text = text.replace(folder, "<DIR>")
    for pattern, blank in BLANKS:
        text = pattern.sub(blank, text)
    return text


def readable(path: Path) -> str:
    """A file as text that can be compared line by line."""
    raw = path.read_bytes()
    if path.suffix == ".parquet":
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path)
        told = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items()}
        told.pop("ARROW:schema", None)
        return "\n".join([json.dumps(told), *map(json.dumps, table.to_pylist())]) + "\n"
    if path.suffix == ".db":
        with sqlite3.connect(path) as database:
            names = database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            )
            lines = []
            for (name,) in list(names):
                cursor = database.execute(f'SELECT * FROM "{name}"')
                kept = [
                    at
                    for at, column in enumerate(cursor.description)
                    if not re.search("key|token|hash|salt|_at$|time|created|client", column[0])
                ]
                lines += [f"{name} {json.dumps([str(row[at]) for at in kept])}" for row in cursor]
        return "\n".join(sorted(blanked(line, []) for line in lines)) + "\n"
    if path.suffix == ".html":
        # What the page shows is data; scripts and styles are tested by themselves.
        held = re.findall(
            rb'<script[^>]*type="application/json"[^>]*>(.*?)</script>', raw, re.DOTALL
        )
        shown = []
        for one in held:
            try:
                shown.append(json.dumps(json.loads(one), indent=0, ensure_ascii=False))
            except json.JSONDecodeError:
                shown.append(one.decode(errors="replace"))
        return "\n".join(shown)
    if path.suffix in (".svg", ".png", ".npz", ".gz", ".zip"):
        return hashlib.sha256(raw).hexdigest() + "\n"
    text = raw.decode("utf-8", "backslashreplace")
    if path.suffix == ".json":
        try:
            return json.dumps(json.loads(text), indent=0, ensure_ascii=False)
        except json.JSONDecodeError:
            return text
    return text


def inputs(folder: Path, demo: Path) -> dict[str, str]:
    """Write the small inputs, and name the large ones that are there."""
    (folder / "a.json").write_text('[["a", "b"], ["c", "d"]]')
    (folder / "b.json").write_text('[["a", "b", "c"], ["d"]]')
    (folder / "c.json").write_text('[["a", "b", "c"], ["c", "d"]]')
    (folder / "g.tsv").write_text("a\tb\nb\tc\nc\ta\nc\td\nd\te\ne\tf\nf\td\n")
    (folder / "t.csv").write_text("id,reference,prediction\n1,A cat.,The cat.\n2,Rain.,Rain.\n")
    (folder / "t.tsv").write_text("id\treference\tpeer.x\tpeer.y\n1\tA cat.\tThe cat.\tA dog.\n")
    (folder / "bad.csv").write_text("id,colour\n1,red\n")
    (folder / "wide.csv").write_text(
        "topic,peer,m1,m2\n" + "".join(f"{t},{p},{t * 7 % 5},{t + ord(p) % 7}\n"
                                       for t in range(12) for p in "abc")
    )  # fmt: skip
    (folder / "x.txt").write_text(
        "The cat sat on the mat. A dog ran to the cat. The mat was red. The dog sat."
    )
    lines = demo.read_text(encoding="utf-8").splitlines(keepends=True)
    topics = [json.loads(line) for line in lines]
    english = [line for line, t in zip(lines, topics, strict=True) if t.get("lang") == "en"]
    (folder / "en.jsonl").write_text("".join(english), encoding="utf-8")
    (folder / "four.jsonl").write_text("".join(lines[:4]), encoding="utf-8")
    human = ["topic,peer,grade\n"]
    human += [
        f"{t['id']},{p['id']},{(len(p['id']) * 7 + n) % 5}\n"
        for n, t in enumerate(topics)
        for p in t["peers"]
    ]
    (folder / "h.csv").write_text("".join(human), encoding="utf-8")
    words = ["battery", "colour", "button", "price", "menu", "cost", "power", "shade"]
    with (folder / "m.jsonl").open("w") as file:
        for n in range(4):
            rows = [
                {"id": f"M{n}.{i}", "text": f"so the {words[(i + n) % 8]} {words[i // 3 % 8]}."}
                for i in range(24)
            ]
            clusters = [
                {
                    "label": str(k),
                    "items": [f"M{n}.{i}" for i in range(24) if i // 6 == k and i % 3],
                }
                for k in range(4)
            ]
            topic = {
                "id": f"M{n}",
                "lang": "en",
                "documents": [{"id": f"M{n}", "sentences": rows}],
                "covers": [{"judge": "j", "clusters": clusters}],
            }
            file.write(json.dumps(topic) + "\n")
    named = {"demo": str(demo), "en": "en.jsonl", "four": "four.jsonl"}
    data = Path(os.environ.get("SUMSCOPE_DATA") or "/nowhere")
    if data.is_dir():
        for name, path in {
            "real": data / "realsumm/cnndm.jsonl.gz",
            "multiling": data / "multiling2011/english.jsonl.gz",
            "ami": data / "ami/dev.jsonl.gz",
        }.items():
            most = {"ami": 2, "real": 100, "multiling": 10}[name]
            with gzip.open(path, "rt", encoding="utf-8") as packed:
                (folder / f"{name}-in.jsonl").write_text("".join(list(packed)[:most]))
            named[name] = f"{name}-in.jsonl"
        named["duc"] = str(data / "layouts/duc2006")
        named["see"] = str(data / "layouts/sumrepo-duc2004")
        named["temario"] = str(data / "layouts/temario2004/official")
    return named


SIGNATURES = """
import inspect, sumscope
for name in dir(sumscope):
    found = getattr(sumscope, name)
    try:
        print(f"{name}{inspect.signature(found)}")
    except (TypeError, ValueError):
        print(name)
"""

# The package of the tree under test comes before an editable installation.
FIRST = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "ScikitBuild" not in type(f).__name__]
sys.path.insert(0, {src!r})
"""


def environment(tree: Path, folder: Path) -> dict[str, str]:
    """Variables with which Python imports the package of `tree`."""
    import sumscope.kernels

    src = tree / "src"
    first = folder / "first"
    first.mkdir()
    (first / "sitecustomize.py").write_text(FIRST.format(src=str(src)))
    if tree != ROOT:
        for home in sumscope.kernels.__path__:
            for compiled in Path(home).glob("_*.so"):
                shutil.copy(compiled, src / "sumscope/kernels")
    else:
        (first / "sitecustomize.py").write_text("")
    held = {key: value for key, value in os.environ.items() if not key.startswith("SUMSCOPE_")}
    return held | {"PYTHONPATH": str(first), "PYTHONHASHSEED": "0", "COLUMNS": "200"}


def make(tree: Path, out: Path, full: bool, only: str | None) -> None:
    """Run every case in the package of `tree`, and write what came of it to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "work"
        folder.mkdir()
        env = environment(tree, Path(name))
        demo = tree / "src/sumscope/data/demo.jsonl"
        named = inputs(folder, demo)
        blanks = [str(folder), str(tree), os.environ.get("SUMSCOPE_DATA") or "<DIR>"]
        python = [sys.executable, "-W", "ignore::DeprecationWarning"]
        done = subprocess.run(
            [*python, "-c", SIGNATURES], cwd=folder, env=env, capture_output=True, text=True
        )
        (out / "signatures.txt").write_text(done.stdout + done.stderr)
        for case, words, written in (*CASES, *(FULL if full else ())):
            if "real" not in named and re.search("{(real|multiling|ami|duc|see|temario)}", words):
                print(f"{case}: left out, SUMSCOPE_DATA is not set")
                continue
            if only and not fnmatch.fnmatch(case, only):
                continue
            args = [word.format(**named).replace("~", " ") for word in words.split()]
            done = subprocess.run(
                [*python, "-m", "sumscope", *args], cwd=folder, env=env, capture_output=True
            )
            printed = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
            (out / f"{case}.out").write_text(
                blanked(f"{printed[0]}--- {done.returncode}\n{printed[1]}", blanks)
            )
            for file in written.split():
                path = folder / file
                every = (
                    sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
                )
                for one in every:
                    if not one.exists():
                        continue
                    kept = out / "files" / one.relative_to(folder)
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    kept.with_name(kept.name + ".txt").write_text(blanked(readable(one), blanks))
            print(f"{case}: {done.returncode}", flush=True)


def permitted(file: str, line: str) -> bool:
    """Whether a line of a file may differ."""
    return any(
        fnmatch.fnmatch(file, one.file) and re.fullmatch(one.line, line) for one in PERMITTED
    )


def diff(old: Path, new: Path) -> int:
    """Print the differences that are not permitted; 1 if there are any."""
    files = sorted({p.relative_to(d).as_posix() for d in (old, new) for p in d.rglob("*.*")
                    if p.is_file()})  # fmt: skip
    differing = 0
    for file in files:
        sides = [d / file for d in (old, new)]
        if not all(side.exists() for side in sides):
            if not permitted(file, ""):
                differing += 1
                print(f"{file}: only in {'NEW' if sides[1].exists() else 'OLD'}")
            continue
        texts = [side.read_text() for side in sides]
        if texts[0] == texts[1]:
            continue
        lines = [
            line
            for line in difflib.unified_diff(
                *(t.splitlines() for t in texts), "", "", "", "", 0, ""
            )
            if line[:1] in "+-" and line[:3] not in ("+++", "---", "+", "-")
        ]
        lines = [line for line in lines if not permitted(file, line[1:])]
        if lines:
            differing += 1
            print(f"{file}: {len(lines)} lines")
            for line in lines[:8]:
                print(f"  {line[:200]}")
    print(f"{len(files)} files compared, {differing} differ")
    return 1 if differing else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make", help="run every case and keep what comes of it")
    making.add_argument("dir", type=Path)
    making.add_argument("--commit", help="run the package of this commit")
    making.add_argument("--full", action="store_true", help="also a study of REALSumm")
    making.add_argument("--only", metavar="PATTERN", help="only the cases of these names")
    comparing = verbs.add_parser("diff", help="say what differs")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    given = parser.parse_args()
    if given.verb == "diff":
        return diff(given.old, given.new)
    if given.commit is None:
        make(ROOT, given.dir.resolve(), given.full, given.only)
        return 0
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        run = ["git", "worktree"]
        subprocess.run(
            [*run, "add", "-q", "--detach", str(tree), given.commit], cwd=ROOT, check=True
        )
        try:
            make(tree, given.dir.resolve(), given.full, given.only)
        finally:
            subprocess.run([*run, "remove", "--force", str(tree)], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

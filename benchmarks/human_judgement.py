"""The tables of docs/explanation/kumar2011.md: every measure's correlation with people.

Needs the real corpora (SUMSCOPE_DATA). Prints Markdown: correlations with 95% intervals, and the
paired differences of topic-fusion; bootstrap over systems and inputs.
"""

from __future__ import annotations

import os
from pathlib import Path

import sumscope
from sumscope.core.table import ScoreTable

CORPORA = {
    "REALSumm": "realsumm/cnndm.jsonl.gz",
    "MultiLing 2011, English": "multiling2011/english.jsonl.gz",
}
ROUGE = ["rouge-1", "rouge-2", "rouge-l", "rouge-su4", "rouge-1(stop=true)", "rouge-1(weight=idf)"]
FUSION = ["topic-fusion", "topic-fusion(report=f)"]
SCHEMES = [
    f"topic-{scheme}{topics}"
    for scheme in ("unigram", "bigram", "path", "closeness")
    for topics in ("", "(topics=greedy)", "(topics=gaac)")
]
PAPER = [
    "topic-path(form=paper)",
    "topic-closeness(form=paper)",
    "topic-closeness(topics=gaac,form=paper)",
]
COLUMNS = [(level, s) for level in ("system", "summary") for s in ("pearson", "kendall")]


def main() -> None:
    folder = os.environ.get("SUMSCOPE_DATA")
    if not folder:
        print("SUMSCOPE_DATA does not name the folder of real corpora: nothing to measure")
        return
    for name, path in CORPORA.items():
        corpus = Path(folder) / path
        measures = [*ROUGE, *FUSION, *SCHEMES, *PAPER]
        scores = sumscope.score(corpus, measures, workers=1)
        found = sumscope.meta(scores, corpus, level=("system", "summary"))
        print(f"\n{name}\n\n| measure | " + " | ".join(" ".join(c) for c in COLUMNS) + " |")
        print("| --- " * (len(COLUMNS) + 1) + "|")
        for measure in measures:
            rows = [found.find(measure, *column) for column in COLUMNS]
            cells = [f"{r.value:.3f} [{r.low:.3f}, {r.high:.3f}]" for r in rows]
            print(f"| `{measure}` | " + " | ".join(cells) + " |")
        few = ScoreTable(tuple(row for row in scores if row.measure in (*ROUGE, FUSION[0])))
        tests = sumscope.meta(few, corpus, level=("system", "summary"), against=FUSION[0]).tests
        print(f"\nOther measures less `{FUSION[0]}`, Pearson\n")
        for test in tests:
            if test.statistic == "pearson":
                around = f"[{test.low:+.3f}, {test.high:+.3f}]"
                print(
                    f"- {test.level}: `{test.left}` {test.difference:+.3f} {around}, p {test.p:.3f}"
                )


if __name__ == "__main__":
    main()

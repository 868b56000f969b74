"""Pictures beside the tables of Hirao et al. (2017): scores, counts, likeness, pruning.

python benchmarks/oracle_figures.py CORPUS FOLDER

Every problem of CORPUS within 100 words: n = 1 and 2, all references together and one by one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.oracles.facts import OracleFacts, facts_of
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.text import OracleText
from sumscope.report.drawing import save
from sumscope.report.oracle_figures import oracle_figures

WORDS = 100


def main(corpus: str, folder: str) -> None:
    views = [TopicView(topic) for topic in read_corpus(corpus)]
    groups: dict[str, list[OracleFacts]] = {}
    for n in (1, 2):
        for kind in ("multi", "single"):
            made = groups.setdefault(f"ROUGE-{n}, {kind}", [])
            for view in views:
                words = OracleText(n).words(view)
                which = [None] if kind == "multi" else range(len(words.references))
                for reference in which:
                    found = solve(words.problem(WORDS, reference), budget=Budget(nodes=300_000))
                    facts = facts_of(found)
                    if facts is not None:
                        made.append(facts)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, figure in oracle_figures(groups).items():
        save(figure, Path(folder) / f"{name}.png")
        print(Path(folder) / f"{name}.png")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2])

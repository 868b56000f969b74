"""Train the SuPor models that ship: python train/train_supor.py [--data DIR]

English: MultiLing Pilot 2011 (`multiling2011/english.jsonl.gz` below DIR or SUMSCOPE_DATA).
Portuguese: the Portuguese topics of the embedded example, since no free corpus is at hand.
A model holds counts and our own phrases, no text of a corpus. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import sumscope
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.data import DEMO, FOLDER

MULTILING = (
    "English texts and references of the MultiLing Pilot 2011 (WikiNews), CC BY 3.0; "
    "ideal extracts by GEI from the three references of each topic"
)
EMBEDDED = (
    "the Portuguese topics of sumscope's embedded example, which is invented and small; "
    "train your own on a real corpus with: sumscope supor fit CORPUS -o MODEL"
)


def main() -> None:
    """Write data/supor/en.json and data/supor/pt.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("SUMSCOPE_DATA"))
    options = parser.parse_args()
    models = FOLDER / "supor"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.jsonl"
        write_corpus(path, [topic for topic in read_corpus(DEMO) if topic.lang == "pt"])
        sumscope.supor.fit(path, models / "pt.json", note=EMBEDDED)
    if options.data:
        corpus = Path(options.data) / "multiling2011" / "english.jsonl.gz"
        sumscope.supor.fit(corpus, models / "en.json", note=MULTILING)
    else:
        print("English left as it is: give --data or SUMSCOPE_DATA")
    for lang in ("en", "pt"):
        model = sumscope.supor.show(lang).model
        print(f"{lang}: {model.chosen} sentences in ideal extracts, {model.other} outside")


if __name__ == "__main__":
    main()

"""Link prediction on AMI, train to dev: the paper's model and ours, time, memory, a long meeting.

Run with SUMSCOPE_DATA set to the folder of real corpora. Nobody else's program does this task, so
the peer is the paper's own model: its figures on the same meetings, and the published ones.
`--cross N` looks at train only, in N folds by meeting series; choices are made there.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

from sumscope.app import links
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.linking.meeting import series

BY = ("linkage", "gn", "conga", "congo")
LONG = 2000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cross", type=int, default=0, metavar="N", help="folds inside train")
    options.add_argument("--model", choices=("weave", "logistic"), help="only this one")
    given = options.parse_args()
    folder = os.environ.get("SUMSCOPE_DATA")
    if not folder:
        print("SUMSCOPE_DATA does not name the folder of real corpora: nothing to measure")
        return
    train = list(read_corpus(Path(folder) / "ami" / "train.jsonl.gz"))
    names = [given.model] if given.model else ["logistic", "weave"]
    if given.cross:
        for name in names:
            cross(train, name, given.cross)
        return
    dev = list(read_corpus(Path(folder) / "ami" / "dev.jsonl.gz"))
    print("published, links: P .62 R .54 F .54 AUROC .89; at k = 18: GN .254 CONGA .263 CONGO .241")
    for name in names:
        begun, used = time.perf_counter(), time.process_time()
        model = links.fit(train, kind=name)
        wall, cpu = time.perf_counter() - begun, time.process_time() - used
        print(f"{name}: fit in {wall:.1f} s ({cpu:.1f} s of processor), peak {peak():.0f} MB")
        report(dev, model, "linked", BY)
        if name == "weave":
            for universe in ("extract", "all"):
                report(dev, model, universe, ("linkage",))
        begun = time.perf_counter()
        found = links.predict([long_meeting(dev)], model, universe="all")
        print(
            f"  a meeting of {LONG} sentences, universe all: {time.perf_counter() - begun:.1f} s, "
            f"{len(found.topics[0].links)} links, peak {peak():.0f} MB"
        )


def report(topics: list[Topic], model: Any, universe: str, by: tuple[str, ...]) -> None:
    begun = time.perf_counter()
    found = links.evaluate(topics, model, universe=universe, by=by, baselines=False)
    figures = " ".join(f"{n} {found.mean(n):.3f}" for n in ("precision", "recall", "f", "auroc"))
    print(f"  {universe}: {figures} ({time.perf_counter() - begun:.1f} s)")
    for name in by:
        inside, whole = found.omega_universe[name], found.omega[name]
        print(f"    Omega of {name}: {inside:.3f} in the universe, {whole:.3f} over all sentences")


def cross(train: list[Topic], name: str, folds: int) -> None:
    """Means over all meetings of train, each predicted by a model that saw no meeting like it."""
    groups = sorted({series(topic.id) for topic in train})
    rows = []
    for fold in range(folds):
        tested = set(groups[fold::folds])
        model = links.fit([t for t in train if series(t.id) not in tested], kind=name)
        unseen = [t for t in train if series(t.id) in tested]
        found = links.evaluate(unseen, model, by=("linkage",), baselines=False)
        rows += list(found.meetings)
        print(f"{name}: fold {fold + 1} of {folds}", file=sys.stderr)
    mean = {n: sum(getattr(r.links, n) for r in rows) / len(rows) for n in ("f", "auroc")}
    omega = sum(r.omega["linkage"] for r in rows) / len(rows)
    inside = sum(r.omega_universe["linkage"] or 0 for r in rows) / len(rows)
    print(
        f"{name}, {folds} folds by series: F {mean['f']:.4f} AUROC {mean['auroc']:.4f} "
        f"Omega {inside:.4f} in the universe, {omega:.4f} over all sentences"
    )


def long_meeting(topics: list[Topic]) -> Topic:
    """Meetings one after another, cut at LONG sentences, times and ids made new."""
    made: list[Sentence] = []
    offset = 0.0
    for topic in topics:
        for sentence in topic.documents[0].sentences or ():
            extra = dict(sentence.extra)
            extra |= {"start": extra["start"] + offset, "end": extra["end"] + offset}
            made.append(Sentence(sentence.text, f"s{len(made)}", extra))
        offset = max(float(s.extra["end"]) for s in made)
    return Topic("long", "en", (Text("d", sentences=tuple(made[:LONG])),))


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()

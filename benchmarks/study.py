"""A study of 1,000 topics x 20 peers: seconds, size of the page, and the parts that take the time.

`python benchmarks/study.py [TOPICS] [FOLDER]`; a FOLDER (corpus.jsonl and out/ in it) is kept, for
`benchmarks/report_page.py`. No other package writes such a report, so there is no peer to stand
beside; the figures to keep are 45 seconds on two cores, a page of 6 MB, and peak memory of a
worker that does not grow with the topics.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

TOPICS, PEERS, DOCUMENTS, SENTENCES = 1000, 20, 5, 20


def corpus(path: Path, topics: int = TOPICS, peers: int = PEERS) -> None:
    """Invented text: words drawn by Zipf's law, summaries that share sentences with the source."""
    draw = random.Random(0)
    letters = "aeioubcdfglmnprst"
    words = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(8000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def sentence() -> str:
        chosen = draw.choices(words, weights, k=draw.randint(8, 25))
        return " ".join(chosen).capitalize() + "."

    with path.open("w", encoding="utf-8") as file:
        for number in range(topics):
            docs = [[sentence() for _ in range(SENTENCES)] for _ in range(DOCUMENTS)]
            pool = [s for doc in docs for s in doc]

            def summary(share: float, pool: list[str] = pool) -> str:
                return " ".join(
                    draw.choice(pool) if draw.random() < share else sentence() for _ in range(6)
                )

            references = [summary(0.7) for _ in range(4)]
            names = [f"system{k:02d}" for k in range(peers)]
            topic = {
                "id": f"topic-{number:04d}",
                "lang": "en",
                "documents": [{"id": f"d{i}", "sentences": d} for i, d in enumerate(docs)],
                "references": [{"id": "ABCD"[i], "text": r} for i, r in enumerate(references)],
                "peers": [{"id": name, "text": summary(k / peers)} for k, name in enumerate(names)],
                "judgements": {
                    name: {"quality": round(k / peers + draw.gauss(0, 0.2), 3)}
                    for k, name in enumerate(names)
                },
            }
            file.write(json.dumps(topic) + "\n")


def main() -> None:
    from sumscope.app import study as app

    topics = int(sys.argv[1]) if len(sys.argv) > 1 else TOPICS
    kept = sys.argv[2] if len(sys.argv) > 2 else None
    with nullcontext(kept) if kept else tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        corpus(folder / "corpus.jsonl", topics)
        size = (folder / "corpus.jsonl").stat().st_size
        begun, last = time.perf_counter(), [time.perf_counter()]

        def tell(done: int, total: int) -> None:
            now = time.perf_counter()
            print(f"  part {done:2d} of {total}: {now - last[0]:6.1f} s")
            last[0] = now

        app.study(folder / "corpus.jsonl", folder / "out", workers=2, progress=tell)
        took = time.perf_counter() - begun
        used = sum(
            resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        # The kernel keeps the highest mark of this process, and of the largest worker that ended.
        peaks = [
            resource.getrusage(who).ru_maxrss / 1024
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        ]
        page = (folder / "out/index.html").stat().st_size
        files = [p for p in (folder / "out").rglob("*") if p.is_file()]
        whole = sum(p.stat().st_size for p in files)
        print(
            f"{topics} topics x {PEERS} peers ({size / 1e6:.1f} MB), 2 workers, "
            f"load {os.getloadavg()[0]:.1f}: {took:.1f} s ({took / 45:.2f} of 45 s), "
            f"{used:.1f} s of processor time; page {page / 1e6:.2f} MB "
            f"({page / 6e6:.2f} of 6 MB), {len(files)} files, {whole / 1e6:.0f} MB; "
            f"peak memory {peaks[0]:.0f} MB, the largest worker {peaks[1]:.0f} MB"
        )


if __name__ == "__main__":
    main()

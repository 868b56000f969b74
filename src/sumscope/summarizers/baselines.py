"""Baselines: the beginning of the source, or sentences drawn with a seed."""

from __future__ import annotations

import random

from sumscope.core.numbers import check_seed
from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Candidate, Ranking


@summarizer("lead", cite="baseline")
class Lead:
    """The first sentences; of several documents the first of each, then the second, and so on."""

    def rank(self, job: Job) -> Ranking:
        """By index in the document, then by document."""
        source = job.source
        order = sorted(
            range(len(source.items)),
            key=lambda i: (source.places[i].index, source.places[i].document),
        )
        names = [document.id for document in source.view.documents]
        return Ranking(
            tuple(
                Candidate(
                    i,
                    1 / (1 + source.places[i].index),
                    f"sentence {source.places[i].index + 1} of {source.places[i].of} in document "
                    f"{names[source.places[i].document]}",
                )
                for i in order
            )
        )


@summarizer("random", cite="baseline")
class RandomDraw:
    """Sentences drawn at random; the same seed and topic give the same draw."""

    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)

    def rank(self, job: Job) -> Ranking:
        """A shuffle that depends on the seed and the topic's id alone."""
        order = list(range(len(job.source.items)))
        random.Random(f"{self.seed}/{job.source.view.id}").shuffle(order)
        return Ranking(
            tuple(
                Candidate(i, 1 - draw / len(order), f"draw {draw + 1} with seed {self.seed}")
                for draw, i in enumerate(order)
            )
        )

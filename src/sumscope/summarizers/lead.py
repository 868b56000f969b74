"""Lead: the beginning of the source."""

from __future__ import annotations

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

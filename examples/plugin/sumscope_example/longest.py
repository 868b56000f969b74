"""The longest sentences, as a summarizer."""

from sumscope.summarizers import Candidate, Job, Ranking, summarizer


@summarizer("longest", cite="none")
class Longest:
    """The longest sentences first."""

    def rank(self, job: Job) -> Ranking:
        sizes = [len(item.text) for item in job.source.items]
        order = sorted(range(len(sizes)), key=lambda i: -sizes[i])
        return Ranking(tuple(Candidate(i, sizes[i], f"{sizes[i]} characters") for i in order))

"""GistSumm: sentences that keep to the gist (Pardo, Rino and Nunes 2003)."""

from __future__ import annotations

from collections import Counter

from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Candidate, Ranking


@summarizer("gistsumm", cite="pardo2003")
class GistSumm:
    """Sentences that share a word with the gist sentence and score above the mean.

    A sentence scores the sum of the frequencies of its words in the source (Luhn's keywords:
    stems, without stop words); the gist sentence has the highest score. Pardo, Rino, Nunes 2003.
    """

    def rank(self, job: Job) -> Ranking:
        """The gist sentence, then those near it by score."""
        stems, word_of = job.source.stems, job.source.word_of
        frequency = Counter(stem for sentence in stems for stem in sentence)
        scores = [float(sum(frequency[stem] for stem in sentence)) for sentence in stems]
        if not any(scores):
            return Ranking(())
        mean = sum(scores) / len(scores)
        gist = max(range(len(scores)), key=lambda i: (scores[i], -i))
        core = set(stems[gist])

        def why(i: int) -> str:
            if i == gist:
                top = sorted(core, key=lambda stem: (-frequency[stem], stem))[:4]
                named = ", ".join(f"{word_of(stem)} {frequency[stem]}" for stem in top)
                return f"the gist sentence: highest score, {scores[i]:.0f} ({named})"
            shared = sorted(core & set(stems[i]), key=lambda stem: (-frequency[stem], stem))
            more = "" if len(shared) <= 4 else f" and {len(shared) - 4} more"
            return (
                f"score {scores[i]:.0f} above the mean {mean:.1f}; shares "
                f"{', '.join(map(word_of, shared[:4]))}{more} with the gist sentence"
            )

        kept = [i for i in range(len(scores)) if scores[i] > mean and core & set(stems[i])]
        kept.sort(key=lambda i: (i != gist, -scores[i], i))
        if gist not in kept:  # every sentence scores the same
            kept.insert(0, gist)
        return Ranking(tuple(Candidate(i, scores[i], why(i)) for i in kept))

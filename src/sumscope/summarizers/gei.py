"""GEI: the ideal extract of a manual summary (Pardo and Rino 2004)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

from sumscope.core.errors import SumscopeError
from sumscope.corpus.view import TopicView
from sumscope.summarizers._likeness import MOST_LINKS
from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Candidate, Ranking
from sumscope.summarizers.source import Source


@summarizer("gei", cite="pardo2004", needs=("documents", "references"))
class Gei:
    """For each sentence of the manual summaries the source sentence of highest cosine.

    Vectors count the stems of words that are no stop words. The closest matches come first, so a
    limit keeps the most representative ones. Pardo, Rino 2004.
    """

    def rank(self, job: Job) -> Ranking:
        """The matched source sentences by falling cosine."""
        source = job.source
        vectors = [Counter(stems) for stems in source.stems]
        norms = [math.sqrt(sum(n * n for n in vector.values())) for vector in vectors]
        holding: defaultdict[str, list[int]] = defaultdict(list)
        for i, vector in enumerate(vectors):
            for stem in vector:
                holding[stem].append(i)
        best: dict[int, tuple[float, str]] = {}
        looked_at = 0
        for reference in source.view.references:
            for number, sentence in enumerate(reference.sentences, 1):
                wanted = Counter(source.pipe.content_stems(sentence))
                norm = math.sqrt(sum(n * n for n in wanted.values()))
                products: Counter[int] = Counter()
                for stem, times in wanted.items():
                    for i in holding.get(stem, ()):
                        products[i] += times * vectors[i][stem]
                if not products:
                    continue
                looked_at += len(products)
                if looked_at > MOST_LINKS:
                    raise SumscopeError(
                        f"{len(vectors)} sentences share words with those of the references "
                        f"in more than {MOST_LINKS:,} pairs",
                        hint="split the documents, or shorten the references",
                    )
                cosines = {i: product / (norm * norms[i]) for i, product in products.items()}
                i = min(cosines, key=lambda i: (-float(f"{cosines[i]:.12g}"), i))
                if i not in best or cosines[i] > best[i][0]:
                    why = f"closest to sentence {number} of {reference.id}: cosine {cosines[i]:.3f}"
                    best[i] = (cosines[i], why)
        order = sorted(best, key=lambda i: (-float(f"{best[i][0]:.12g}"), i))
        return Ranking(tuple(Candidate(i, *best[i]) for i in order))


def ideal_of(view: TopicView) -> tuple[str, ...]:
    """The ids of the ideal extract without any limit, in source order."""
    source = Source(view)
    chosen = sorted(candidate.index for candidate in Gei().rank(Job(source)).candidates)
    return tuple(source.items[index].id for index in chosen)

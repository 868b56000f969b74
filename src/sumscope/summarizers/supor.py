"""SuPor: naive Bayes over simple features of sentences (Módolo 2003; Kupiec et al. 1995)."""

from __future__ import annotations

from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Ranking, best_first
from sumscope.summarizers.supor_model import default_model, features


@summarizer("supor", cite="kupiec1995", needs=("documents", "model"))
class Supor:
    """Sentences by their probability of being in an ideal extract, learned from such extracts.

    Naive Bayes over nine binary features; `sumscope supor show` prints a model's tables. Without
    a model the one that ships for the language is used. Módolo 2003.
    """

    def rank(self, job: Job) -> Ranking:
        """By falling probability."""
        model = job.model if job.model is not None else default_model(job.source.lang)
        answers = features(job.source, model.phrases)
        chances = [model.probability(answer) for answer in answers]

        def why(i: int) -> str:
            weights = [(model.weight(f, answers[i][f.name]), f.name) for f in model.features]
            for_it = [
                f"{'' if answers[i][name] else 'not '}{name} {weight:+.2f}"
                for weight, name in sorted(weights, key=lambda pair: (-pair[0], pair[1]))
                if weight > 0.005
            ]
            return f"probability {chances[i]:.3f}; for it: {', '.join(for_it) or 'nothing'}"

        return Ranking(best_first(chances, why))

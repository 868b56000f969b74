"""Settings of a study, as given and as resolved for its corpus."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from sumscope._version import __version__
from sumscope.core.choices import Jackknife, Tokens
from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import check_resamples
from sumscope.core.table import ScoreTable

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4", "growth-deviation")
# The length of oracles where no summary says how long they should be.
LIMIT = 100
# Draws behind intervals and tests, and how many a pair of peers: with fewer, no p could stay
# small enough after the correction over all pairs.
RESAMPLES, RESAMPLES_A_PAIR = 10_000, 40
MOST_DRAWS = 1_000_000
BUDGET = 20_000


@dataclass(frozen=True)
class Request:
    """What the caller asked for; `title`, `about` and `command` replace the report's own words."""

    measures: tuple[str, ...] | None = None
    limit: int | None = None
    resamples: int | None = None
    seed: int = 0
    jackknife: Jackknife = "human"
    title: str | None = None
    about: str | None = None
    command: str | None = None
    # Scores made elsewhere, by the name of their file, and those for which lower is better.
    others: tuple[tuple[str, ScoreTable], ...] = ()
    lower: tuple[str, ...] = ()
    against: str | None = None

    def check(self) -> None:
        """Refuse what no study can do."""
        from sumscope.oracles.text import read_limit

        if self.limit is not None:
            if self.limit < 1:
                raise SumscopeError(f"limit is {self.limit}", hint="give a number of words")
            read_limit(self.limit)
        if self.resamples is not None:
            check_resamples(self.resamples)

    def tokens(self, other_script: bool) -> Tokens:
        """How ROUGE and oracles find words: as ever, unless texts are in another script."""
        return "unicode" if other_script else "rouge155"

    def settle(self, tokens: Tokens, peers: int, length: int | None) -> Settings:
        """The settings resolved for the script, the number of peers and their median length."""
        pairs = peers * (peers - 1) // 2
        draws = max(RESAMPLES, RESAMPLES_A_PAIR * pairs)
        if draws > MOST_DRAWS:  # so many peers that no two would differ in any time one waits
            draws = RESAMPLES
        return Settings(
            self.measures or usual(tokens),
            self.limit or length or LIMIT,
            self.resamples or draws,
            self.seed,
            self.jackknife,
            BUDGET,
            tokens,
        )

    def depends(self, name: str, sha256: str, tokens: Tokens) -> dict[str, object]:
        """Everything that the bytes of the report depend on."""
        return {
            "measures": list(self.measures or usual(tokens)),
            "limit": self.limit,
            "resamples": self.resamples,
            "seed": self.seed,
            "jackknife": self.jackknife,
            "budget": BUDGET,
            "corpus": sha256,
            "sumscope": __version__,
            "name": name,
            "title": self.heading(name),
            "about": self.about,
            "command": self.command,
            **(
                {"others": [[name, *map(list, t.rows)] for name, t in self.others]}
                if self.others
                else {}
            ),
            **({"lower": list(self.lower)} if self.lower else {}),
        }

    def heading(self, name: str) -> str:
        """The title of the report."""
        return self.title or f"Study of {name}"

    def spelled(self, name: str) -> str:
        """The command that makes the study again."""
        if self.command:
            return self.command
        words = ["sumscope", "study", name, "-o", "DIR"]
        for measure in self.measures or ():
            words += ["-m", measure]
        for option, value, default in (
            ("--limit", self.limit, None),
            ("--resamples", self.resamples, None),
            ("--seed", self.seed, 0),
            ("--jackknife", self.jackknife, "human"),
            ("--title", self.title or None, None),
            ("--against", self.against, None),
        ):
            if value != default:
                words += [option, str(value)]
        for other, _ in self.others:
            # A frame has no file; its argument stands for it in messages.
            words += ["--scores", "SCORES" if "=" in other else Path(other).name]
        for measure in self.lower:
            words += ["--lower", measure]
        return shlex.join(words)


@dataclass(frozen=True)
class Settings:
    """What a study does; together with the corpus it decides every number."""

    measures: tuple[str, ...]
    limit: int
    resamples: int
    seed: int
    jackknife: Jackknife
    budget: int
    tokens: Tokens = "rouge155"


def usual(tokens: Tokens) -> tuple[str, ...]:
    """The measures of a study that was not asked for others."""
    if tokens == "rouge155":
        return MEASURES
    return tuple(f"{m}(tokens={tokens})" if m.startswith("rouge") else m for m in MEASURES)

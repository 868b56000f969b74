"""The options of `oracle`: names, choices, defaults and checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumscope.core.choices import (
    LengthUnit,
    OracleMethod,
    OracleObjective,
    OracleRefs,
    Tokens,
    values,
)
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.numbers import check_most, check_seed
from sumscope.oracles.objective import LCS, Objective, read_objective

if TYPE_CHECKING:
    from sumscope.oracles.methods import Budget
    from sumscope.oracles.text import OracleText

REFS = values(OracleRefs)
METHOD = values(OracleMethod)
TOKENS = values(Tokens)
LENGTH = values(LengthUnit)
WORDS = 100
# ROUGE-L has a weaker bound: a search that nobody limits ends here and says how far it came.
LCS_NODES = 100_000


@dataclass(frozen=True)
class OracleOptions:
    """What to compute for every topic.

    `n` is the ROUGE to maximise: 2, `L`, or the mean of several, `1+2` or `1+2+L`; `objective` its
    recall or F. `limit` is words, or `3s` for the words of three mean sentences; `sentences` is at
    most so many sentences. Without both, the limit is 100 words. `listed` is how many oracles to
    name, `samples` how many to draw at random for labels, by `seed`. `budget` is search nodes (a
    whole number) or seconds (`10s`) per problem. `stop` leaves stop words out of the matches
    (None: for n = 1 only). `length` is what the limit counts: tokens of ROUGE, words between
    spaces, or bytes. `cut` cuts references at the limit, as ROUGE's -l does.
    """

    n: int | str = 1
    limit: int | str | None = None
    refs: OracleRefs = "multi"
    method: OracleMethod = "bnb"
    listed: int = 1
    labels: bool = False
    gaps: bool = False
    budget: str | int | float | None = None
    stem: bool = True
    stop: bool | None = None
    tokens: Tokens = "rouge155"
    length: LengthUnit = "tokens"
    cut: bool = False
    objective: OracleObjective = "recall"
    sentences: int | None = None
    samples: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        from sumscope.oracles.methods import read_budget
        from sumscope.oracles.text import read_limit

        goal = read_objective(self.n, self.objective)
        object.__setattr__(self, "n", goal.spelling)
        if self.sentences is not None and self.sentences < 1:
            raise SumscopeError(f"sentences = {self.sentences}", hint="write --sentences 3")
        if self.samples < 0:
            raise SumscopeError(f"samples = {self.samples} is below 0", hint="write --samples 10")
        check_most("samples", self.samples)
        check_seed(self.seed)
        if self.samples and not self.labels:
            raise SumscopeError("samples are a form of labels", hint="add --labels")
        if self.listed < 0:
            raise SumscopeError(f"list = {self.listed} is below 0", hint="write --list 10")
        check_most("list", self.listed)
        for name, known in (
            ("method", METHOD),
            ("refs", REFS),
            ("tokens", TOKENS),
            ("length", LENGTH),
        ):
            value = getattr(self, name)
            if value not in known:
                raise SumscopeError(
                    f"{name} = {value!r} is not known", hint=nearest(str(value), known)
                )
        read_budget(self.budget)
        self._check_limits(read_limit)
        if not self.is_plain and self.method == "bnb-paper":
            raise SumscopeError(
                f"{self.method} is for the recall of one ROUGE-N under a length limit",
                hint="use --method bnb",
            )

    def _check_limits(self, read_limit: Callable[[int | str], int | str]) -> None:
        """Say what is left unsaid: three sentences as in PreSumm, or 100 words."""
        from sumscope.oracles.trainers import SENTENCES, TRAINERS

        if self.method in TRAINERS:
            if self.limit is not None:
                raise SumscopeError(
                    f"{self.method} has no length limit", hint="give --sentences instead of --limit"
                )
            if self.sentences is None:
                object.__setattr__(self, "sentences", SENTENCES)
        elif self.limit is None and self.sentences is None:
            object.__setattr__(self, "limit", WORDS)
        if self.limit is not None:
            object.__setattr__(self, "limit", read_limit(self.limit))
        elif self.cut:
            raise SumscopeError("there is no length to cut references at", hint="add --limit 100")

    @property
    def goal(self) -> Objective:
        """What is maximised."""
        return read_objective(self.n, self.objective)

    @property
    def is_plain(self) -> bool:
        """Whether it is the paper's problem: recall of one ROUGE-N within a length."""
        return self.goal.is_plain and self.sentences is None

    @property
    def text(self) -> OracleText:
        """How texts become words."""
        from sumscope.oracles.text import OracleText

        cut = self.limit if self.cut else None
        views = self.goal.views
        return OracleText(
            views[0] if len(views) == 1 else views,
            self.stem,
            self.stop,
            self.tokens,
            self.length,
            cut,
        )

    @property
    def counting(self) -> str:
        """How lengths are counted, in words."""
        if self.limit is None:
            return f"at most {self.sentences} sentence{'' if self.sentences == 1 else 's'}"
        unit = {"tokens": "ROUGE tokens", "words": "words between spaces", "bytes": "bytes"}
        refs = "references are cut at the limit" if self.cut else "references are not cut"
        return f"the limit counts {unit[self.length]}; {refs}"

    @property
    def search_budget(self) -> Budget:
        """When a search stops."""
        from sumscope.oracles.methods import read_budget

        if self.budget is None and LCS in self.goal.views:
            return read_budget(LCS_NODES)
        return read_budget(self.budget)

"""The options of `oracle`: names, choices, defaults and checks, kept once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.numbers import check_most

if TYPE_CHECKING:
    from sumscope.oracles.methods import Budget
    from sumscope.oracles.text import OracleText

Refs = Literal["multi", "single"]
Method = Literal["bnb", "bnb-paper", "ilp", "greedy"]
Tokens = Literal["rouge155", "unicode"]
Length = Literal["tokens", "words", "bytes"]

REFS: tuple[str, ...] = get_args(Refs)
METHOD: tuple[str, ...] = get_args(Method)
TOKENS: tuple[str, ...] = get_args(Tokens)
LENGTH: tuple[str, ...] = get_args(Length)
MOST_N = 9


@dataclass(frozen=True)
class OracleOptions:
    """What to compute for every topic.

    `limit` is words, or `3s` for the words of three mean sentences. `listed` is how many oracles
    to name. `budget` is search nodes (a whole number) or seconds (`10s`) per problem. `stop` leaves
    stop words out of the matches (None: for n = 1 only). `length` is what the limit counts: tokens
    of ROUGE, words between spaces, or bytes. `cut` cuts references at the limit, as ROUGE's
    -l does.
    """

    n: int = 1
    limit: int | str = 100
    refs: Refs = "multi"
    method: Method = "bnb"
    listed: int = 1
    labels: bool = False
    peers: bool = False
    budget: str | int | float | None = None
    stem: bool = True
    stop: bool | None = None
    tokens: Tokens = "rouge155"
    length: Length = "tokens"
    cut: bool = False

    def __post_init__(self) -> None:
        from sumscope.oracles.methods import read_budget
        from sumscope.oracles.text import read_limit

        if not 1 <= self.n <= MOST_N:
            raise SumscopeError(
                f"n = {self.n} is not between 1 and {MOST_N}", hint="write -n 1 or -n 2"
            )
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
        object.__setattr__(self, "limit", read_limit(self.limit))
        read_budget(self.budget)

    @property
    def text(self) -> OracleText:
        """How texts become words."""
        from sumscope.oracles.text import OracleText

        cut = self.limit if self.cut else None
        return OracleText(self.n, self.stem, self.stop, self.tokens, self.length, cut)

    @property
    def counting(self) -> str:
        """How lengths are counted, in words."""
        unit = {"tokens": "ROUGE tokens", "words": "words between spaces", "bytes": "bytes"}
        refs = "references are cut at the limit" if self.cut else "references are not cut"
        return f"the limit counts {unit[self.length]}; {refs}"

    @property
    def search_budget(self) -> Budget:
        """When a search stops."""
        from sumscope.oracles.methods import read_budget

        return read_budget(self.budget)

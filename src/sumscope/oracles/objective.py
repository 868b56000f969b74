"""What an oracle maximises: recall or F of a ROUGE, or the mean over several."""

from __future__ import annotations

from dataclasses import dataclass

from sumscope.core.choices import OracleObjective, values
from sumscope.core.errors import SumscopeError, nearest

MEASURED = values(OracleObjective)
MOST_N = 9
MOST_VIEWS = 3
#: ROUGE-L among the numbers of ROUGE-N.
LCS = 0


@dataclass(frozen=True)
class Objective:
    """The mean of recall or F over `views`: the n of ROUGE-N, or `LCS` for ROUGE-L."""

    views: tuple[int, ...]
    measured: OracleObjective

    @property
    def is_plain(self) -> bool:
        """Whether it is the recall of one ROUGE-N, as in the paper."""
        return self.measured == "recall" and len(self.views) == 1 and self.views != (LCS,)

    @property
    def spelling(self) -> int | str:
        """What `-n` gave: a number, or ROUGEs joined by a plus sign."""
        if len(self.views) == 1 and self.views[0] != LCS:
            return self.views[0]
        return "+".join("L" if n == LCS else str(n) for n in self.views)


def read_objective(n: int | str, measured: str) -> Objective:
    """Check `-n` (2, L, 1+2, 1+2+L) and `--objective`."""
    if measured not in MEASURED:
        raise SumscopeError(
            f"objective = {measured!r} is not known", hint=nearest(str(measured), MEASURED)
        )
    parts = [n] if isinstance(n, int) else str(n).upper().split("+")
    views = []
    for part in parts:
        word = str(part)
        number = LCS if part == "L" else int(word) if word.isdecimal() and len(word) < 9 else -1
        if part != "L" and not 1 <= number <= MOST_N:
            raise SumscopeError(
                f"n = {part} is not between 1 and {MOST_N}", hint="write -n 1, -n 2, -n L or -n 1+2"
            )
        views.append(number)
    if len(set(views)) < len(views) or len(views) > MOST_VIEWS:
        raise SumscopeError(
            f"n = {n} is not a mean of at most {MOST_VIEWS} different ROUGEs", hint="write -n 1+2+L"
        )
    return Objective(tuple(views), "f" if measured == "f" else "recall")

"""Errors that users can act on: what went wrong, where, and how to fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# Characters of a message that may quote what was wrong with an input.
MOST_SAID = 2000


class SumscopeError(Exception):
    """Bad input or bad usage: one clear line, exit status 2 on the command line.

    >>> from sumscope import SumscopeError
    >>> print(SumscopeError("has no topics", where="c.jsonl", hint="write one topic per line"))
    c.jsonl: has no topics; write one topic per line
    """

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.what = _shortened(what)
        self.where = where
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        if self.hint:
            line = f"{line}; {self.hint}"
        return " ".join(line.split())

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default reduction, and errors cross processes.
        return (_rebuild, (type(self), self.what, self.where, self.hint))


def _shortened(text: str) -> str:
    """A text that a terminal can show: of very long ones the beginning and the end."""
    if len(text) <= MOST_SAID:
        return text
    return f"{text[: MOST_SAID * 3 // 4]} ... {text[-MOST_SAID // 4 :]}"


def _rebuild(
    kind: type[SumscopeError], what: str, where: str | None, hint: str | None
) -> SumscopeError:
    error = kind.__new__(kind)
    SumscopeError.__init__(error, what, where=where, hint=hint)
    return error


class MissingExtraError(SumscopeError):
    """An optional library is not installed."""


def nearest(name: str, known: Iterable[str], otherwise: str = "see the list of known names") -> str:
    """Name the closest known spellings, for the `hint` part of an error; case is no distance."""
    names = sorted(set(known))
    wanted = name.casefold()
    close = [one for one in names if one.casefold() == wanted]
    if not close:
        small = {one.casefold(): one for one in names}
        found = difflib.get_close_matches(wanted, small, n=3, cutoff=0.5)
        close = [small[one] for one in found]
    if close:
        listed = " or ".join(filter(None, (", ".join(close[:-1]), close[-1])))
        return f"did you mean {listed}?"
    return "known: " + ", ".join(names) if len(names) <= 30 else otherwise

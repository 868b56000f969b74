"""Arguments under their former names: accepted for a while, with a warning."""

from __future__ import annotations

import warnings


def warn_renamed(function: str, old: str, new: str) -> None:
    """Tell the caller of a public function that an argument has another name now."""
    warnings.warn(
        f"{function}({old}=...) is deprecated; use {new}=...", DeprecationWarning, stacklevel=3
    )

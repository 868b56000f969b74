"""The weight b of completeness against homogeneity."""

from __future__ import annotations

from sumscope.core.errors import SumscopeError


def check_beta(name: str, beta: float) -> None:
    """Refuse weights that mean nothing or that a measure's name cannot spell."""
    if not 0.001 <= beta <= 1000:
        raise SumscopeError(f"{name}: the weight {beta:g} is not between 0.001 and 1000")

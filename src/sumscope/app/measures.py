"""The list of measures, from what each declares."""

from __future__ import annotations

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.measure import parse, registered
from sumscope.core.measure_info import MeasureInfo, info_of


def measures(name: str | None = None) -> list[MeasureInfo]:
    """Every measure, or the one that `name` spells (a name or a spelling with parameters).

    >>> import sumscope
    >>> [one.names[0] for one in sumscope.measures("omega")]
    ['omega']
    """
    if name is None:
        return [info_of(cls) for cls in registered()]
    known = {listed: cls for cls in registered() for listed in cls.traits.names}
    if name in known:
        return [info_of(known[name])]
    try:
        return [info_of(type(parse(name)))]
    except SumscopeError:
        if "(" in name:
            raise
        raise SumscopeError(f"unknown measure {name!r}", hint=nearest(name, known)) from None

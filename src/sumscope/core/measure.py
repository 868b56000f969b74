"""The one idea of a measure: a frozen value whose `str` is its command-line spelling.

A measure is a small class with typed fields and a `@measure(...)` line. The fields give the
parameters, their validation, the documentation and the signature:

    @measure("rouge-{n}", needs=("peer", "references"), range=(0, 1), better="higher",
             cite="lin2004")
    class RougeN:
        '''N-gram overlap between a summary and its references.'''
        n: int = 2
        stem: bool = True

`{n}` in the name takes a field's value (`rouge-3`); `{n?}` may be left out where the field has its
default (`v` is `v1`). Other parameters go in parentheses. `parse(str(m)) == m` for every measure.

Summary measures (`needs` names some of peer, references, documents) implement `prepare(view)`,
`stats(prepared, peer)`, `score(stats)`, and those that need word counts over the whole corpus what
`sumscope.corpus.background` describes. Where many peers at once are quicker, `together` is a
function of a list of measures that have it and need the same, and of a list of (view, peer); it
gives the values by measure, the same as one by one. Cover measures (`needs=("left", "right")`)
implement `score(pair)`. What each receives is described in `sumscope.corpus.view` and
`sumscope.metrics.cover`.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import importlib
import math
import pkgutil
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from sumscope.core.errors import SumscopeError, nearest

Need = Literal["peer", "references", "documents", "left", "right"]


@dataclass(frozen=True)
class Traits:
    """What a measure declares about itself."""

    template: str
    names: tuple[str, ...]
    needs: tuple[Need, ...]
    low: float
    high: float
    better: Literal["higher", "lower"]
    symmetric: bool | None
    cite: str
    summary: str

    @property
    def kind(self) -> Literal["summary", "cover"]:
        """Whether the measure judges a summary or compares two covers."""
        return "cover" if "left" in self.needs else "summary"


class Measure(Protocol):
    """What every registered measure class offers (the decorator adds it)."""

    traits: ClassVar[Traits]

    def __str__(self) -> str: ...


T = TypeVar("T")
_BY_TEMPLATE: dict[str, type[Any]] = {}
_ATOM = r"[A-Za-z0-9_.:+*/-]+"


def measure(
    template: str,
    *,
    needs: tuple[Need, ...],
    range: tuple[float, float],
    better: Literal["higher", "lower"],
    cite: str,
    symmetric: bool | None = None,
    names: tuple[str, ...] = (),
) -> Callable[[type[T]], type[T]]:
    """Register a class as a measure; see the module's text. `names` are the spellings listed."""

    def register(cls: type[T]) -> type[T]:
        if "left" in needs and symmetric is None:
            raise TypeError(f"{cls.__name__}: a cover measure declares whether it is symmetric")
        if not (cls.__doc__ or "").strip():
            raise TypeError(f"{cls.__name__}: a measure has a docstring")
        if template in _BY_TEMPLATE and _BY_TEMPLATE[template].__module__ != cls.__module__:
            raise TypeError(f"{cls.__name__}: the name {template} is taken")
        made = dataclass(frozen=True)(cls)
        low, high = range
        made.traits = Traits(  # type: ignore[attr-defined]
            template=template,
            names=names or (template,),
            needs=needs,
            low=float(low),
            high=float(high),
            better=better,
            symmetric=symmetric,
            cite=cite,
            summary=(cls.__doc__ or "").strip().splitlines()[0],
        )
        made.__str__ = spell  # type: ignore[method-assign]
        own = made.__dict__.get("__post_init__")

        def check(self: Any) -> None:
            for parameter in parameters(type(self)):
                value = parameter.accept(
                    getattr(self, parameter.name), str(type(self).traits.template)
                )
                object.__setattr__(self, parameter.name, value)
            if own is not None:
                own(self)

        made.__post_init__ = check  # type: ignore[attr-defined]
        _BY_TEMPLATE[template] = made
        return made

    return register


@dataclass(frozen=True)
class Parameter:
    """A field of a measure as users meet it."""

    name: str
    kind: type
    choices: tuple[str, ...]
    nullable: bool
    default: Any
    in_name: bool

    @property
    def expected(self) -> str:
        """What a value must look like, for help and errors."""
        text = "|".join(self.choices) if self.choices else _KIND_WORDS[self.kind]
        return f"{text}|none" if self.nullable else text

    def accept(self, value: Any, measure_name: str) -> Any:
        """Check a Python value; integers stand for floats."""
        if value is None and self.nullable:
            return None
        good = isinstance(value, self.kind) and (self.kind is bool or not isinstance(value, bool))
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value, good = float(value), True
        if good and self.kind is float and not math.isfinite(value):
            good = False
        if good and self.choices:
            good = value in self.choices
        if good and self.kind is str and not self.choices:
            good = re.fullmatch(_ATOM, value) is not None
        if not good:
            raise SumscopeError(
                f"{measure_name}: {self.name}={write_value(value)} is not {self.expected}",
                hint=f"write {self.name}={self._meant(value)}",
            )
        return value

    def _meant(self, value: Any) -> str:
        """The choice that a wrong value comes nearest to (`F1`: `f`), or one that is accepted."""
        text = write_value(value).lower()
        alike = [c for c in self.choices if text and (text.startswith(c) or c.startswith(text))]
        alike += difflib.get_close_matches(text, self.choices, n=1)
        return alike[0] if alike else self.example()

    def read(self, text: str, measure_name: str) -> Any:
        """Read a value from its command-line spelling."""
        value: Any = text
        if self.nullable and text == "none":
            return None
        if self.kind is bool:
            value = {"true": True, "false": False}.get(text.lower(), text)
        elif self.kind in (int, float):
            try:
                value = self.kind(text if "_" not in text else "")
            except ValueError:
                value = text
        return self.accept(value, measure_name)

    def example(self) -> str:
        """One value that would be accepted."""
        if self.default is not dataclasses.MISSING:
            return write_value(self.default)
        return self.choices[0] if self.choices else {int: "1", float: "1.0"}.get(self.kind, "x")


_KIND_WORDS = {bool: "true|false", int: "a whole number", float: "a number", str: "a word"}


def parameters(cls: type[Any]) -> tuple[Parameter, ...]:
    """The parameters of a measure class, in field order."""
    cached = cls.__dict__.get("_parameters")
    if cached is not None:
        return typing.cast("tuple[Parameter, ...]", cached)
    hints = typing.get_type_hints(cls)
    template: str = cls.traits.template
    made = []
    for item in dataclasses.fields(cls):
        hint, nullable = hints[item.name], False
        if typing.get_origin(hint) in (typing.Union, types.UnionType):
            arms = [arm for arm in typing.get_args(hint) if arm is not type(None)]
            nullable = len(arms) < len(typing.get_args(hint))
            hint = arms[0]
        choices: tuple[str, ...] = ()
        if typing.get_origin(hint) is Literal:
            choices, hint = tuple(typing.get_args(hint)), str
        if hint not in _KIND_WORDS:
            raise TypeError(f"{cls.__name__}.{item.name}: a parameter is bool, int, float or str")
        in_name = re.search(r"\{" + item.name + r"\??\}", template) is not None
        made.append(Parameter(item.name, hint, choices, nullable, item.default, in_name))
    done = tuple(made)
    cls._parameters = done
    return done


def write_value(value: Any) -> str:
    """Spell a parameter's value as on the command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def spell_parameters(values: Mapping[str, Any]) -> str:
    """Spell parameters as they stand between the parentheses of a measure."""
    return ",".join(f"{name}={write_value(value)}" for name, value in values.items())


def _name(self: Any) -> str:
    cls = type(self)
    by_name = {p.name: p for p in parameters(cls)}

    def fill(match: re.Match[str]) -> str:
        parameter = by_name[match["field"]]
        value = getattr(self, parameter.name)
        if match["optional"] and value == parameter.default:
            return ""
        return write_value(value)

    return re.sub(r"\{(?P<field>\w+)(?P<optional>\??)\}", fill, cls.traits.template)


def spell(self: Any) -> str:
    """The shortest spelling: the name, then what differs from the defaults."""
    changed = [
        f"{p.name}={write_value(getattr(self, p.name))}"
        for p in parameters(type(self))
        if not p.in_name and getattr(self, p.name) != p.default
    ]
    return _name(self) + (f"({','.join(changed)})" if changed else "")


def spell_fully(self: Any) -> str:
    """The spelling with every parameter, for signatures."""
    every = [
        f"{p.name}={write_value(getattr(self, p.name))}"
        for p in parameters(type(self))
        if not p.in_name
    ]
    return _name(self) + (f"({','.join(every)})" if every else "")


@functools.cache
def _pattern(cls: type[Any]) -> re.Pattern[str]:
    by_name = {p.name: p for p in parameters(cls)}
    forms = {int: r"\d+", float: r"\d+(?:\.\d+)?", str: r"\w+", bool: "true|false"}
    out, at = "", 0
    template: str = cls.traits.template
    for match in re.finditer(r"\{(?P<field>\w+)(?P<optional>\??)\}", template):
        out += re.escape(template[at : match.start()])
        form = forms[by_name[match["field"]].kind]
        out += f"(?P<{match['field']}>{form}){match['optional']}"
        at = match.end()
    return re.compile(out + re.escape(template[at:]))


def parse(text: str) -> Any:
    """Read a measure from its spelling: `rouge-2(stem=false,report=f)`."""
    discover()
    if re.fullmatch(r"\s*(?:[^\s,()]+\s*(?:\([^()]*\)\s*)?(?:,\s*|\Z)){2,}", text):
        raise SumscopeError(
            f"{text!r} is more than one measure",
            hint="give each by itself, as in -m rouge-l -m rouge-2",
        )
    shape = re.fullmatch(r"\s*([^\s()]+)\s*(?:\(([^()]*)\))?\s*", text)
    if shape is None:
        raise SumscopeError(
            f"cannot read the measure {text!r}",
            hint="write a name with parameters in parentheses, as in rouge-2(stem=false,report=f)",
        )
    name, inside = shape[1], shape[2]
    for cls in _BY_TEMPLATE.values():
        match = _pattern(cls).fullmatch(name)  # type: ignore[arg-type]
        if match is None:
            continue
        known = {p.name: p for p in parameters(cls)}
        values: dict[str, Any] = {
            field: known[field].read(found, name)
            for field, found in match.groupdict().items()
            if found is not None
        }
        for part in filter(None, (piece.strip() for piece in (inside or "").split(","))):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            free = {field for field, p in known.items() if not p.in_name}
            if key not in free:
                hint = nearest(key, free) if free else "it takes no parameters"
                raise SumscopeError(f"{name} has no parameter {key!r}", hint=hint)
            if not equals:
                raise SumscopeError(
                    f"{name}: parameter {key} has no value",
                    hint=f"write {key}={known[key].example()}",
                )
            if key in values:
                raise SumscopeError(f"{name}: parameter {key} is given twice", hint="keep one")
            values[key] = known[key].read(value, name)
        return cls(**values)
    listed = [spelling for cls in _BY_TEMPLATE.values() for spelling in cls.traits.names]
    small = name.lower()
    if any(_pattern(cls).fullmatch(small) for cls in _BY_TEMPLATE.values()):  # type: ignore[arg-type]
        listed.append(small)
    raise SumscopeError(
        f"there is no measure named {name!r}",
        hint=nearest(name, listed, "sumscope measures lists them"),
    )


_discovered = False


def discover() -> None:
    """Import every file of `sumscope.metrics` and the entry points `sumscope.measures`, once."""
    global _discovered
    if _discovered:
        return
    _discovered = True
    # Names only: core does not import the rooms above it, it lets them register themselves.
    root = importlib.import_module("sumscope.metrics")
    for found in pkgutil.walk_packages(root.__path__, root.__name__ + "."):
        if not found.name.rpartition(".")[2].startswith("_"):
            importlib.import_module(found.name)
    from importlib.metadata import entry_points

    for entry in entry_points(group="sumscope.measures"):
        entry.load()


def registered() -> Iterator[type[Any]]:
    """Every measure class, by name."""
    discover()
    yield from sorted(_BY_TEMPLATE.values(), key=lambda cls: str(cls.traits.names[0]))


def needs_of(measure_value: Any) -> tuple[Need, ...]:
    """The inputs that a measure needs."""
    return typing.cast("tuple[Need, ...]", type(measure_value).traits.needs)


def better_of(name: str) -> Literal["higher", "lower"]:
    """Whether higher or lower is better by the measure spelled `name`; unknown names: higher."""
    try:
        better: Literal["higher", "lower"] = type(parse(name)).traits.better
    except SumscopeError:
        return "higher"
    return better

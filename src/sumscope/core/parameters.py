"""Parameters of measures and summarizers: read, checked and spelled as on the command line."""

from __future__ import annotations

import dataclasses
import difflib
import math
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from sumscope.core.errors import SumscopeError, nearest

ParameterValue = bool | int | float | str | None
_ATOM = r"[A-Za-z0-9_.:+*/-]+"
_PLACE = re.compile(r"\{(?P<field>\w+)(?P<optional>\??)\}")
_KIND_WORDS = {bool: "true|false", int: "a whole number", float: "a number", str: "a word"}
#: Longer numbers are refused as they are: none is meant, and reading them takes ever longer.
_MOST_DIGITS = 100


class Spelled(Protocol):
    """A frozen value with parameters; its `str` is its command-line spelling."""

    traits: ClassVar[Any]


@dataclass(frozen=True)
class Parameter:
    """A field of a measure as users meet it."""

    name: str
    kind: type
    choices: tuple[str, ...]
    nullable: bool
    default: object
    in_name: bool

    @property
    def expected(self) -> str:
        """What a value must look like, for help and errors."""
        text = "|".join(self.choices) if self.choices else _KIND_WORDS[self.kind]
        return f"{text}|none" if self.nullable else text

    def accept(self, value: object, owner: str) -> ParameterValue:
        """Check a Python value; integers stand for floats."""
        if value is None and self.nullable:
            return None
        good = isinstance(value, self.kind) and (self.kind is bool or not isinstance(value, bool))
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            good = abs(value) < 10**18
            value = float(value) if good else value
        if good and isinstance(value, float) and not math.isfinite(value):
            good = False
        if good and self.choices:
            good = value in self.choices
        if good and isinstance(value, str) and not self.choices:
            good = re.fullmatch(_ATOM, value) is not None
        if not good:
            raise SumscopeError(
                f"{owner}: {self.name}={write_value(value)} is not {self.expected}",
                hint=f"write {self.name}={self._meant(value)}",
            )
        return typing.cast("ParameterValue", value)

    def read(self, text: str, owner: str) -> ParameterValue:
        """Read a value from its command-line spelling."""
        value: ParameterValue = text
        if self.nullable and text == "none":
            return None
        if self.kind is bool:
            value = {"true": True, "false": False}.get(text.lower(), text)
        elif self.kind in (int, float) and "_" not in text and len(text) <= _MOST_DIGITS:
            try:
                value = self.kind(text)
            except ValueError:
                value = text
        return self.accept(value, owner)

    def example(self) -> str:
        """Return one value that would be accepted."""
        if self.default is not dataclasses.MISSING:
            return write_value(self.default)
        return self.choices[0] if self.choices else {int: "1", float: "1.0"}.get(self.kind, "x")

    def _meant(self, value: object) -> str:
        """Return the choice nearest to a wrong value (`F1`: `f`), or one that is accepted."""
        text = write_value(value).lower()
        alike = [c for c in self.choices if text and (text.startswith(c) or c.startswith(text))]
        alike += difflib.get_close_matches(text, self.choices, n=1)
        return alike[0] if alike else self.example()


def parameters(cls: type[Any]) -> tuple[Parameter, ...]:
    """Return the parameters of a class that was registered, in field order."""
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


def read_parameters(cls: type[Any], inside: str | None, owner: str) -> dict[str, ParameterValue]:
    """Read `key=value, key=value`, as it stands between the parentheses of a spelling."""
    free = {p.name: p for p in parameters(cls) if not p.in_name}
    values: dict[str, ParameterValue] = {}
    for part in filter(None, (piece.strip() for piece in (inside or "").split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in free:
            hint = nearest(key, free) if free else "it takes no parameters"
            raise SumscopeError(f"{owner} has no parameter {key!r}", hint=hint)
        if not equals:
            raise SumscopeError(
                f"{owner}: parameter {key} has no value", hint=f"write {key}={free[key].example()}"
            )
        if key in values:
            raise SumscopeError(f"{owner}: parameter {key} is given twice", hint="keep one")
        values[key] = free[key].read(value, owner)
    return {**_dependent_defaults(cls, values), **values}


def _dependent_defaults(
    cls: type[Any], values: Mapping[str, object]
) -> Mapping[str, ParameterValue]:
    """Defaults that depend on other parameters, if the class has `defaults_with(values)`."""
    given: Callable[[Mapping[str, object]], Mapping[str, ParameterValue]] | None = getattr(
        cls, "defaults_with", None
    )
    return {} if given is None else given(values)


def name_pattern(cls: type[Any]) -> re.Pattern[str]:
    """Return the pattern of a class's names; groups hold the parameters that are part of it."""
    cached = cls.__dict__.get("_name_pattern")
    if cached is not None:
        return typing.cast("re.Pattern[str]", cached)
    by_name = {p.name: p for p in parameters(cls)}
    forms = {int: r"\d+", float: r"\d+(?:\.\d+)?", str: r"\w+", bool: "true|false"}
    out, at = "", 0
    template: str = cls.traits.template
    for match in _PLACE.finditer(template):
        out += re.escape(template[at : match.start()])
        form = forms[by_name[match["field"]].kind]
        out += f"(?P<{match['field']}>{form}){match['optional']}"
        at = match.end()
    made = re.compile(out + re.escape(template[at:]))
    cls._name_pattern = made
    return made


def write_value(value: object) -> str:
    """Spell a parameter's value as on the command line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def spell_parameters(values: Mapping[str, object]) -> str:
    """Spell parameters as they stand between the parentheses of a measure."""
    return ",".join(f"{name}={write_value(value)}" for name, value in values.items())


def _spelled(value: Spelled, shown: list[Parameter]) -> str:
    """The name with the parameters that are part of it, and those to show in parentheses."""
    by_name = {p.name: p for p in parameters(type(value))}

    def fill(match: re.Match[str]) -> str:
        parameter = by_name[match["field"]]
        filled = getattr(value, parameter.name)
        return "" if match["optional"] and filled == parameter.default else write_value(filled)

    name = _PLACE.sub(fill, type(value).traits.template)
    inside = spell_parameters({p.name: getattr(value, p.name) for p in shown})
    return f"{name}({inside})" if inside else name


def spell(value: Spelled) -> str:
    """Return the shortest spelling: the name, then what differs from the defaults."""
    free = [p for p in parameters(type(value)) if not p.in_name]
    defaults = _dependent_defaults(type(value), vars(value))
    changed = [p for p in free if getattr(value, p.name) != defaults.get(p.name, p.default)]
    return _spelled(value, changed)


def spell_fully(value: Spelled) -> str:
    """Return the spelling with every parameter, for signatures."""
    return _spelled(value, [p for p in parameters(type(value)) if not p.in_name])

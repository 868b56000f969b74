"""What other packages may add to sumscope, by name.

| entry points | what they add | registry |
| --- | --- | --- |
| `sumscope.measures` | measures of summaries or covers | `core.measure.MEASURES` |
| `sumscope.methods` | community detection methods | `community.METHODS` |
| `sumscope.summarizers` | summarizers | `summarizers.SUMMARIZERS` |
| `sumscope.formats` | corpus formats for `sumscope convert` | `corpus.formats.FORMATS` |
| `sumscope.link_models` | kinds of link models | `linking.kinds.LINK_MODELS` |

Importing a module adds what its decorators name. Formats and link models are modules themselves:
they need certain functions, and the name of the file or of the entry point is theirs.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Generic, TypeVar, cast

from sumscope.core.errors import SumscopeError, nearest

T = TypeVar("T")


class Registry(Generic[T]):
    """Values of one kind by name: first those of `rooms` of sumscope, then those of other packages.

    The rooms (packages or modules, by dotted name) are imported at the first use. Entry points are
    read only for an unknown name or for a list, so a package that is broken or slow to import costs
    nobody anything who does not use it. With `functions`, the values are modules.
    """

    def __init__(self, what: str, group: str, *rooms: str, functions: Sequence[str] = ()) -> None:
        self.what = what
        self.group = group
        self.rooms = rooms
        self.functions = functions
        self._values: dict[str, T] = {}
        self._modules: dict[str, str] = {}
        self._has_rooms = self._has_plugins = False

    def add(self, name: str, value: T, module: str | None) -> None:
        """Add a value that `module` defines; its own earlier one is replaced, no other's."""
        module = str(module)  # None: made by exec() in no module
        if not module.startswith(self.rooms):
            self._import_rooms()  # so that a name of ours is known to be taken
        other = self._modules.setdefault(name, module)
        if other != module:
            raise TypeError(f"{other} has a {self.what} named {name} already")
        self._values[name] = value

    def remove(self, name: str) -> None:
        """Forget a value, as tests do with their own."""
        del self._values[name], self._modules[name]

    def get(self, name: str) -> T:
        """Return the value of that name, or raise an error with the nearest names."""
        value = self.find(lambda known, _: known == name)
        if value is None:
            raise SumscopeError(f"unknown {self.what} {name!r}", hint=nearest(name, self.names()))
        return value

    def find(self, fits: Callable[[str, T], bool]) -> T | None:
        """Return the first value that fits; plugins are imported only if none is known yet."""
        for load in (self._import_rooms, self._import_plugins):
            load()
            for name, value in list(self._values.items()):
                if fits(name, value):
                    return value
        return None

    def all(self) -> dict[str, T]:
        """Return every value, sorted by name."""
        self._import_rooms()
        self._import_plugins()
        return dict(sorted(self._values.items()))

    def names(self) -> list[str]:
        """Return every name, sorted."""
        return list(self.all())

    def _import_rooms(self) -> None:
        """Import the rooms, and the modules in them whose names have no underscore in front."""
        if self._has_rooms:
            return
        for room in self.rooms:
            path = getattr(importlib.import_module(room), "__path__", ())
            found = [module.name for module in pkgutil.walk_packages(path, f"{room}.")]
            public = [name for name in found if not name.rpartition(".")[2].startswith("_")]
            for name in (room, *public):
                module = importlib.import_module(name)
                if self.functions and all(hasattr(module, one) for one in self.functions):
                    self.add(name.rpartition(".")[2], cast(T, module), name)
        self._has_rooms = True

    def _import_plugins(self) -> None:
        if self._has_plugins:
            return
        for entry in sorted(entry_points(group=self.group), key=lambda entry: entry.name):
            try:
                value = entry.load()
                for function in self.functions:
                    if not callable(getattr(value, function, None)):
                        raise TypeError(f"{entry.value} has no function {function}")
                if self.functions:
                    self.add(entry.name, value, entry.module)
            except Exception as error:
                package = entry.dist.name if entry.dist is not None else entry.value
                raise SumscopeError(
                    f"the plugin {entry.name!r} of {package} cannot be loaded: "
                    f"{type(error).__name__}: {error}",
                    hint=f"fix or uninstall {package}",
                ) from error
        self._has_plugins = True

"""Load what other packages add to sumscope through entry points.

| group | adds |
| --- | --- |
| `sumscope.measures` | measures of summaries or covers |
| `sumscope.methods` | community detection methods |
| `sumscope.summarizers` | summarizers |
| `sumscope.formats` | corpus formats for `sumscope convert` |
| `sumscope.link_models` | kinds of link models |

An entry point names a module (or an object in one); importing it registers what it defines. For a
format, the name of the entry point is the name of the format.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from sumscope.core.errors import SumscopeError


@cache
def found(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, by name."""
    return tuple(sorted(entry_points(group=group), key=lambda entry: entry.name))


def load(entry: EntryPoint) -> object:
    """Import what an entry point names; an error says which package to fix."""
    try:
        return entry.load()
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else entry.value
        raise SumscopeError(
            f"the plugin {entry.name!r} of {package} cannot be loaded: "
            f"{type(error).__name__}: {error}",
            hint=f"fix or uninstall {package}",
        ) from error


@cache
def discover(package: str, group: str, *, deep: bool = False) -> None:
    """Import every public module of `package`, then every entry point of `group`, once."""
    root = importlib.import_module(package)
    walk = pkgutil.walk_packages if deep else pkgutil.iter_modules
    for module in walk(root.__path__, root.__name__ + "."):
        if not module.name.rpartition(".")[2].startswith("_"):
            importlib.import_module(module.name)
    for entry in found(group):
        load(entry)


def module_of(entry: EntryPoint) -> ModuleType:
    """Import the module that an entry point names."""
    value = load(entry)
    if not isinstance(value, ModuleType):
        raise SumscopeError(
            f"the plugin {entry.name!r} is not a module", hint="let its entry point name a module"
        )
    return value

"""Registries: what is added, looked up, listed and refused, beside a plain dictionary."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.registry import Registry

NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=4)


@given(st.dictionaries(NAMES, st.integers()), NAMES)
def test_a_registry_is_a_dictionary_with_errors(values: dict[str, int], wanted: str) -> None:
    registry: Registry[int] = Registry("number", "sumscope.none")
    for name, value in values.items():
        registry.add(name, value, "here")
    assert registry.all() == values
    assert registry.names() == sorted(values)
    if wanted in values:
        assert registry.get(wanted) == values[wanted]
    else:
        with pytest.raises(SumscopeError, match=f"^unknown number '{wanted}'"):
            registry.get(wanted)


def test_the_nearest_names_are_suggested() -> None:
    registry: Registry[int] = Registry("number", "sumscope.none")
    registry.add("seventeen", 17, "here")
    registry.add("four", 4, "here")
    with pytest.raises(SumscopeError, match="unknown number 'sevnteen'; did you mean seventeen"):
        registry.get("sevnteen")


def test_a_module_replaces_its_own_values_only() -> None:
    registry: Registry[int] = Registry("number", "sumscope.none")
    registry.add("one", 1, "here")
    registry.add("one", 11, "here")
    assert registry.get("one") == 11
    with pytest.raises(TypeError, match=r"^here has a number named one already$"):
        registry.add("one", 2, "there")
    assert registry.all() == {"one": 11}
    registry.remove("one")
    registry.add("one", 2, "there")
    assert registry.get("one") == 2


def test_a_name_of_the_room_is_taken_before_the_room_is_used() -> None:
    registry: Registry[object] = Registry(
        "module", "sumscope.none", "sumscope.core.errors", functions=("nearest",)
    )
    with pytest.raises(TypeError, match=r"^sumscope.core.errors has a module named errors already"):
        registry.add("errors", object(), "elsewhere")


def test_modules_with_the_functions_are_values() -> None:
    registry: Registry[object] = Registry(
        "module", "sumscope.none", "sumscope.core", functions=("atomic_write",)
    )
    assert "files" in registry.names()
    assert "dates" not in registry.names()

"""The declared languages, and one more that is added by a file."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex

from sumscope.graph.growth import guess_language
from sumscope.text import languages, pipeline, process
from sumscope.text.languages import language, others

GALICIAN = r'''"""Galician."""

from sumscope.text.languages.language import RUN, Language

LANGUAGE = Language(
    "gl",
    names=("glg", "galego"),
    snowball="portuguese",
    hyphens=True,
    abbreviations=r"(?i:Sra?)\.",
    tokens=(r"(?i:-(?:me|lle))", rf"{RUN}"),
    guessed=True,
)
'''


def test_each_is_declared_once() -> None:
    modules = [one.name for one in pkgutil.iter_modules(languages.__path__)]
    own = {
        name: importlib.import_module(f"sumscope.text.languages.{name}").LANGUAGE
        for name in modules
        if name not in ("language", "others")
    }
    assert all(name == one.code for name, one in own.items())
    every = [*own.values(), *others.LANGUAGES]
    assert sorted(one.code for one in every) == list(languages.languages())
    names = [name for one in every for name in (one.code, *one.names)]
    assert len(set(names)) == len(names)
    assert all(languages.normalise(name) in languages.languages() for name in names)


@pytest.mark.parametrize("one", languages.languages().values(), ids=lambda one: one.code)
def test_what_is_declared_is_there(one: languages.Language) -> None:
    import Stemmer

    assert one.snowball is None or one.snowball in Stemmer.algorithms(aliases=True)
    if one.splitter is not None:
        module, name = one.splitter
        assert hasattr(importlib.import_module(module), name)
    for pattern in (one.abbreviations, *one.tokens):
        regex.compile(pattern, regex.V1)


@pytest.fixture
def galician(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "gl.py").write_text(GALICIAN, encoding="utf-8")
    caches = (
        languages.languages,
        languages.normalise,
        process.pipeline_of,
        process.tokenizer._token_pattern,
    )
    monkeypatch.setattr(languages, "__path__", [*languages.__path__, str(tmp_path)])
    for one in caches:
        one.cache_clear()
    yield
    sys.modules.pop("sumscope.text.languages.gl", None)
    monkeypatch.undo()
    for one in caches:
        one.cache_clear()


def test_a_file_adds_a_language(galician: None) -> None:
    pipe = pipeline("Galego")
    assert pipe.lang == "gl"
    assert "stem:snowball-portuguese-" in pipe.signature
    assert pipe.words("Segunda-feira") == ["segunda-feira"]
    assert pipe.tokens("A Sra. deu-lle pan.") == ["A", "Sra.", "deu", "-lle", "pan", "."]
    assert guess_language("a xente que non ten onde ir mais ca eu nunca lles dixo iso") == "gl"
    assert language("pt").names[0] == "por"


def test_an_unknown_one_has_nothing_of_its_own() -> None:
    assert language("xx") == languages.Language("xx")
    assert language("xx").tokens == language("de").tokens

"""Spellings of measures: what is read, what is refused and what is suggested."""

from __future__ import annotations

import pickle

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure, parse, spell_fully


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rouge-2", "rouge-2"),
        (" rouge-2 ( stem = false , report=f ) ", "rouge-2(stem=false,report=f)"),
        ("rouge-2()", "rouge-2"),
        ("rouge-2(stem=true)", "rouge-2"),
        ("rouge-su4", "rouge-su4"),
        ("rouge-1(words=100)", "rouge-1(words=100)"),
        ("rouge-1(words=none)", "rouge-1"),
    ],
)
def test_read_and_written(text: str, expected: str) -> None:
    assert str(parse(text)) == expected
    assert parse(expected) == parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rogue-2", r"no measure named 'rogue-2'; did you mean rouge-\d"),
        ("ROUGE-2", r"no measure named 'ROUGE-2'; did you mean rouge-2\?$"),
        ("Rouge-SU7", r"did you mean rouge-su7\?$"),
        ("rouge-2(report=F1)", r"report=F1 is not r\|p\|f; write report=f$"),
        ("rouge-2(report=precision)", r"write report=p$"),
        ("rouge-2(report=zzz)", r"write report=r$"),
        ("rouge-2(tokens=Unicode)", r"write tokens=unicode$"),
        (
            "rouge-l,rouge-2",
            r"'rouge-l,rouge-2' is more than one measure; give each .* -m rouge-2$",
        ),
        ("rouge-1(stem=false,report=f), rouge-l", r"is more than one measure"),
        ("rouge-1(stem=false,report=f", r"cannot read the measure"),
        ("rouge-2(stemm=false)", r"rouge-2 has no parameter 'stemm'; did you mean stem"),
        ("rouge-2(stem=maybe)", r"stem=maybe is not true\|false; write stem=true"),
        ("rouge-2(report=x)", r"report=x is not r\|p\|f"),
        ("rouge-2(stem)", r"parameter stem has no value; write stem=true"),
        ("rouge-2(stem=true,stem=false)", "given twice"),
        ("rouge-2(n=3)", "no parameter 'n'"),
        ("rouge-2(words=2.5)", r"words=2\.5 is not a whole number\|none"),
        ("rouge-1(alpha=nan)", "alpha=nan is not a number"),
        ("rouge-2(stem=true", "cannot read the measure"),
        ("", "cannot read the measure"),
    ],
)
def test_refused_with_a_hint(text: str, expected: str) -> None:
    with pytest.raises(SumscopeError, match=expected):
        parse(text)


def test_full_spelling_names_every_parameter() -> None:
    assert "stem=true" in spell_fully(parse("rouge-2"))
    assert parse(spell_fully(parse("rouge-2"))) == parse("rouge-2")


def test_a_measure_that_declares_too_little_cannot_register() -> None:
    def made(doc: str | None, symmetric: bool | None) -> None:
        body = {"__doc__": doc, "__annotations__": {}}
        cls = type("Made", (), body)
        measure(
            "made-for-a-test",
            needs=("left", "right"),
            range=(0, 1),
            better="higher",
            cite="none",
            symmetric=symmetric,
        )(cls)

    with pytest.raises(TypeError, match="symmetric"):
        made("Says something.", None)
    with pytest.raises(TypeError, match="docstring"):
        made(None, True)


def test_errors_cross_processes() -> None:
    error = SumscopeError("what", where="here", hint="so")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "here: what; so"

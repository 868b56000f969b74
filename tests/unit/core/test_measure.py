"""Spellings of measures: what is read, what is refused and what is suggested."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import MEASURES, measure, parse
from sumscope.core.parameters import spell_fully
from sumscope.metrics.cover import CoverMeasure, CoverPair, cover_measure


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
        ("rogue-2", r"unknown measure 'rogue-2'; did you mean rouge-\d"),
        ("ROUGE-2", r"unknown measure 'ROUGE-2'; did you mean rouge-2\?$"),
        ("Rouge-SU7", r"did you mean rouge-su7\?$"),
        ("rouge-2(report=F1)", r"report=F1 is not r\|p\|f; write report=f$"),
        ("rouge-2(report=precision)", r"write report=p$"),
        ("rouge-2(report=zzz)", r"write report=r$"),
        ("rouge-2(tokens=Unicode)", r"write tokens=unicode$"),
        (
            "rouge-l,rouge-2",
            r"'rouge-l,rouge-2' holds more than one measure; give each .* -m rouge-2$",
        ),
        ("rouge-1(stem=false,report=f), rouge-l", r"holds more than one measure"),
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


def _declared(**more: object) -> dict[str, object]:
    about: dict[str, object] = {"needs": ("peer",), "range": (0, 1), "better": "higher"}
    return {**about, "cite": "none", **more}


def test_a_class_that_cannot_be_a_measure_is_refused_when_it_registers() -> None:
    class Empty:
        """A measure without methods."""

    class Short:
        """A measure whose stats forgets the peer."""

        def prepare(self, view): ...
        def stats(self, prepared): ...
        def score(self, stats): ...

    class Silent:
        def score(self, pair): ...

    class Cover:
        """A cover measure."""

        def score(self, pair): ...

    class Odd:
        """A measure with a parameter that cannot be spelled."""

        words: list = None  # type: ignore[assignment]

        def score(self, pair): ...

    both = {"needs": ("left", "right")}
    for cls, about, said in (
        (Empty, {}, r"Empty: a summary measure needs a method prepare\(\)"),
        (Short, {}, r"Short.stats: takes 2 arguments beside self"),
        (Silent, both, "Silent: a measure needs a docstring"),
        (Cover, both, "Cover: a cover measure must declare symmetric"),
        (Cover, {**both, "symmetric": True, "range": (1, 1)}, r"range=\(1.0, 1.0\) is empty"),
        (Cover, {**both, "symmetric": True, "template": "omega"}, "has a measure named omega"),
        (Odd, {**both, "symmetric": True}, "Odd.words: a parameter is bool, int, float or str"),
    ):
        template = str(about.pop("template", "test-refused")) if "template" in about else "test-x"
        with pytest.raises(TypeError, match=said):
            measure(template, **_declared(**about))(cls)  # type: ignore[arg-type]
    parse("omega")  # and nothing that was refused is left behind
    with pytest.raises(SumscopeError, match="unknown measure 'test-x'"):
        parse("test-x")


def test_a_cover_measure_without_a_score_is_refused() -> None:
    class Nothing(CoverMeasure):
        """A measure that inherits the promise of a score only."""

    with pytest.raises(TypeError, match=r"a cover measure needs a method score\(\)"):
        measure("test-x", **_declared(needs=("left", "right"), symmetric=True))(Nothing)  # type: ignore[arg-type]


@pytest.fixture
def forget() -> Iterator[None]:
    yield
    for name in ("test-same-count", "test-as-class"):
        MEASURES.remove(name)


@pytest.mark.usefixtures("forget")
def test_a_cover_measure_of_another_package() -> None:
    """A function is enough; a class needs no base class."""
    declared = {"range": (0, 1), "symmetric": True, "cite": "none"}

    @cover_measure("test-same-count", **declared)  # type: ignore[arg-type]
    def same_count(pair: CoverPair) -> float:
        """Whether both sides have as many clusters."""
        return float(pair.left.k == pair.right.k)

    @measure("test-as-class", needs=("left", "right"), better="higher", **declared)  # type: ignore[arg-type]
    class AsClass:
        """The same as a class."""

        def score(self, pair: CoverPair) -> float:
            return same_count.score(pair)

    covers = [[["a", "b"], ["c"]], [["a"], ["b", "c"]], [["a", "b", "c"]]]
    names = ["test-same-count", "test-as-class"]
    table = sumscope.agree(covers, names, complete="singletons", baseline=0)
    assert [row.value for row in table.rows] == [1, 1, 0, 0, 0, 0]
    assert same_count([0, 0, 1], [5, 6, 6]) == 1
    assert str(same_count) == "test-same-count"
    assert parse("test-same-count") == same_count
    assert pickle.loads(pickle.dumps(same_count)) == same_count
    assert sumscope.measures("test-same-count")[0].description.startswith("Whether both sides")


def test_optional_methods_have_defaults() -> None:
    @measure("test-defaults", **_declared())  # type: ignore[arg-type]
    class Plain:
        """A measure with the required methods only."""

        def prepare(self, view): ...
        def stats(self, prepared, peer): ...
        def score(self, stats): ...

    made = parse("test-defaults")
    MEASURES.remove("test-defaults")
    assert isinstance(made, Plain)
    assert (made.text("en"), made.together, made.survey_key(), list(made.survey(None))) == (
        "own",
        None,
        None,
        [],
    )

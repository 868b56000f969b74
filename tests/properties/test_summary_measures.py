"""What every registered summary measure must keep, from what it declares of itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse, registered
from sumscope.core.parameters import parameters, spell_fully
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import score_topic

EVERY = list(registered())
SUMMARY = [
    cls
    for cls in EVERY
    if cls.traits.kind == "summary" and getattr(cls, "available", lambda: True)()
]
WORDS = ["the", "cat", "sat", "on", "mats", "-", "42", "São", "running", "."]


def _value(parameter: Any) -> st.SearchStrategy[Any]:
    if parameter.choices:
        made: st.SearchStrategy[Any] = st.sampled_from(parameter.choices)
    elif parameter.kind is bool:
        made = st.booleans()
    elif parameter.kind is int:
        made = st.integers(1, 6)
    elif parameter.kind is float:
        made = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.2, 2.0])
    else:
        made = st.just(parameter.default)
    return st.none() | made if parameter.nullable else made


@st.composite
def values(draw: st.DrawFn, cls: type[Any]) -> Any:
    """A measure with drawn parameters, without those that it refuses beside the others."""
    kept: dict[str, Any] = {}
    drawn = {p.name: draw(_value(p)) for p in parameters(cls)}
    for name in draw(st.permutations(list(drawn))):
        try:
            cls(**kept, **{name: drawn[name]})
        except SumscopeError:
            continue
        kept[name] = drawn[name]
    return cls(**kept)


_SENTENCE = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
_TEXT = st.lists(_SENTENCE, max_size=3)


def _made(name: str, sentences: list[str], human: bool = False) -> Text:
    return Text(id=name, sentences=tuple(Sentence(s) for s in sentences), human=human)


@st.composite
def topics(draw: st.DrawFn) -> Topic:
    """Small topics, some without documents or references, some with empty texts."""
    references = draw(st.lists(_TEXT, max_size=3))
    documents = draw(st.lists(_TEXT, max_size=2))
    peers = draw(st.lists(_TEXT, min_size=1, max_size=3))
    return Topic(
        id="T",
        lang=draw(st.sampled_from([None, "en", "pt"])),
        documents=tuple(_made(f"d{i}", s) for i, s in enumerate(documents)),
        references=tuple(_made(f"R{i}", s) for i, s in enumerate(references)),
        peers=tuple(
            [_made(f"s{i}", s) for i, s in enumerate(peers)]
            + [_made(f"R{i}", s, human=True) for i, s in enumerate(references)]
        ),
    )


@pytest.mark.parametrize("cls", EVERY, ids=lambda cls: cls.traits.names[0])
@given(data=st.data())
def test_spellings_round_trip(cls: type[Any], data: st.DataObject) -> None:
    measure = data.draw(values(cls))
    assert parse(str(measure)) == measure
    assert parse(spell_fully(measure)) == measure
    assert hash(parse(str(measure))) == hash(measure)


@pytest.mark.parametrize("cls", EVERY, ids=lambda cls: cls.traits.names[0])
def test_listed_names_are_spellings(cls: type[Any]) -> None:
    for name in cls.traits.names:
        measure = parse(name)
        assert type(measure) is cls
        assert str(measure) == name


@pytest.mark.parametrize("cls", SUMMARY, ids=lambda cls: cls.traits.names[0])
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_values_stay_in_the_declared_range(cls: type[Any], data: st.DataObject) -> None:
    measure = data.draw(values(cls))
    topic = data.draw(topics())
    scored = score_topic(TopicView(topic), [measure])
    assert [p.peer for p in scored] == [p.id for p in topic.peers]
    for peer in scored:
        (value,) = peer.values
        if isinstance(value, Undefined):
            assert value.reason.strip()
        else:
            assert cls.traits.low - 1e-12 <= value <= cls.traits.high + 1e-12
    # Nothing is remembered that would change a second reading, and peers do not see each other.
    turned = Topic(**{**topic.__dict__, "peers": topic.peers[::-1]})
    assert score_topic(TopicView(turned), [measure])[::-1] == scored


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(topics())
def test_measures_do_not_disturb_each_other(topic: Topic) -> None:
    measures = [parse(name) for cls in SUMMARY for name in cls.traits.names]
    together = score_topic(TopicView(topic), measures)
    for index, measure in enumerate(measures):
        alone = score_topic(TopicView(topic), [measure])
        assert [p.values[0] for p in alone] == [p.values[index] for p in together], str(measure)

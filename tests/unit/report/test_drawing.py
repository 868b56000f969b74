"""Letters that matplotlib's own font lacks: borrowed where the machine has them, told where not."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.report import drawing
from sumscope.report.figures import interval_plot

# Runes and Ethiopic stand for every script that DejaVu Sans does not have.
RUNE, FIDEL = "ᚠ", "አ"


def make_font(path: Path, family: str, letters: str) -> str:
    """A font whose every letter is a black square."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    for number, point in enumerate([(100, 0), (100, 700), (800, 700), (800, 0)]):
        (pen.lineTo if number else pen.moveTo)(point)
    pen.closePath()
    square = pen.glyph()
    names = [".notdef", *(f"u{ord(letter):04X}" for letter in letters)]
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord(c): name for c, name in zip(letters, names[1:], strict=True)})
    font.setupGlyf(dict.fromkeys(names, square))
    font.setupHorizontalMetrics(dict.fromkeys(names, (900, 100)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": family, "styleName": "Regular"})
    font.setupOS2(usWeightClass=400)
    font.setupPost()
    font.save(path)
    return str(path)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """A machine without fonts but matplotlib's; files that a test adds are its fonts."""
    from matplotlib import font_manager

    files: list[str] = []
    manager = font_manager.fontManager
    bundled = [f for f in manager.ttflist if "mpl-data" in f.fname]
    monkeypatch.setattr(manager, "ttflist", bundled)
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: files)
    monkeypatch.setattr(drawing, "_told", set())
    drawing._lenders.cache_clear()
    manager._findfont_cached.cache_clear()
    yield files
    drawing._lenders.cache_clear()
    manager._findfont_cached.cache_clear()


def plot(*names: str) -> object:
    numbers = [0.5] * len(names)
    return interval_plot(names, numbers, numbers, numbers, "rouge-1")


def families(figure: object) -> dict[str, list[str]]:
    from matplotlib.text import Text

    found = figure.findobj(Text)  # type: ignore[attr-defined]
    return {text.get_text(): text.get_fontfamily() for text in found if text.get_text()}


def test_a_text_borrows_the_font_that_it_needs(machine: list[str], tmp_path: Path) -> None:
    machine.append(make_font(tmp_path / "runes.ttf", "Some Runes", RUNE))
    machine.append(make_font(tmp_path / "both.ttf", "Both Serif", RUNE + FIDEL))
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    machine.append(str(tmp_path / "broken.ttf"))
    figure = plot("plain", RUNE, f"{RUNE}{FIDEL}")
    drawing.save(figure, tmp_path / "a.png")
    found = families(figure)
    assert found["plain"] == found["rouge-1"] == ["sans-serif"]
    # One font that has both letters is better than two.
    assert found[RUNE] == found[RUNE + FIDEL] == ["sans-serif", "Both Serif"]


def test_a_borrowed_letter_is_in_the_picture(machine: list[str], tmp_path: Path) -> None:
    def black(name: str) -> int:
        from matplotlib.image import imread

        return int((imread(tmp_path / name)[..., :3].sum(axis=2) < 0.5).sum())

    with pytest.warns(UserWarning, match="Runic"):
        drawing.save(plot("x", RUNE * 8), tmp_path / "without.png")
    machine.append(make_font(tmp_path / "runes.ttf", "Some Runes", RUNE))
    drawing._lenders.cache_clear()
    drawing.save(plot("x", RUNE * 8), tmp_path / "with.png")
    assert black("with.png") > black("without.png") + 500
    # Any warning is an error here: with the font nothing is told.
    drawing._told.clear()
    drawing.save(plot("x", RUNE * 8), tmp_path / "with.pdf")


def test_what_no_font_has_is_told_once_in_one_line(machine: list[str], tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="no font") as told:
        drawing.save(plot(RUNE, FIDEL, "🧀"), tmp_path / "a.png")
    (line,) = [str(one.message) for one in told]
    assert "Ethiopic, Runic, symbols" in line
    assert "\n" not in line
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing.save(plot("ᚢ"), tmp_path / "b.pdf")
    first = (tmp_path / "a.png").read_bytes()
    drawing.save(plot(RUNE, FIDEL, "🧀"), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == first


def test_an_svg_keeps_such_words_as_text(machine: list[str], tmp_path: Path) -> None:
    figure, again = plot(f"{RUNE}<b>&", "plain"), plot(f"{RUNE}<b>&", "plain")
    drawing.settle(figure)
    drawing.settle(again)
    svg = drawing.to_svg(figure)
    assert re.search(rf"<text[^>]*>{RUNE}&lt;b&gt;&amp;</text>", svg)
    assert svg == drawing.to_svg(again)
    drawing.save(figure, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == svg
    # Letters that our font has are drawn, so that the picture is the same everywhere.
    assert "<text" not in drawing.to_svg(plot("Größe, ταξη, имя", "plain"))


@pytest.mark.parametrize("word", ["سلام", "שלום"])
def test_words_from_the_right_are_text_in_svg(word: str, machine: list[str]) -> None:
    assert f">{word}</text>" in drawing.to_svg(plot(word))


def test_unjoined_letters_are_told(
    machine: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib

    monkeypatch.setattr(matplotlib, "__version_info__", (3, 10, 9))
    with pytest.warns(UserWarning, match=r"does not join letters \(Arabic\)"):
        drawing.save(plot("سلام"), tmp_path / "a.png")
    monkeypatch.setattr(matplotlib, "__version_info__", (3, 11, 0))
    monkeypatch.setattr(drawing, "_told", set())
    drawing.save(plot("سلام"), tmp_path / "b.png")


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="is not a file name for a figure"):
        drawing.save(plot("x"), tmp_path / "a.jpg")

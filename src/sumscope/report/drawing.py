"""Write figures to files: reproducible bytes, and fonts for any script.

Names from data come in any script. Where matplotlib's own font lacks a letter, the text that has it
borrows a font from the machine. An SVG keeps such words as text, and who opens it draws them.
"""

from __future__ import annotations

import io
import os
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sumscope.core.files import atomic_write, ending

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sumscope.report.blocks import Drawing

# Fewer figures than this are drawn sooner than processes start.
WORTH_A_POOL = 6
KINDS = (".png", ".svg", ".pdf")
_told: set[str] = set()


def settle(figure: Figure) -> None:
    """Place everything once, so that a figure drawn as SVG and as PNG is not laid out twice."""
    engine = figure.get_layout_engine()
    if engine is not None:
        _lend(figure)
        with _quiet():
            engine.execute(figure)
        figure.set_layout_engine("none")


def to_svg(figure: Figure) -> str:
    """The figure as SVG; no date and fixed ids."""
    import matplotlib

    kept = "none" if _lend(figure) else "path"
    with matplotlib.rc_context({"svg.hashsalt": "sumscope", "svg.fonttype": kept}), _quiet():
        buffer = io.StringIO()
        empty = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        _print(figure, buffer, "svg", empty)
    return buffer.getvalue()


def _print(
    figure: Figure,
    file: IO[str] | IO[bytes],
    kind: str,
    metadata: dict[str, object],
    dpi: int = 150,
) -> None:
    """Draw to a file; a figure that is settled is drawn once, where savefig draws it twice."""
    from matplotlib.layout_engine import PlaceHolderLayoutEngine

    if not isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine | None):
        figure.savefig(file, format=kind, dpi=dpi, metadata=metadata)
        return
    before = figure.dpi
    figure.dpi = dpi
    try:
        if kind == "svg":
            from matplotlib.backends.backend_svg import FigureCanvasSVG

            FigureCanvasSVG(figure).print_svg(file, metadata=metadata)
        elif kind == "pdf":
            from matplotlib.backends.backend_pdf import FigureCanvasPdf

            FigureCanvasPdf(figure).print_pdf(file, metadata=metadata)
        else:
            from matplotlib.backends.backend_agg import FigureCanvasAgg

            FigureCanvasAgg(figure).print_png(file, metadata=metadata)
    finally:
        figure.dpi = before


def check_name(path: str | os.PathLike[str]) -> str:
    """The ending of a figure's file, which says how it is written."""
    return ending(path, KINDS, "a figure")


def save(
    figure: Figure, path: str | os.PathLike[str], dpi: int = 150, *, sync: bool = True
) -> None:
    """Write a figure by the ending of its name; a note says which letters it lacks."""
    kind = check_name(path)
    if kind == ".svg":
        with atomic_write(path, sync=sync) as file:
            file.write(to_svg(figure).encode("utf-8"))
        return
    foreign = _lend(figure)
    # No dates and no versions in the file.
    empty: dict[str, object] = {"Software": None}
    if kind == ".pdf":
        empty = {"CreationDate": None, "ModDate": None}
    with _quiet(), atomic_write(path, sync=sync) as file:
        _print(figure, file, kind[1:], empty, dpi)
    _tell(foreign)


def draw_all(
    drawings: Sequence[Drawing], folder: Path, endings: Sequence[str], workers: int | None = None
) -> None:
    """Draw figures and write each as several files, in several processes where that pays."""
    from concurrent.futures import ProcessPoolExecutor

    made = [(one.draw, folder / one.name, tuple(endings)) for one in drawings]
    count = min(workers or os.cpu_count() or 1, len(made))
    if count < 2 or len(made) < WORTH_A_POOL:
        for one in made:
            _draw(one)
        return
    with ProcessPoolExecutor(count) as pool:
        for _ in pool.map(_draw, made, chunksize=2):
            pass


def _draw(one: tuple[Callable[[], Any], Path, Sequence[str]]) -> None:
    draw, path, endings = one
    figure = draw()
    settle(figure)
    for end in endings:
        save(figure, path.with_name(f"{path.name}.{end}"), sync=False)


Letters = frozenset[str]


def _lend(figure: Figure) -> Letters:
    """Give fonts to the texts that need them; returns the letters they are needed for."""
    from matplotlib import rcParams
    from matplotlib.text import Text

    said = [(text, _foreign(text.get_text())) for text in figure.findobj(Text)]
    foreign: Letters = frozenset().union(*(letters for _, letters in said))
    families = [*rcParams["font.family"], *_lenders(foreign)[0]]
    for text, letters in said:
        if letters:
            text.set_fontfamily(families)
    return foreign


def _foreign(text: str) -> Letters:
    """Letters that our own font lacks, or that take form or place from their neighbours."""
    if text.isascii():
        return frozenset()
    own = _own_letters()
    return frozenset(c for c in text if c.isprintable() and (ord(c) not in own or _joins(c)))


def _joins(letter: str) -> bool:
    """Whether it is written from the right, or is a vowel sign that moves about its consonant."""
    right = unicodedata.bidirectional(letter) in ("R", "AL")
    return right or unicodedata.category(letter) == "Mc"


@cache
def _own_letters() -> frozenset[int]:
    from matplotlib import font_manager

    path = font_manager.findfont(font_manager.FontProperties())
    return frozenset(font_manager.get_font(path).get_charmap())


@lru_cache(maxsize=256)
def _lenders(letters: Letters) -> tuple[tuple[str, ...], Letters]:
    """Families with the letters that our own font lacks, and the letters that no font has."""
    wanted = {c for c in letters if ord(c) not in _own_letters()}
    held = [(name, _held(path, wanted)) for name, path in (_fonts() if wanted else ())]
    chosen = []
    while wanted and held:
        name, got = max(held, key=lambda one: len(one[1] & wanted))  # of equals the first
        if not got & wanted:
            break
        chosen.append(name)
        wanted -= got
    return tuple(chosen), frozenset(wanted)


def _fonts() -> list[tuple[str, str]]:
    """Families and files of fonts on this machine, plain ones first."""
    from matplotlib import font_manager

    manager = font_manager.fontManager
    # matplotlib's list is as old as its cache; fonts may have come since.
    for path in sorted({*font_manager.findSystemFonts()} - {f.fname for f in manager.ttflist}):
        with suppress(Exception):  # whatever a strange file does to its reader: no font for us
            manager.addfont(path)
    # A font of last resort has a box for every letter.
    found = [f for f in manager.ttflist if "last resort" not in f.name.lower()]
    found.sort(
        key=lambda f: (f.style != "normal", f.weight != 400, "Sans" not in f.name, f.name, f.fname)
    )
    return [(f.name, f.fname) for f in found]


def _held(path: str, letters: set[str]) -> set[str]:
    from matplotlib.ft2font import FT2Font

    with suppress(Exception):
        font = FT2Font(path)
        return {c for c in letters if font.get_char_index(ord(c))}
    return set()


@contextmanager
def _quiet() -> Iterator[None]:
    """Without matplotlib's line for every letter; `_tell` says it once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        warnings.filterwarnings("ignore", message=r"Matplotlib currently does not support")
        yield


def _tell(foreign: Letters) -> None:
    """Say once for every script what PNG and PDF cannot show."""
    import matplotlib

    missing = _scripts(_lenders(foreign)[1])
    if missing:
        warnings.warn(
            f"no font on this machine has these letters: {missing}; PNG and PDF figures show boxes "
            "(SVG figures keep them as text); install a font that has them, such as a Noto font",
            stacklevel=3,
        )
    unjoined = _scripts(filter(_joins, foreign))
    if unjoined and matplotlib.__version_info__[:2] < (3, 11):
        warnings.warn(
            f"matplotlib before 3.11 does not join letters ({unjoined}) in PNG and PDF figures; "
            "SVG figures keep them as text",
            stacklevel=3,
        )


def _scripts(letters: Iterable[str]) -> str:
    """The scripts of letters that nothing was said of yet."""
    fresh = {_script(letter) for letter in letters} - _told
    _told.update(fresh)
    return ", ".join(sorted(fresh))


def _script(letter: str) -> str:
    if unicodedata.category(letter)[0] not in "LM":
        return "symbols"
    first = unicodedata.name(letter, "unnamed").split()[0]
    return first if first == "CJK" else first.capitalize()

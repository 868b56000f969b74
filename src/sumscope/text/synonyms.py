"""Words that mean the same, from a replaceable source.

A source is `wordnet` (WordNet's own data files where they are installed, as by Debian's
wordnet-base), a folder with WordNet's `data.noun`, a file with one group of synonyms a line (words
separated by tabs or commas), or a name that `register` was given. Words are compared by the stems
of the language's pipeline.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from sumscope.core.errors import MissingExtraError, SumscopeError, nearest
from sumscope.core.files import utf8

Groups = Iterable[Iterable[str]]
_SOURCES: dict[str, Callable[[], Groups]] = {}
# Where Debian's wordnet-base, WordNet's own installer and other systems put data.noun.
WORDNET_PLACES = (
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/share/wordnet",
    "/usr/local/WordNet-3.0/dict",
    "/usr/local/WordNet-3.1/dict",
    "/opt/homebrew/opt/wordnet/dict",
)
_PARTS = ("noun", "verb", "adj", "adv")


class Synonyms:
    """Groups of synonymous stems."""

    def __init__(self, groups: Groups, stem: Callable[[str], str]) -> None:
        held: dict[str, list[int]] = {}
        for number, group in enumerate(groups):
            for word in dict.fromkeys(stem(word.lower()) for word in group):
                held.setdefault(word, []).append(number)
        self._held = {word: frozenset(numbers) for word, numbers in held.items()}

    def groups(self, stem: str) -> frozenset[int]:
        """The numbers of the groups that hold a stem."""
        return self._held.get(stem, frozenset())


def register(name: str, source: Callable[[], Groups]) -> None:
    """Make a source of synonyms known under a name, as in `synonyms=NAME`."""
    _SOURCES[name] = source
    synonyms.cache_clear()


@lru_cache(maxsize=8)
def synonyms(source: str, lang: str | None, stemmer: str = "pipeline") -> Synonyms:
    """The synonyms of a source under the stems of a language, or Porter's (`porter`)."""
    from sumscope.text import pipeline
    from sumscope.text.porter import porter

    if source in _SOURCES:
        groups: Groups = _SOURCES[source]()
    elif source == "wordnet":
        groups = wordnet(wordnet_folder())
    elif (Path(source) / "data.noun").is_file():
        groups = wordnet(Path(source))
    elif Path(source).is_file():
        groups = _lines(Path(source))
    else:
        known = ("wordnet", *_SOURCES)
        raise SumscopeError(
            f"unknown source of synonyms {source!r}",
            hint=f"{nearest(source, known)}, or name a file with one group of words a line or a "
            "folder with WordNet's data.noun",
        )
    return Synonyms(groups, porter if stemmer == "porter" else pipeline(lang).stem)


def _lines(path: Path) -> Iterator[list[str]]:
    for line in utf8(path.read_bytes(), str(path)).splitlines():
        words = [word.strip() for word in line.replace("\t", ",").split(",")]
        yield [word for word in words if word]


def has_wordnet() -> bool:
    """Whether WordNet's data files are found."""
    try:
        wordnet_folder()
    except MissingExtraError:
        return False
    return True


def wordnet_folder() -> Path:
    """Where WordNet's `data.noun` lies."""
    home = Path.home()
    asked = [os.environ.get(name) for name in ("WNSEARCHDIR", "SUMSCOPE_WORDNET")]
    places = [Path(place) for place in asked if place]
    if os.environ.get("WNHOME"):
        places.append(Path(os.environ["WNHOME"]) / "dict")
    for root in (os.environ.get("NLTK_DATA"), str(home / "nltk_data"), "/usr/share/nltk_data"):
        if root:
            places.append(Path(root) / "corpora" / "wordnet")
    places += [Path(place) for place in WORDNET_PLACES]
    for place in places:
        if (place / "data.noun").is_file():
            return place
    raise MissingExtraError(
        "WordNet is not installed",
        hint="install it (Debian: wordnet-base) or set SUMSCOPE_WORDNET to the folder of data.noun",
    )


def wordnet(folder: Path) -> Iterator[list[str]]:
    """The single words of every synset of two words and more."""
    for part in _PARTS:
        path = folder / f"data.{part}"
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("  "):  # the licence
                continue
            fields = line.split(" ")
            try:
                count = int(fields[3], 16)
                words = [fields[4 + 2 * i].partition("(")[0] for i in range(count)]
            except (IndexError, ValueError) as error:
                raise SumscopeError("is not a synset", where=f"{path}, line {number}") from error
            single = [word for word in words if "_" not in word]
            if len(single) > 1:
                yield single

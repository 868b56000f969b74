"""Language tags: `pt-BR`, `PT_br`, `por` and `Portuguese` all mean `pt`."""

from __future__ import annotations

import re
from functools import lru_cache

#: What stands for "no language known": a pipeline that works for any script.
ANY = "unicode"

_THREE = {
    "ara": "ar", "hye": "hy", "arm": "hy", "eus": "eu", "baq": "eu", "ben": "bn", "bul": "bg",
    "cat": "ca", "zho": "zh", "chi": "zh", "cmn": "zh", "hrv": "hr", "ces": "cs", "cze": "cs",
    "dan": "da", "nld": "nl", "dut": "nl", "eng": "en", "epo": "eo", "est": "et", "fin": "fi",
    "fra": "fr", "fre": "fr", "glg": "gl", "deu": "de", "ger": "de", "ell": "el", "gre": "el",
    "heb": "he", "hin": "hi", "hun": "hu", "isl": "is", "ice": "is", "ind": "id", "gle": "ga",
    "ita": "it", "jpn": "ja", "kor": "ko", "lat": "la", "lav": "lv", "lit": "lt", "msa": "ms",
    "may": "ms", "nep": "ne", "nor": "no", "nob": "nb", "nno": "nn", "fas": "fa", "per": "fa",
    "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "srp": "sr", "slk": "sk",
    "slo": "sk", "slv": "sl", "spa": "es", "swa": "sw", "swe": "sv", "tam": "ta", "tha": "th",
    "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi", "yid": "yi",
}  # fmt: skip
_NAMES = {
    "arabic": "ar", "chinese": "zh", "dutch": "nl", "english": "en", "french": "fr",
    "german": "de", "hindi": "hi", "italian": "it", "japanese": "ja", "korean": "ko",
    "portuguese": "pt", "portugues": "pt", "português": "pt", "russian": "ru", "spanish": "es",
}  # fmt: skip
_NOTHING = {"", ANY, "und", "mul", "zxx", "mis", "none", "null", "any"}


def names_none(lang: str | None) -> bool:
    """Whether a tag says itself that no language is meant."""
    return lang is None or lang.strip().lower() in _NOTHING


@lru_cache(maxsize=256)
def normalise(lang: str | None) -> str:
    """The two-letter code of a language tag, the code itself where unknown, or `unicode`."""
    if lang is None:
        return ANY
    name = re.split(r"[-_.@]", lang.strip().lower(), maxsplit=1)[0]
    name = _THREE.get(name) or _NAMES.get(name) or name
    if name in _NOTHING or not re.fullmatch(r"[a-z]{2,8}", name):
        return ANY
    return name

"""Summaries as ROUGE-1.5.5 takes them: SEE (HTML), ISI, SPL and SIMPLE.

Text is taken exactly as the script takes it, so that scores stay what they were: entities are not
resolved, and a sentence ends at the next `<`, which is noted where it cuts something off.
"""

from __future__ import annotations

import re

from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import sentence_lines

CUT = "sentences cut at a '<' as ROUGE does"

_SEE = re.compile(
    r"<a\b[^<>]*\bname\s*=[^<>]*>\s*\[[^\]<]*\]\s*</a>\s*<a\b[^<>]*\bhref\s*=[^<>]*>([^<]*)(</a>)?",
    re.I,
)
_ISI = re.compile(r"<S\b[^<>]*>([^<]*)(</S>)?", re.I)
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
_HEAD = re.compile(r"<head\b.*?</head\s*>|<title\b.*?</title\s*>", re.I | re.S)


def is_see(text: str) -> bool:
    """Whether a text has numbered sentences in SEE's HTML."""
    return _SEE.search(text) is not None


def see_sentences(text: str, name: str, notes: Notes) -> list[str]:
    """The sentences of a SEE file; of HTML without any, the lines of its text (noted)."""
    found = _marked(_SEE, text, name, notes)
    if found or not text.strip():
        return found
    lines = sentence_lines(_TAG.sub(" ", _HEAD.sub(" ", text)))
    if lines:
        notes.add("SEE files without numbered sentences, read line by line", name)
    return lines


def isi_sentences(text: str, name: str, notes: Notes) -> list[str]:
    """The sentences of an ISI file (`<S SNTNO="1">...`)."""
    return _marked(_ISI, text, name, notes)


def _marked(pattern: re.Pattern[str], text: str, name: str, notes: Notes) -> list[str]:
    found = []
    for match in pattern.finditer(text):
        sentence = match[1].strip()
        if match[2] is None and text[match.end() : match.end() + 1] == "<":
            notes.add(CUT, name)
        if sentence:
            found.append(sentence)
    return found


def summary(text: str, kind: str, name: str, notes: Notes) -> str | list[str]:
    """Read a summary of ROUGE's INPUT-FORMAT `kind`."""
    kind = kind.upper()
    if kind == "SEE":
        return see_sentences(text, name, notes)
    if kind == "ISI":
        return isi_sentences(text, name, notes)
    if kind == "SPL":
        return sentence_lines(text)
    if kind != "SIMPLE":
        notes.add("summaries of an unknown INPUT-FORMAT, read as plain text", f"{name} ({kind})")
    return text

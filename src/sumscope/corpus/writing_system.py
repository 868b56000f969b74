"""Detect scripts in which ROUGE-1.5.5 finds no words: it reads a to z and 0 to 9 only."""

from __future__ import annotations

import re

from sumscope.core.values import Topic

_LETTERS, _READ = re.compile(r"[^\W\d_]"), re.compile(r"[a-zA-Z]")


def other_script(topic: Topic) -> bool:
    """Whether fewer than half of the letters of the references are a to z.

    Without references the peers are looked at; a topic without letters is in no other script.
    """
    content = "\n".join(text.written for text in topic.references or topic.peers)
    letters = len(_LETTERS.findall(content))
    return 2 * len(_READ.findall(content)) < letters

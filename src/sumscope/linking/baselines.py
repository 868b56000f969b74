"""Baselines of link models: all pairs linked, and the message links of Murray et al. 2010."""

from __future__ import annotations

import numpy as np

from sumscope.linking.meeting import Bools, Ints, Meeting
from sumscope.linking.murray_features import shared


def lower_bound(a: Ints) -> Bools:
    """Every pair is linked."""
    return np.ones(len(a), dtype=bool)


def message_links(meeting: Meeting, candidates: Ints, a: Ints, b: Ints) -> Bools:
    """Linked are two sentences of one dialogue-act type with at least one noun in common.

    Sentences without an act share that lack of a type; in languages without a tagger nothing is
    linked, because no noun is known.
    """
    acts = np.unique(np.array(meeting.acts or ("",)), return_inverse=True)[1].reshape(-1)
    common = shared(list(meeting.nouns(candidates)))
    return np.asarray((acts[candidates][a] == acts[candidates][b]) & (common[a, b] > 0))

"""Figures of Murray et al. (2012) that need only the links of AMI's judges."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sumscope.corpus.jsonl import read_corpus
from sumscope.linking.meeting import Meeting
from sumscope.papers.murray2012 import common_message_links


@pytest.fixture(scope="module")
def meetings(data_dir: Path) -> list[Meeting]:
    return [Meeting.of(topic) for topic in read_corpus(data_dir / "ami" / "dev.jsonl.gz")]


def test_gold_graphs_have_the_sizes_published_for_predicted_ones(meetings: list[Meeting]) -> None:
    """Section 7.1 gives predicted graphs 133 nodes and 1730 links, gold ones 113 and 1360.

    Our gold graphs of the same corpus are the former; a predicted graph among linked sentences
    cannot have more nodes than the gold one, so the published numbers look exchanged.
    """
    nodes, links = [], []
    for meeting in meetings:
        for gold in meeting.golds:
            pairs = gold.together(len(meeting)).tocoo()
            nodes.append(len({*pairs.row[pairs.row != pairs.col].tolist()}))
            links.append(int((pairs.row < pairs.col).sum()))
    assert np.mean(nodes) == pytest.approx(133, abs=1.1)
    assert np.mean(links) == pytest.approx(1730, abs=7.1)


def test_message_links_of_fewer_entities_have_the_published_recall(meetings: list[Meeting]) -> None:
    """Table 1: recall .03 and F .05; precision is .30 there, with types that were predicted."""
    precision, recall, f = common_message_links(meetings)
    assert recall == pytest.approx(0.03, abs=0.005)
    assert f == pytest.approx(0.05, abs=0.005)
    assert precision > 0.30

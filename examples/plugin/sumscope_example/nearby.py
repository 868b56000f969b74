"""A link model without features: sentences near each other are linked."""

from dataclasses import dataclass

import numpy as np

from sumscope.linking.links import Links
from sumscope.linking.murray_features import pairs


@dataclass(frozen=True)
class Nearby:
    trained_on: dict
    k: int
    name: str = "nearby"

    def predict(self, meeting, which, gold=None):
        at = meeting.candidates(which, gold)
        a, b = pairs(len(at))
        closeness = 1 / (1 + np.abs(at[a] - at[b]))
        return Links(meeting, at, closeness.astype(np.float32), threshold=0.3)

    def to_json(self):
        return {"model": self.name, "trained_on": self.trained_on, "k": self.k}


def fit(meetings, which, trained_on, *, seed=0, progress=None):
    sizes = [len(gold.clusters) for meeting in meetings for gold in meeting.golds]
    return Nearby(dict(trained_on), max(1, round(sum(sizes) / len(sizes))))


def from_json(value):
    return Nearby(dict(value["trained_on"]), int(value["k"]))

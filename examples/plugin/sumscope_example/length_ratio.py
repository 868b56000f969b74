"""The ratio of lengths, as a measure."""

from sumscope import Undefined, measure


@measure("length-ratio", needs=("peer", "references"), range=(0, 1), better="higher", cite="none")
class LengthRatio:
    """Length of the shorter text over that of the longer one, against the mean reference."""

    squared: bool = False

    def prepare(self, view):
        return sum(len(r.text.split()) for r in view.references) / len(view.references)

    def stats(self, prepared, peer):
        return sorted((prepared, len(peer.text.split())))

    def score(self, stats):
        short, long = stats
        if not long:
            return Undefined("all texts are empty")
        return (short / long) ** (2 if self.squared else 1)

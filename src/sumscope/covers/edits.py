"""Edit scripts that turn one judge's clustering into another's.

The script works in five stages, always in this order, and `apply` does what it says:

1. delete: sentences that only the first judge uses leave their clusters;
2. split: parts of a cluster that become clusters of their own;
3. merge: clusters that become one;
4. move: single sentences that change clusters;
5. add: sentences that only the second judge uses enter.

A part travels as a whole (by split or merge) where it has at least two sentences and is the
largest part of its old cluster or of its new one; ties go to the earlier cluster. Everything else
moves sentence by sentence. A cluster that is neither split off nor merged goes on (`kept`).
Clusters of the first judge are called A1, A2, ..., of the second B1, B2, ..., in the order of
their covers; A1>B2 is the part of A1 on its way to B2.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError


@dataclass(frozen=True)
class Delete:
    """A sentence leaves its cluster and is set aside."""

    sentence: str
    cluster: str


@dataclass(frozen=True)
class Split:
    """Sentences leave a cluster together and become the cluster `into`."""

    cluster: str
    into: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Merge:
    """Clusters (or parts split off) become the cluster `into`."""

    clusters: tuple[str, ...]
    into: str


@dataclass(frozen=True)
class Move:
    """A sentence goes from one cluster to another."""

    sentence: str
    cluster: str
    into: str


@dataclass(frozen=True)
class Add:
    """A sentence that was set aside enters a cluster."""

    sentence: str
    into: str


@dataclass(frozen=True)
class EditScript:
    """The steps from one clustering to another, and what both share.

    `discarded` are clusters of the first judge of which the second uses no sentence,
    `discarded_back` those of the second of which the first uses none.
    """

    deleted: tuple[Delete, ...]
    splits: tuple[Split, ...]
    merges: tuple[Merge, ...]
    kept: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    added: tuple[Add, ...]
    identical: tuple[tuple[str, str], ...]
    both_left_out: tuple[str, ...]
    discarded: tuple[str, ...] = ()
    discarded_back: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """How many single steps the script has."""
        parts = (self.deleted, self.splits, self.merges, self.moves, self.added)
        return sum(map(len, parts))

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        made = {
            name: [asdict(step) for step in getattr(self, name)]
            for name in ("deleted", "splits", "merges", "moves", "added")
        }
        return {
            **made,
            "kept": [{"left": a, "right": b} for a, b in self.kept],
            "identical": [{"left": a, "right": b} for a, b in self.identical],
            "both_left_out": list(self.both_left_out),
            "discarded": {"left": list(self.discarded), "right": list(self.discarded_back)},
            "steps": self.steps,
        }

    def lines(self) -> list[str]:
        """The script in words, one step a line."""
        said = [f"delete {d.sentence} from {d.cluster}" for d in self.deleted]
        said += [
            f"split {s.cluster}: {', '.join(s.sentences)} become {s.into}" for s in self.splits
        ]
        said += [f"merge {', '.join(m.clusters)} into {m.into}" for m in self.merges]
        said += [f"move {m.sentence} from {m.cluster} to {m.into}" for m in self.moves]
        said += [f"add {a.sentence} to {a.into}" for a in self.added]
        return said


def edit_script(left: Cover, right: Cover) -> EditScript:
    """The script from `left` to `right`; covers that overlap are refused.

    Items that only one of the two covers knows count as left out by the other.
    """
    home, goal = _places(left, "the first cover"), _places(right, "the second cover")
    universe = tuple(dict.fromkeys((*left.items, *right.items)))
    stay = [item for item in universe if item in home and item in goal]
    parts: dict[tuple[int, int], list[str]] = {}
    for item in stay:
        parts.setdefault((home[item], goal[item]), []).append(item)
    sizes = {cell: len(items) for cell, items in parts.items()}
    heir = dict(_largest(sizes, 0))  # where most of a first cluster goes
    origin = {b: a for (a, b) in _largest(sizes, 1)}  # whence most of a second cluster comes
    whole = {
        (a, b)
        for (a, b), size in sizes.items()
        if (heir[a] == b and origin[b] == a) or (size > 1 and (heir[a] == b or origin[b] == a))
    }
    coming = Counter(b for _, b in whole)  # parts that become each second cluster
    splits, kept = [], []
    joined: dict[int, list[str]] = {}
    for a, b in sorted(whole):
        name = f"A{a + 1}"
        if heir[a] != b:
            name = f"A{a + 1}>B{b + 1}" if coming[b] > 1 else f"B{b + 1}"
            splits.append(Split(f"A{a + 1}", name, tuple(parts[a, b])))
        elif coming[b] == 1:
            kept.append((name, f"B{b + 1}"))
        if coming[b] > 1:
            joined.setdefault(b, []).append(name)
    merges = [Merge(tuple(names), f"B{b + 1}") for b, names in sorted(joined.items())]
    moves = []
    for item in stay:
        a, b = home[item], goal[item]
        if (a, b) not in whole:
            keeps = (a, heir[a]) in whole
            moves.append(Move(item, f"B{heir[a] + 1}" if keeps else f"A{a + 1}", f"B{b + 1}"))
    firsts = {frozenset(cluster): f"A{n}" for n, cluster in enumerate(left.clusters, 1)}
    return EditScript(
        deleted=tuple(
            Delete(i, f"A{home[i] + 1}") for i in universe if i in home and i not in goal
        ),
        splits=tuple(splits),
        merges=tuple(merges),
        kept=tuple(kept),
        moves=tuple(moves),
        added=tuple(Add(i, f"B{goal[i] + 1}") for i in universe if i in goal and i not in home),
        identical=tuple(
            (firsts[frozenset(cluster)], f"B{n}")
            for n, cluster in enumerate(right.clusters, 1)
            if frozenset(cluster) in firsts
        ),
        both_left_out=tuple(i for i in universe if i not in home and i not in goal),
        discarded=_unused(left, "A", goal),
        discarded_back=_unused(right, "B", home),
    )


def _unused(cover: Cover, side: str, other: dict[str, int]) -> tuple[str, ...]:
    """The clusters of which the other judge uses no sentence."""
    return tuple(
        f"{side}{number}"
        for number, cluster in enumerate(cover.clusters, 1)
        if not any(item in other for item in cluster)
    )


def apply(script: EditScript, cover: Cover) -> Cover:
    """Carry a script out on the first judge's cover; the result has the second judge's clusters.

    Items that the script adds widen the universe.
    """
    state: dict[str, list[str]] = {f"A{n}": list(c) for n, c in enumerate(cover.clusters, 1)}
    for gone in script.deleted:
        state[gone.cluster].remove(gone.sentence)
    for split in script.splits:
        for sentence in split.sentences:
            state[split.cluster].remove(sentence)
        state[split.into] = list(split.sentences)
    for merge in script.merges:
        state[merge.into] = [item for name in merge.clusters for item in state.pop(name)]
    for old, new in script.kept:
        state[new] = state.pop(old)
    for move in script.moves:
        state[move.cluster].remove(move.sentence)
        state.setdefault(move.into, []).append(move.sentence)
    for add in script.added:
        state.setdefault(add.into, []).append(add.sentence)
    items = dict.fromkeys((*cover.items, *(add.sentence for add in script.added)))
    return Cover(tuple(items), tuple(map(tuple, state.values())))


def _places(cover: Cover, name: str) -> dict[str, int]:
    if cover.shared is not None:
        raise SumscopeError(
            f"an edit script needs each sentence in one cluster, but {cover.shared!r} is in two",
            where=name,
        )
    return {item: at for at, cluster in enumerate(cover.clusters) for item in cluster}


def _largest(sizes: dict[tuple[int, int], int], axis: int) -> list[tuple[int, int]]:
    """Of the cells that agree on `axis`, the one with the most sentences, then the earliest."""
    best: dict[int, tuple[int, int]] = {}
    for cell in sorted(sizes):
        known = best.get(cell[axis])
        if known is None or sizes[cell] > sizes[known]:
            best[cell[axis]] = cell
    return list(best.values())

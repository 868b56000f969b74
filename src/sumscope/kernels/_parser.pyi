"""A dependency parser in C++; `python.parser` says what each class does."""

from sumscope.kernels.types import Ints, Keys, Longs, SmallInts

class ArcModel:
    def __init__(self, atoms: Ints, starts: Ints, keys: Keys, weights: SmallInts) -> None: ...
    def parse(self, tokens: Ints, beam: int) -> Ints: ...
    def score(self, tokens: Ints, heads: Ints) -> Longs: ...

class LabelModel:
    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        keys: Keys,
        row_starts: Ints,
        labels: Ints,
        weights: SmallInts,
        count: int,
    ) -> None: ...
    def label(self, tokens: Ints, heads: Ints) -> Ints: ...

class ArcTrainer:
    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        tokens: Ints,
        heads: Ints,
        sentence_starts: Ints,
        beam: int,
        least: int,
    ) -> None: ...
    def learn(self, order: Ints) -> int: ...
    def sums(self) -> tuple[Keys, Longs, int]: ...

class LabelTrainer:
    def __init__(
        self,
        atoms: Ints,
        starts: Ints,
        tokens: Ints,
        heads: Ints,
        labels: Ints,
        sentence_starts: Ints,
        count: int,
        least: int,
    ) -> None: ...
    def learn(self, order: Ints) -> int: ...
    def sums(self) -> tuple[Keys, Longs, int]: ...

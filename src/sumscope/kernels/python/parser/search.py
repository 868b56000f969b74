"""Part of the twin `python.parser`: states, actions and features of the dependency parser.

A sentence has a row of numbers for each token (word, tags, ...), the last of them marks, one bit
each. Atoms are such numbers of the tokens around a decision, and counts and distances; a template
is a list of atoms; a feature is the hash of a template's number and the values of its atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

# What an absent token, and the root, have in every column. Real values begin at 2.
NONE, ROOT = 0, 1
SHIFT, LEFT, RIGHT = ACTIONS = (0, 1, 2)
#: Tokens around a decision, and counts and distances, whose atoms templates can name.
PLACES, EXTRAS = 19, 10
LABEL_PLACES, LABEL_EXTRAS = 13, 10
_BITS = 0xFFFFFFFF

Rows = Sequence[Sequence[int]]
Templates = Sequence[Sequence[int]]


def mix(value: int, other: int) -> int:
    """A hash of 32 bits and one number more."""
    value = ((value ^ (other & _BITS)) * 0x85EBCA6B) & _BITS
    return value ^ (value >> 15)


def hashed(templates: Templates, atoms: Sequence[int]) -> list[int]:
    """The feature of each template."""
    found = []
    for number, template in enumerate(templates):
        value = mix(0x9E3779B1, number)
        for atom in template:
            value = mix(value, atoms[atom])
        found.append(value)
    return found


def columns_of(rows: Rows, columns: int, tokens: Sequence[int]) -> list[int]:
    """The columns of some tokens, without marks: -1 is no token, the number of rows the root."""
    found: list[int] = []
    for token in tokens:
        if 0 <= token < len(rows):
            found += rows[token][:columns]
        else:
            found += [ROOT if token == len(rows) else NONE] * columns
    return found


def between(rows: Rows, a: int, b: int) -> int:
    """The marks of the tokens between two."""
    found = 0
    if a >= 0:
        for row in rows[a + 1 : b]:
            found |= row[-1] & 0xFF
    return found


def rough(distance: int) -> int:
    """1, 2, 3, 4, then 5 to 6, 7 to 10, more."""
    return distance if distance < 5 else 5 if distance < 7 else 6 if distance < 11 else 7


@dataclass(frozen=True)
class Node:
    """A token on the stack with what hangs on it so far: leftmost and rightmost two."""

    token: int = -1
    below: Node | None = None
    left: int = -1
    left2: int = -1
    lefts: int = 0
    right: int = -1
    right2: int = -1
    rights: int = 0


@dataclass(frozen=True)
class State:
    """A partial parse: the stack, the first token not yet shifted and what hangs on that."""

    score: int = 0
    top: Node | None = None
    size: int = 0
    next: int = 0
    left: int = -1
    left2: int = -1
    lefts: int = 0
    actions: tuple[int, ...] = ()

    def allowed(self, action: int, tokens: int) -> bool:
        """Whether an action can be taken; the root, after the last token, takes one child."""
        ended = self.next == tokens
        if action == SHIFT:
            return not ended
        if action == LEFT:
            return self.size >= 1 and (not ended or self.size == 1)
        return self.size >= 2

    def apply(self, action: int, score: int) -> State:
        """The state after an action: shift, or hang the top on the next token or the one below."""
        made = replace(self, score=self.score + score, actions=(*self.actions, action))
        top = self.top
        if action == SHIFT:
            node = Node(self.next, top, self.left, self.left2, self.lefts)
            return replace(
                made, top=node, size=self.size + 1, next=self.next + 1,
                left=-1, left2=-1, lefts=0,
            )  # fmt: skip
        if top is None:
            raise ValueError("nothing is on the stack")
        if action == LEFT:
            return replace(
                made, top=top.below, size=self.size - 1,
                left=top.token, left2=self.left, lefts=self.lefts + 1,
            )  # fmt: skip
        if top.below is None:
            raise ValueError("nothing is below the top of the stack")
        head = top.below
        head = replace(head, right=top.token, right2=head.right, rights=head.rights + 1)
        return replace(made, top=head, size=self.size - 1)

    def features(self, rows: Rows, columns: int, templates: Templates) -> list[int]:
        """What the choice of an action is made by."""
        absent = Node()
        s0 = self.top or absent
        s1 = s0.below or absent
        s2 = s1.below or absent
        b0, n = self.next, len(rows)
        b1, b2, b3 = (b0 + by if b0 + by <= n else -1 for by in (1, 2, 3))
        places = [
            s0.token, s1.token, s2.token, b0, b1, b2, b3,
            s0.left, s0.left2, s0.right, s0.right2, s1.left, s1.right, s1.right2,
            self.left, self.left2,
            b0 - 1, s0.token + 1 if s0.token >= 0 else -1, s0.token - 1,
        ]  # fmt: skip
        extras = [
            rough(b0 - s0.token) if s0.token >= 0 else 0,
            rough(s0.token - s1.token) if s1.token >= 0 else 0,
            *(min(count, 4) for count in (s0.lefts, s0.rights, s1.lefts, s1.rights, self.lefts)),
            between(rows, s0.token, b0),
            between(rows, s1.token, s0.token),
            min(self.size, 4),
        ]
        return hashed(templates, columns_of(rows, columns, places) + extras)


def heads_of(actions: Sequence[int], tokens: int) -> list[int]:
    """The head of each token, 1..n and 0 for the root, by the actions taken."""
    found, stack, following = [0] * tokens, [], 0
    for action in actions:
        if action == SHIFT:
            stack.append(following)
            following += 1
            continue
        token = stack.pop()
        head = following if action == LEFT else stack[-1]
        found[token] = 0 if head == tokens else head + 1
    return found


def oracle(heads: Sequence[int]) -> list[int]:
    """The actions that make a projective tree: an arc as soon as its dependent is complete."""
    n = len(heads)
    inward = [n if head == 0 else head - 1 for head in heads]
    waiting = [0] * (n + 1)
    for head in inward:
        waiting[head] += 1
    actions: list[int] = []
    stack: list[int] = []
    following = 0
    while following < n or stack:
        if stack and not waiting[stack[-1]]:
            head = inward[stack[-1]]
            right = len(stack) > 1 and head == stack[-2]
            if head == following or right:
                actions.append(LEFT if head == following else RIGHT)
                waiting[head] -= 1
                stack.pop()
                continue
        if following == n:
            break
        actions.append(SHIFT)
        stack.append(following)
        following += 1
    if len(actions) != 2 * n or inward.count(n) > 1:
        raise ValueError("a tree is not projective, or has not one root")
    return actions


class Labelling:
    """The tokens of a tree, every head before what hangs on it, and their features."""

    def __init__(self, rows: Rows, columns: int, heads: Sequence[int]) -> None:
        self.rows, self.columns = rows, columns
        n = len(rows)
        self.heads = [n if head == 0 else head - 1 for head in heads]
        self.children: list[list[int]] = [[] for _ in range(n + 1)]
        for token, head in enumerate(self.heads):
            self.children[head].append(token)
        self.order = list(self.children[n])
        for token in self.order:
            self.order += self.children[token]

    def features(self, token: int, labels: Sequence[int], templates: Templates) -> list[int]:
        """What the label of a token is chosen by, given the labels of those before it in order."""
        n, head = len(self.rows), self.heads[token]
        under_root = head == n
        siblings, mine = self.children[head], self.children[token]
        at = siblings.index(token)
        before = siblings[at - 1] if at > 0 else -1
        before2 = siblings[at - 2] if at > 1 else -1
        after = siblings[at + 1] if at + 1 < len(siblings) else -1
        following = token + 1 if token + 1 < n else -1
        places = [
            token, head, -1 if under_root else self.heads[head], token - 1, following,
            head - 1, -1 if under_root or head + 1 == n else head + 1, before, after,
            mine[0] if mine else -1, mine[1] if len(mine) > 1 else -1, mine[-1] if mine else -1,
            -1 if under_root else siblings[0],
        ]  # fmt: skip
        right = token > head
        ends = (head, token) if right else (token, head)
        extras = [
            8 + rough(token - head) if right else rough(head - token),
            -1 if under_root else labels[head],
            -1 if before < 0 else labels[before],
            -1 if before2 < 0 else labels[before2],
            min(len(mine), 4),
            min(len(siblings), 4),
            between(self.rows, *ends),
            int(right),
            int(before >= 0 and (before > head) == right),
            int(after >= 0 and (after > head) == right),
        ]
        return hashed(templates, columns_of(self.rows, self.columns, places) + extras)

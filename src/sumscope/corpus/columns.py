"""Which column of a table holds what: roles found by name, or as the user says.

Names are compared without case, `_`, `-` and spaces. What the user says always wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sumscope.core.errors import SumscopeError, nearest
from sumscope.corpus.lm_eval import is_sample

TOPIC = ("id", "topic", "docid", "exampleid", "guid")
DOCUMENT = (
    *("document", "article", "source", "src", "text", "dialogue", "input", "doc", "transcript"),
    *("documents", "articles", "sources", "docs"),
)
REFERENCE = ("reference", "references", "ref", "refs", "target", "targets", "gold", "highlights")
PEER = (
    *("prediction", "predictions", "pred", "preds", "output", "outputs", "generated", "decoded"),
    *("hypothesis", "hypotheses", "response"),
)
SYSTEM = ("peer", "system", "model", "modelid", "systemid", "modelname", "systemname")
JUDGE = ("judge", "annotator")
JUDGEMENT = ("judgement", "judgment", "human")
SUMMARY = ("summary", "summaries")
SINGLE = {"lang": ("lang", "language"), "date": ("date",), "human": ("human",)}

# Roles as `--columns` spells them.
ROLES = ("topic", "document", "reference", "peer", "system", "judge", "judgement", "lang", "date")
Columns = Mapping[str, str | Sequence[str]]

# What holds objects in a topic.
_GROUPS = ("documents", "references", "peers", "covers", "preferences")

EXAMPLE = '--columns "reference=gold, peer=bart;pegasus, document=article"'


def plain(name: str) -> str:
    """A column's name without case, `_`, `-` and spaces."""
    return re.sub(r"[\s_-]", "", name).lower()


@dataclass(frozen=True)
class Roles:
    """The columns of each role; `system` names the peer of a row, `judge` who judged it."""

    topic: str | None = None
    documents: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    peers: tuple[str, ...] = ()
    system: str | None = None
    judge: str | None = None
    judgements: tuple[str, ...] = ()
    lang: str | None = None
    date: str | None = None
    human: str | None = None
    rest: tuple[str, ...] = field(default=(), compare=False)

    @property
    def used(self) -> frozenset[str]:
        """The columns that have a role."""
        one = (self.topic, self.system, self.judge, self.lang, self.date, self.human)
        several = (*self.documents, *self.references, *self.peers, *self.judgements)
        return frozenset(name for name in (*one, *several) if name is not None)

    @property
    def grouped(self) -> bool:
        """Whether a topic may spread over several rows."""
        return self.topic is not None and (self.system is not None or self.judge is not None)

    def describe(self) -> str:
        """What was taken for what, in one line."""
        shown = [
            f"{role}={';'.join(names)}"
            for role, names in (
                ("topic", (self.topic,) if self.topic is not None else ("row number",)),
                ("document", self.documents),
                ("reference", self.references),
                ("peer", self.peers),
                ("system", (self.system,) if self.system else ()),
                ("judgement", self.judgements),
                ("judge", (self.judge,) if self.judge else ()),
                ("lang", (self.lang,) if self.lang else ()),
            )
            if names
        ]
        aside = f"; not used: {_listed(self.rest)}" if self.rest else ""
        return f"columns read as {', '.join(shown)}{aside}"


def _listed(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def parse_columns(spelling: str) -> dict[str, list[str]]:
    """Read `reference=gold, peer=bart;pegasus`."""
    found: dict[str, list[str]] = {}
    for part in spelling.split(","):
        role, equals, names = part.partition("=")
        if not part.strip():
            continue
        listed = [name.strip() for name in names.split(";") if name.strip()]
        if not equals or not role.strip() or not listed:
            raise SumscopeError(
                f"--columns: {part.strip()!r} is not role=column", hint=f"write {EXAMPLE}"
            )
        found.setdefault(_role(role.strip()), []).extend(listed)
    if not found:
        raise SumscopeError("--columns names no column", hint=f"write {EXAMPLE}")
    return found


def _role(name: str) -> str:
    known = {plain(role): role for role in ROLES}
    known |= {f"{role}s": role for role in ("document", "reference", "peer", "judgement")}
    known |= {"id": "topic", "judgment": "judgement", "prediction": "peer", "annotator": "judge"}
    if plain(name) not in known:
        raise SumscopeError(
            f"columns: unknown role {name!r}", hint=nearest(name, ROLES, ", ".join(ROLES))
        )
    return known[plain(name)]


def said_columns(columns: Columns | str | None, header: Sequence[str]) -> dict[str, list[str]]:
    """The columns that the user named, spelled as in the table."""
    if columns is None:
        return {}
    if isinstance(columns, str):
        columns = parse_columns(columns)
    if not isinstance(columns, Mapping):
        raise SumscopeError(
            f"columns={type(columns).__name__} is not a dict of role to column",
            hint='write columns={"reference": "gold", "peer": ["bart", "pegasus"]}',
        )
    folded: dict[str, list[str]] = {}
    for name in header:
        folded.setdefault(plain(name), []).append(name)
    said: dict[str, list[str]] = {}
    for given, names in columns.items():
        role = _role(str(given))
        for name in [names] if isinstance(names, str) else list(names):
            same = [name] if name in header else folded.get(plain(str(name)), [])
            if len(same) != 1:
                raise SumscopeError(
                    f"columns: the table has no column {name!r} for {role}",
                    hint=f"{nearest(str(name), header)} (columns: {_listed(header, 30)})"
                    if len(header) > 30
                    else nearest(str(name), header),
                )
            said.setdefault(role, []).append(same[0])
    for role in ("topic", "system", "judge", "lang", "date"):
        if len(said.get(role, ())) > 1:
            raise SumscopeError(f"columns: {role} is one column", hint="name one")
    return said


def find_roles(
    header: Sequence[str],
    columns: Columns | str | None = None,
    *,
    added_peers: bool = False,
    needs: Iterable[str] = (),
) -> Roles:
    """Find the role of each column; `added_peers`: peers come from elsewhere too."""
    said = said_columns(columns, header)
    free = [name for name in header if not any(name in names for names in said.values())]
    by_name: dict[str, str] = {}
    for name in free:
        by_name.setdefault(plain(name), name)

    def first(names: Iterable[str]) -> str | None:
        return next((by_name[name] for name in names if name in by_name), None)

    def one(role: str, names: Sequence[str]) -> str | None:
        found = said[role][0] if role in said else first(names)
        if found in free:
            free.remove(found)
            by_name.pop(plain(found), None)
        return found

    def take(role: str, names: list[str]) -> tuple[str, ...]:
        names = said.get(role, names)
        for name in names:
            if name in free:
                free.remove(name)
                by_name.pop(plain(name), None)
        return tuple(names)

    several = len(said.get("peer", ())) > 1  # one topic a row, whatever else there is
    system = one("system", SYSTEM) if not several or "system" in said else None
    # With one summary a row the row may have an id of its own beside that of its topic.
    order = ("topic", *(n for n in TOPIC if n != "topic")) if system is not None else TOPIC
    topic = one("topic", order)
    judge = one("judge", JUDGE)
    judgements = take("judgement", [n for n in free if _dotted(n, JUDGEMENT)])
    references = take("reference", [n for n in free if _is(n, REFERENCE)])
    peers = take("peer", [n for n in free if _is(n, PEER) or _is_peer(n)])
    if system is not None and len(peers) > 1:
        peers = peers[:1] if "peer" not in said else peers
    summary = first(SUMMARY)
    needed = set(needs)
    if summary is not None:
        if system is not None and not peers:
            peers = (summary,)
        elif not references and (peers or added_peers or "peers" not in needed):
            references = (summary,)
        if summary in (*peers, *references):
            free.remove(summary)
            by_name.pop(plain(summary), None)
    if system is not None and not peers and "text" in by_name:
        peers = take("", [by_name["text"]])
    documents = take("document", _documents(free))
    lang, date = one("lang", SINGLE["lang"]), one("date", SINGLE["date"])
    human = one("human", SINGLE["human"]) if system is not None else None
    return Roles(
        topic, documents, references, peers, system, judge, judgements, lang, date, human,
        tuple(free),
    )  # fmt: skip


def _documents(free: Sequence[str]) -> list[str]:
    named = [name for name in free if _dotted(name, DOCUMENT[:1])]
    best = next((n for role in DOCUMENT for n in free if plain(n) == role), None)
    return named if best is None else [best, *named]


def _dotted(name: str, roles: Sequence[str]) -> bool:
    head, dot, tail = name.partition(".")
    return bool(dot and tail) and plain(head) in roles


def _is(name: str, roles: Sequence[str]) -> bool:
    """`reference`, `ref_1`, `reference.NAME`, `reference_summary`."""
    bare = plain(name)
    numbered = re.sub(r"[0-9]+$", "", bare)
    described = re.sub(r"^(.+?)(summary|text)$|^summary(.+)$", r"\1\3", bare)
    return bare in roles or numbered in roles or described in roles or _dotted(name, roles)


def _is_peer(name: str) -> bool:
    """`peer.NAME`, `model_NAME`."""
    prefixed = re.match(r"(model|system)[_-](?!id$|name$).", name, re.I)
    return prefixed is not None or _dotted(name, ("peer", "model", "system"))


def text_name(column: str) -> str:
    """The name that a text gets from its column: what follows the dot, else all of it."""
    roles = (*DOCUMENT, *REFERENCE, *PEER, "peer", "model", "system", *JUDGEMENT)
    return column.partition(".")[2] if _dotted(column, roles) else column


def require(roles: Roles, header: Sequence[str], needs: Iterable[str], added_peers: bool) -> None:
    """Refuse a table that lacks what is needed, with its columns and the option that helps."""
    missing = [
        role
        for need, role, found in (
            ("references", "reference", roles.references),
            ("peers", "peer", roles.peers or added_peers),
            ("documents", "document", roles.documents),
        )
        if need in needs and not found
    ]
    if not missing:
        return
    what = {"reference": "the references", "peer": "the summaries to score (peers)"}
    told = " and ".join(what.get(role, "the documents") for role in missing)
    shown = ", ".join(f"{role}=COLUMN" for role in missing)
    in_python = ", ".join(f'"{role}": "COLUMN"' for role in missing)
    near = [hint for role in missing for hint in _near(role, header)]
    guess = f" (did you mean {' and '.join(near)}?)" if near else ""
    raise SumscopeError(
        f"no column of the table holds {told}; its columns are {_listed(header, 30)}",
        hint=f'name them with --columns "{shown}", in Python columns={{{in_python}}}{guess}',
    )


def _near(role: str, header: Sequence[str]) -> list[str]:
    import difflib

    known = {"reference": REFERENCE, "peer": PEER, "document": DOCUMENT}[role]
    for name in header:
        if difflib.get_close_matches(plain(name), known, n=1, cutoff=0.75):
            return [f"{role}={name}"]
    return []


def is_topic(value: object, columns: Columns | str | None = None) -> bool:
    """Whether a JSON object is a topic of a corpus rather than a row with these `columns`."""
    if not isinstance(value, Mapping):
        return False
    if any(_of_objects(value.get(key)) for key in _GROUPS):
        return True
    if isinstance(value.get("judgements"), Mapping):
        return True
    if columns is not None:
        return False
    roles = find_roles([key for key in value if isinstance(key, str)])
    texts = (*roles.documents, *roles.references, *roles.peers)
    if any(_of_objects(value[name]) for name in texts):
        return True  # `reference` for `references`: the reader of topics names both
    return ("id" in value or not value) and not texts and not is_sample(value)


def _of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)

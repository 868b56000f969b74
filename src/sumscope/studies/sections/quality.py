"""What is missing, repeated or undefined, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sumscope.core.tables import Cell, table
from sumscope.report.blocks import Block, Missing, Say, Table, View
from sumscope.studies.section import Section
from sumscope.studies.work import Work

ADDS = {
    "documents": "oracles, communities, growth of the sources, source beside summary",
    "references": "ROUGE and other measures against references, oracles, topics of a summary",
    "peers": "scores, leaderboard, distributions, pairs, redundancy",
    "judgements": "correlation with people, scatter plots",
    "covers": "agreement of judges, co-clustering, edit scripts, split and merge",
}


@dataclass(frozen=True)
class FieldCount:
    """How often a field is there, and in how many topics it is not."""

    field: str
    entries: int
    lacking: int


@dataclass(frozen=True)
class PeerCount:
    """Numbers of a peer's summaries, and of those without a judgement."""

    peer: str
    human: bool
    summaries: int
    missing: int
    unjudged: int | None


@dataclass(frozen=True)
class Quality:
    """What a reader must know of the data."""

    topics: int
    languages: tuple[tuple[str, int], ...]
    fields: tuple[FieldCount, ...]
    peers: tuple[PeerCount, ...]
    oddities: tuple[tuple[str, str], ...]
    counts: tuple[tuple[str, int], ...]
    undefined: tuple[tuple[str, str, int], ...]
    scores: int


class QualitySection(Section[Quality]):
    """Data quality."""

    name = "quality"
    title = "Data quality"
    order = 120
    tables = ("fields", "peers", "oddities", "undefined")

    def make(self, work: Work) -> Quality:
        """Count."""
        survey = work.survey
        counts = (
            survey.documents,
            survey.references,
            survey.summaries,
            survey.judgements,
            survey.covers,
        )
        fields = (
            FieldCount(name, count, survey.lacking[name])
            for name, count in zip(ADDS, counts, strict=True)
        )
        peers = (
            PeerCount(
                peer,
                peer in survey.people,
                count,
                survey.topics - count,
                survey.unjudged[peer] if survey.judgements else None,
            )
            for peer, count in survey.peers.items()
        )
        odd = [*survey.empty, *survey.doubles]
        odd += [
            (f"topic {topic}, judgements of {peer}", "there is no such peer in the topic")
            for topic, peer in survey.strangers
        ]
        undefined = Counter(
            (row.measure, row.reason or "no reason given")
            for row in work.scores
            if row.value is None
        )
        return Quality(
            survey.topics,
            tuple(sorted(survey.languages.items())),
            tuple(fields),
            tuple(peers),
            tuple(odd),
            (
                ("empty texts", len(survey.empty)),
                ("repeated texts", len(survey.doubles)),
                ("judgements of peers that are not there", len(survey.strangers)),
            ),
            tuple((name, reason, count) for (name, reason), count in sorted(undefined.items())),
            len(work.scores),
        )

    def show(self, data: Quality, work: Work) -> View:
        """Tables, and a sentence for everything that is as it should be."""
        spoken = ", ".join(f"{name} ({count})" for name, count in data.languages)
        blocks: list[Block] = [
            Say(f"{data.topics} {'topic' if data.topics == 1 else 'topics'}; languages: {spoken}.")
        ]
        rows: list[list[Cell]] = [
            [f.field, f.entries, f.lacking, ADDS[f.field]] for f in data.fields
        ]
        head = ["field", "entries", "topics without", "what it adds"]
        blocks.append(Table(table("fields", "What the corpus holds", head, rows)))
        blocks += [
            Missing(f"No topic has the field `{f.field}`, which would add: {ADDS[f.field]}.")
            for f in data.fields
            if not f.entries
        ]
        if data.peers:
            rows = [
                [p.peer + (" (human)" if p.human else ""), p.summaries, p.missing, p.unjudged]
                for p in data.peers
            ]
            head = ["peer", "summaries", "topics without one", "summaries without judgement"]
            blocks.append(Table(table("peers", "Peers", head, rows)))
        if data.oddities:
            head = ["where", "what"]
            blocks.append(
                Table(
                    table(
                        "oddities",
                        "Empty and repeated texts, judgements without a summary",
                        head,
                        data.oddities,
                    )
                )
            )
        else:
            blocks.append(Say("No text is empty or repeated, and every judgement is of a summary."))
        if data.undefined:
            head = ["measure", "reason", "scores"]
            blocks.append(Table(table("undefined", "Undefined scores", head, data.undefined)))
        elif data.scores:
            blocks.append(Say(f"All {data.scores} scores are defined."))
        total = sum(count for _, _, count in data.undefined)
        problems = [f"{what}: {count}" for what, count in data.counts if count]
        if total:
            problems.append(f"undefined scores: {total} of {data.scores}")
        said = ", ".join(problems)
        finding = (f"Data: {said} (see Data quality).",) if problems else ()
        brief = (
            f"{said[0].upper()}{said[1:]}." if said else "Nothing is empty, repeated or undefined."
        )
        return View(self.title, tuple(blocks), finding, brief)

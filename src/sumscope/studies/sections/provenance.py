"""Inputs and settings of every number, and the command that reproduces it."""

from __future__ import annotations

from dataclasses import dataclass

from sumscope.core.tables import table
from sumscope.report.blocks import Block, Command, Say, Table, View
from sumscope.studies.section import Section
from sumscope.studies.work import Work


@dataclass(frozen=True)
class Provenance:
    """The command, the facts by name, the signature and paper of every measure, and all of it as a
    paragraph for a paper."""

    command: str
    facts: tuple[tuple[str, str], ...]
    signatures: tuple[tuple[str, str, str], ...]
    seed: int
    method: str


class ProvenanceSection(Section[Provenance]):
    """How these numbers were made."""

    name = "provenance"
    title = "How these numbers were made"
    order = 140
    tables = ("provenance", "signatures")

    def make(self, work: Work) -> Provenance:
        """Gather."""
        return Provenance(
            work.command,
            tuple((name, str(value)) for name, value in work.facts.items()),
            tuple(
                (name, str(about["signature"]), str(about["cite"]))
                for name, about in _signatures(work).items()
            ),
            work.settings.seed,
            _method(work),
        )

    def show(self, data: Provenance, work: Work) -> View:
        """The command first."""
        head = ["what", "value"]
        blocks: list[Block] = [
            Say("This command gives the same report again, byte for byte:"),
            Command(data.command),
            Say("To say in a paper how the numbers were made:"),
            Command(data.method),
            Table(table("provenance", "What the numbers depend on", head, data.facts)),
        ]
        if data.signatures:
            head = ["measure", "signature", "paper"]
            made = table("signatures", "Signatures of the scores", head, data.signatures)
            blocks.append(Table(made))
        blocks.append(
            Say(
                "All draws (bootstrap, randomization, shuffled clusterings, random splits) come "
                f"from seed {data.seed}. Tables are in the folder tables (CSV, JSON, LaTeX), "
                "figures in the folder figures (SVG, PNG, PDF), all scores in scores.csv, "
                "and what a later study is compared with in study.json.",
                soft=True,
            )
        )
        brief = f"The command, {len(data.signatures)} signatures, versions, seed {data.seed}."
        return View(self.title, tuple(blocks), brief=brief)


def _method(work: Work) -> str:
    """What a paper says of the numbers."""
    facts, settings = work.facts, work.settings
    lines = [
        f"Computed with sumscope {facts['sumscope']} on {work.name} "
        f"(SHA-256 {str(facts['corpus SHA-256'])[:12]}, {facts['topics']} topics)."
    ]
    if work.scores.rows:
        lines.append(
            f"Means over topics with 95% bootstrap intervals ({settings.resamples} resamples, "
            f"seed {settings.seed}); systems compared by paired approximate randomization, "
            "Holm-corrected over all pairs of a measure."
        )
        lines += [str(about["signature"]) for about in _signatures(work).values()]
    return "\n".join(lines)


def _signatures(work: Work) -> dict[str, dict[str, object]]:
    """What the score table says of each measure."""
    found = work.scores.meta.get("measures")
    described = found if isinstance(found, dict) else {}
    return {name: about for name, about in described.items() if "signature" in about}

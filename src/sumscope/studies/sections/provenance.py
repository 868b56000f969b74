"""Inputs and settings of every number, and the command that reproduces it."""

from __future__ import annotations

from dataclasses import dataclass

from sumscope.report.blocks import Block, Command, Say, Table, View
from sumscope.report.reproduction import table
from sumscope.studies.section import Section
from sumscope.studies.work import Work


@dataclass(frozen=True)
class Provenance:
    """The command, the facts by name, and the signature and paper of every measure."""

    command: str
    facts: tuple[tuple[str, str], ...]
    signatures: tuple[tuple[str, str, str], ...]
    seed: int


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
        )

    def show(self, data: Provenance, work: Work) -> View:
        """The command first."""
        head = ["what", "value"]
        blocks: list[Block] = [
            Say("This command gives the same report again, byte for byte:"),
            Command(data.command),
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
        return View(self.title, tuple(blocks))


def _signatures(work: Work) -> dict[str, dict[str, object]]:
    """What the score table says of each measure."""
    found = work.scores.meta.get("measures")
    return found if isinstance(found, dict) else {}

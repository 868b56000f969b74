"""Sections of a study on its own ground: data quality, and how every number was made."""

from __future__ import annotations

import platform
from collections import Counter
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sumscope._version import __version__
from sumscope.report.reproduction import table
from sumscope.studies.work import Work

LIBRARIES = ("numpy", "scipy", "matplotlib", "PyStemmer", "simplemma", "regex")
ADDS = {
    "documents": "oracles, communities, growth of the sources, source beside summary",
    "references": "ROUGE and other measures against references, oracles, topics of a summary",
    "peers": "scores, leaderboard, distributions, pairs, redundancy",
    "judgements": "correlation with people, scatter plots",
    "covers": "agreement of judges, co-clustering, edit scripts, split and merge",
}


def quality(work: Work) -> None:
    """What is missing, doubled or undefined, and why."""
    report, section = work.report, work.report.section("Data quality")
    survey = work.survey
    counts = {
        "documents": survey.documents,
        "references": survey.references,
        "peers": survey.summaries,
        "judgements": survey.judgements,
        "covers": survey.covers,
    }
    spoken = ", ".join(f"{name} ({count})" for name, count in sorted(survey.languages.items()))
    section.say(f"{survey.topics} topics; languages: {spoken}.")
    rows: list[list[Any]] = [
        [name, counts[name], survey.lacking[name], adds] for name, adds in ADDS.items()
    ]
    head = ["field", "entries", "topics without", "what it adds"]
    report.table(section, table("fields", "What the corpus holds", head, rows))
    for name, count in counts.items():
        if not count:
            section.absent(f"No topic has the field `{name}`, which would add: {ADDS[name]}.")
    peers: list[list[Any]] = [
        [
            peer + (" (human)" if peer in survey.people else ""),
            count,
            survey.topics - count,
            survey.unjudged[peer] if survey.judgements else None,
        ]
        for peer, count in survey.peers.items()
    ]
    if peers:
        head = ["peer", "summaries", "topics without one", "summaries without judgement"]
        report.table(section, table("peers", "Peers", head, peers))
    odd: list[list[Any]] = [[where, what] for where, what in (*survey.empty, *survey.doubles)]
    odd += [
        [f"topic {topic}, judgements of {peer}", "there is no such peer in the topic"]
        for topic, peer in survey.strangers
    ]
    if odd:
        made = table("oddities", "Empty, doubled and stray", ["where", "what"], odd)
        report.table(section, made)
    else:
        section.say("No text is empty or stands twice, and no judgement is of a stranger.")
    undefined = Counter(
        (row.measure, row.reason or "no reason given") for row in work.scores if row.value is None
    )
    if undefined:
        lines: list[list[Any]] = [
            [name, reason, count] for (name, reason), count in sorted(undefined.items())
        ]
        made = table("undefined", "Undefined scores", ["measure", "reason", "scores"], lines)
        report.table(section, made)
    elif work.scores.rows:
        section.say(f"All {len(work.scores)} scores are defined.")
    total = sum(undefined.values())
    report.findings.append(
        f"Data: {len(odd)} oddities (empty, doubled or stray texts), {total} undefined scores of "
        f"{len(work.scores)}."
    )


def facts(work: Work, sha256: str) -> dict[str, Any]:
    """Everything that the numbers depend on, by name."""
    known: dict[str, Any] = {f"setting {k}": v for k, v in asdict(work.settings).items()}
    known["setting measures"] = ", ".join(work.settings.measures)
    known |= {"corpus": work.name, "corpus SHA-256": sha256, "topics": work.survey.topics}
    known |= {"sumscope": __version__, "Python": platform.python_version()}
    for name in LIBRARIES:
        try:
            known[name] = version(name)
        except PackageNotFoundError:
            known[name] = "not installed"
    from sumscope.kernels import load

    native = not load("rouge").__name__.endswith("_py")
    known["kernels"] = "compiled" if native else "Python twins"
    return known


def provenance(work: Work, known: dict[str, Any], command: str) -> None:
    """What every number depends on, and the command that makes it again."""
    report, section = work.report, work.report.section("How these numbers were made")
    section.say("Everything here comes out again, byte for byte, by one command:")
    section.command(command)
    rows = [[name, str(value)] for name, value in known.items()]
    made = table("provenance", "What the numbers depend on", ["what", "value"], rows)
    report.table(section, made)
    signatures = [
        [name, about["signature"], about["cite"]]
        for name, about in work.scores.meta.get("measures", {}).items()
    ]
    if signatures:
        head = ["measure", "signature", "paper"]
        made = table("signatures", "Signatures of the scores", head, signatures)
        report.table(section, made)
    section.say(
        f"All draws (bootstrap, randomization, shuffled clusterings, random splits) come from seed "
        f"{work.settings.seed}. Tables lie in the folder tables (CSV, JSON, LaTeX), figures in "
        "the folder figures (SVG, PNG), all scores in scores.csv, and what a later study is held "
        "against in study.json.",
        soft=True,
    )

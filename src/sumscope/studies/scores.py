"""Sections of a study on scores: leaderboard, judgements, distributions, pairs, redundancy."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumscope.app.meta import meta
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import better_of
from sumscope.core.table import show
from sumscope.metaeval.correlation import correlate
from sumscope.metaeval.leaderboard import Comparison, Duel, Standing
from sumscope.metaeval.leaderboard import leaderboard as rank_systems
from sumscope.metaeval.matrix import ScoreMatrix, matrices
from sumscope.report import figures, study_figures
from sumscope.report.reproduction import table
from sumscope.studies.work import NEEDS_PEERS, Work

# A scatter plot shows at most this many summaries, evenly spread over all.
DOTS = 240


def comparison_of(work: Work) -> Comparison | None:
    """Means, intervals and tests; kept, because with many topics they take their time."""
    if not work.scores.rows:
        return None
    wanted = work.settings

    def make() -> dict[str, object]:
        return rank_systems(work.scores, resamples=wanted.resamples, seed=wanted.seed).to_json()

    kept = work.stages.value("compare", make)
    return Comparison(
        tuple(Standing(**row) for row in kept["leaderboard"]),
        tuple(Duel(**row) for row in kept["pairs"]),
        kept["settings"],
        tuple(kept["notes"]),
    )


def leaderboard(work: Work) -> None:
    """Means with intervals and significance letters."""
    report, section = work.report, work.report.section("Leaderboard")
    found = work.comparison
    if found is None:
        section.absent(NEEDS_PEERS)
        return
    section.say(
        "Mean over topics with a 95% bootstrap interval (topics resampled). Peers that share a "
        "letter do not differ significantly (paired approximate randomization, Holm-corrected "
        "within a measure). People who wrote a reference are scored against the other references."
    )
    for note in ("people", "script"):
        if work.notes.get(note):
            section.say(str(work.notes[note]))
    for note in found.notes:
        section.say(f"Note: {note}.", soft=True)
    head = ["peer", "rank", "mean", "low", "high", "group", "topics"]
    for at, name in enumerate(work.scores.measures):
        standings = [s for s in found.standings if s.measure == name]
        better = better_of(name)
        section.head(f"{name} ({better} is better)")
        rows = [
            [
                s.peer + (" (human)" if s.human else ""),
                s.rank if s.mean is not None else None,
                s.mean,
                s.low,
                s.high,
                s.letters,
                s.n,
            ]
            for s in standings
        ]
        made = table(f"leaderboard-{at + 1}", f"Leaderboard by {name}", head, rows, 4)
        pieces = [report.table(None, made)]
        shown = [s for s in standings if s.mean is not None]
        if shown:
            drawing = figures.interval_plot(
                [study_figures.label(s.peer).replace(r"\$", "$") for s in shown],
                [s.mean or 0.0 for s in shown],
                [s.low if s.low is not None else s.mean or 0.0 for s in shown],
                [s.high if s.high is not None else s.mean or 0.0 for s in shown],
                name,
            )
            caption = f"Means and 95% intervals by {name}"
            pieces.append(report.picture(None, f"leaderboard-{at + 1}", caption, drawing))
        report.beside(section, *pieces)
        _finding(work, name, standings)


def _finding(work: Work, name: str, standings: list[Standing]) -> None:
    systems = [s for s in standings if not s.human and s.mean is not None]
    if len(systems) < 2 or name != work.scores.measures[min(1, len(work.scores.measures) - 1)]:
        return
    best, second = systems[:2]
    same = "not told apart from" if set(best.letters) & set(second.letters) else "apart from"
    by = f"by a test over {best.n} topics" if best.n > 1 else "on one topic, which is no test"
    work.report.findings.append(
        f"By {name} the best system is {best.peer} ({show(best.mean)}), {same} {second.peer} "
        f"({show(second.mean)}) {by}."
    )


def judgements(work: Work) -> None:
    """Correlation with human judgements as a heat map, and scores against them."""
    report, section = work.report, work.report.section("Measures beside judgements")
    survey = work.survey
    if not work.scores.rows:
        section.absent(NEEDS_PEERS)
        return
    if not survey.judgements:
        section.absent(
            "There are no human judgements. The field `judgements` (per topic: peer, name of the "
            "judgement, number) would add correlations, scatter plots and tests of the measures."
        )
        return
    levels = ["system", "summary"]
    big = len(work.scores.rows) > 20_000
    resamples = 200 if big else 1000

    def make() -> dict[str, object]:
        judged = work.notes["judged"]
        seed = work.settings.seed
        return meta(work.scores, judged, level=levels, resamples=resamples, seed=seed).everything()

    try:
        found = work.stages.value("meta", make)
    except SumscopeError as error:
        section.absent(f"No correlation can be made: {error}.")
        return
    people = "; people are among the peers" if survey.people else ""
    section.say(
        "Correlation of every measure with every judgement, over the means of peers (system) and "
        f"over the summaries of a topic, averaged over topics (summary){people}. "
        f"Intervals: {found['settings']['interval']}, {resamples} resamples."
    )
    for note in found["notes"]:
        section.say(f"Note: {note}.", soft=True)
    rows = found["correlations"]
    head = ["measure", "judgement", "level", "statistic", "value", "low", "high", "n", "reason"]
    keys = ("measure", "human", "level", "statistic", "value", "low", "high", "n", "reason")
    lines = [[row[key] or None if key == "reason" else row[key] for key in keys] for row in rows]
    measures, humans = list(work.scores.measures), list(dict.fromkeys(r["human"] for r in rows))
    columns = [f"{h}, {level}" for h in humans for level in levels]
    cell = {
        (r["measure"], f"{r['human']}, {r['level']}"): r["value"]
        for r in rows
        if r["statistic"] == "kendall"
    }
    values = np.array([[_nan(cell.get((m, c))) for c in columns] for m in measures])
    drawing = study_figures.heat_map(
        measures, columns, values, low=-1, high=1, colours="RdBu", bar="Kendall's tau"
    )
    report.picture(section, "correlation", "Kendall's tau with the judgements", drawing)
    _closest(work, rows, humans)
    made = table("correlation", "Correlation with the judgements", head, lines, 3)
    report.table(section, made)
    for number, human in enumerate(humans[:3], 1):
        _scatter(work, human, number)


def _closest(work: Work, rows: list[dict[str, Any]], humans: list[str]) -> None:
    chosen = [r for r in rows if (r["human"], r["level"]) == (humans[0], "system")]
    said = closest([r for r in chosen if r["statistic"] == "somers"])
    if said:
        work.report.findings.append(said)


def closest(rows: list[dict[str, Any]]) -> str:
    """Which measure orders the peers most like one judgement, by rows of Somers' D.

    Somers' D counts a tie of the measure among peers that the judgement tells apart as no
    agreement; Kendall's tau-b would leave it out, and reward a measure that says little.
    """
    known = [r for r in rows if r["value"] is not None]
    known = [r for r in known if r["low"] is not None] or known
    if not known:
        return ""
    # Where less is better, a good measure falls while the judgement rises.
    turned = [better_of(r["measure"]) == "lower" for r in known]
    values = [-r["value"] if less else r["value"] for r, less in zip(known, turned, strict=True)]
    best = max(values)
    first = [i for i, value in enumerate(values) if best - value < 1e-9]
    names = [known[i]["measure"] + " (less is better)" * turned[i] for i in first]
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    human = known[0]["human"]
    about = f"Somers' D {show(best, 2)} over system means"
    if best < 0.005:
        none = f"No measure orders the peers like the judgement {human}"
        return f"{none}; the nearest: {listed} ({about})."
    which = "measure that orders" if len(first) == 1 else "measures that order"
    return f"The {which} the peers most like the judgement {human}: {listed} ({about})."


def _scatter(work: Work, human: str, number: int) -> None:
    section = work.report.sections[-1]
    panels = []
    shown = total = 0
    for name in work.scores.measures[:6]:
        points = [
            (row.value, judged[human], row)
            for row in work.scores
            if row.measure == name
            and row.value is not None
            and human in (judged := work.survey.judged.get((row.topic, row.peer), {}))
        ]
        total = max(total, len(points))
        if len(points) > DOTS:
            points = [points[round(i * (len(points) - 1) / (DOTS - 1))] for i in range(DOTS)]
        if not points:
            continue
        shown = max(shown, len(points))
        x = np.array([p[0] for p in points])
        y = np.array([p[1] for p in points])
        addresses = [work.address(p[2].topic, p[2].peer) or "" for p in points]
        panels.append((name, x, y, addresses, [p[2].human for p in points]))
    if not panels:
        return
    some = f" ({shown} of {total} summaries, evenly spread)" if shown < total else ""
    caption = (
        f"Every dot is a summary: measure across, {study_figures.label(human, 40)} upwards{some}. "
        "Triangles are people's. A click opens the summary; the table of summaries has the same "
        "links."
    )
    drawing = study_figures.scatters(panels)
    work.report.picture(section, f"scatter-{number}", caption, drawing, links=True)


def distributions(work: Work) -> None:
    """How the scores of each peer spread over the topics."""
    report, section = work.report, work.report.section("Score distributions")
    if not work.scores.rows:
        section.absent(NEEDS_PEERS)
        return
    section.say(
        "Boxes hold the middle half of a peer's scores over the topics, the line in them is the "
        "median; whiskers reach to the last score within 1.5 times the height of the box."
    )
    rows: list[list[Any]] = []
    pieces: list[str] = []
    for at, matrix in enumerate(matrices(work.scores.rows)):
        kept = [(p, v[~np.isnan(v)]) for p, v in zip(matrix.peers, matrix.values, strict=True)]
        kept = [(p, v) for p, v in kept if v.size]
        for peer, values in kept:
            quarters = [float(np.quantile(values, q)) for q in (0, 0.25, 0.5, 0.75, 1)]
            rows.append([peer, matrix.measure, *quarters, int(values.size)])
        if kept:
            drawing = study_figures.distributions(
                [p for p, _ in kept], [v for _, v in kept], matrix.measure
            )
            caption = f"Distribution of {matrix.measure} over topics"
            pieces.append(report.picture(None, f"distribution-{at + 1}", caption, drawing))
    report.beside(section, *pieces)
    head = ["peer", "measure", "least", "quarter", "median", "three quarters", "greatest", "topics"]
    report.table(section, table("distributions", "Quartiles", head, rows, 4))


def pairs(work: Work) -> None:
    """Who beats whom how often, and whether that could be chance."""
    report, section = work.report, work.report.section("Pairwise comparison")
    found = work.comparison
    if found is None:
        section.absent(NEEDS_PEERS)
        return
    if len(work.scores.peers) < 2:
        section.absent("There is one peer only; a second one in `peers` would add this part.")
        return
    section.say(
        "On which share of their common topics the peer of the row beats that of the column "
        "(ties count half), and the corrected p of their difference."
    )
    rows: list[list[Any]] = []
    for at, matrix in enumerate(matrices(work.scores.rows)):
        wins = _wins(matrix)
        p = np.full(wins.shape, np.nan)
        place = {peer: i for i, peer in enumerate(matrix.peers)}
        for duel in found.duels:
            if duel.measure == matrix.measure:
                i, j = place[duel.left], place[duel.right]
                p[i, j] = p[j, i] = _nan(duel.p_holm)
                share = None if np.isnan(wins[i, j]) else float(wins[i, j])
                gap, raw, holm = duel.difference, duel.p, duel.p_holm
                rows.append([duel.left, duel.right, duel.measure, share, gap, raw, holm, duel.n])
        names = matrix.peers
        win = study_figures.heat_map(
            names, names, wins, low=0, high=1, colours="PuOr", bar="share of topics won"
        )
        test = study_figures.heat_map(
            names, names, p, low=0, high=0.2, colours="Blues_r", bar="p after Holm's correction"
        )
        section.head(matrix.measure)
        caption = f"Share of topics won, by {matrix.measure}"
        other = f"Corrected p of the differences, by {matrix.measure}"
        report.beside(
            section,
            report.picture(None, f"wins-{at + 1}", caption, win),
            report.picture(None, f"p-values-{at + 1}", other, test),
        )
    head = ["peer", "against", "measure", "wins", "difference", "p", "p corrected", "topics"]
    report.table(section, table("pairs", "Every two peers", head, rows, 4))


def _wins(matrix: ScoreMatrix) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    values = matrix.values if better_of(matrix.measure) == "higher" else -matrix.values
    count = len(values)
    wins = np.full((count, count), np.nan)
    for i in range(count):
        for j in range(count):
            gap = values[i] - values[j]
            gap = gap[~np.isnan(gap)]
            if i != j and gap.size:
                wins[i, j] = (np.sum(gap > 0) + 0.5 * np.sum(gap == 0)) / gap.size
    return wins


def redundancy(work: Work) -> None:
    """How much the measures say the same."""
    report, section = work.report, work.report.section("Metric redundancy")
    names = work.scores.measures
    if not work.scores.rows:
        section.absent(NEEDS_PEERS)
        return
    if len(names) < 2:
        section.absent("One measure was asked for; a second (-m) would add this part.")
        return
    section.say(
        "Pearson's correlation of every two measures: over all summaries, and over the means of "
        "peers. Measures near 1 (or -1) tell much the same story about these peers."
    )
    made = {matrix.measure: matrix.values for matrix in matrices(work.scores.rows)}
    pooled = np.full((len(names), len(names)), np.nan)
    system = pooled.copy()
    rows: list[list[Any]] = []
    for i, left in enumerate(names):
        for j, right in enumerate(names):
            a, b = made[left], made[right]
            both = np.isnan(a) | np.isnan(b)
            x, y = np.where(both, np.nan, a), np.where(both, np.nan, b)
            one = correlate(x, y, "pooled", "pearson").value
            two = correlate(x, y, "system", "pearson").value
            pooled[i, j], system[i, j] = _nan(one), _nan(two)
            if i < j:
                rows.append([left, right, one, two])
    pieces = []
    for name, values, what in (
        ("redundancy-summaries", pooled, "over all summaries"),
        ("redundancy-systems", system, "over the means of peers"),
    ):
        drawing = study_figures.heat_map(
            names, names, values, low=-1, high=1, colours="RdBu", bar="Pearson's r"
        )
        pieces.append(report.picture(None, name, f"Correlation of measures {what}", drawing))
    report.beside(section, *pieces)
    head = ["measure", "other", "over summaries", "over systems"]
    report.table(section, table("redundancy", "Every two measures", head, rows, 3))


def _nan(value: float | None) -> float:
    return float("nan") if value is None else float(value)


__all__ = [
    "comparison_of",
    "distributions",
    "judgements",
    "leaderboard",
    "pairs",
    "redundancy",
]

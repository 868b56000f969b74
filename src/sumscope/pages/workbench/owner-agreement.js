// @ts-check
// Agreement so far: of clusterings pair by pair beside chance, of ratings, of preferences.

import { h, replace } from "../shared/dom.js";
import { distribution } from "../shared/distribution.js";
import { number } from "../shared/format.js";
import { intervalPlot } from "../shared/interval-plot.js";
import { matrix } from "../shared/matrix.js";
import { picker } from "../shared/picker.js";
import { table } from "../shared/table.js";
import { get, path } from "./api.js";
import { loaded } from "./owner-parts.js";
import { TASKS } from "./tasks/registry.js";

const FIRST = ["vbeta", "v", "omega", "ari"];

/** @param {OwnerContext} context @returns {OwnerTab} */
export function agreementTab({ project }) {
  const which = h(
    "select",
    { "aria-label": "Which work" },
    h("option", { value: "all" }, "all work so far"),
    h("option", { value: "submitted" }, "submitted work only"),
  );
  /** @param {AgreementFound} found @returns {Child} */
  const draw = (found) => {
    if (found.reason && !found.rows.length)
      return [
        h("p", { class: "empty" }, `${found.reason[0].toUpperCase()}${found.reason.slice(1)}.`),
        found.choices && choicesChart(found),
      ];
    return DRAWN[TASKS[found.task].agreement](found, project);
  };
  const body = loaded(async () =>
    draw(
      await get(`${path`/api/projects/${project.id}/agreement`}?judges=${which.value}`, {
        timeout: 120000,
      }),
    ),
  );
  which.addEventListener("change", () => body.reload());
  const box = h(
    "div",
    { class: "stack-wide" },
    h(
      "p",
      { class: "row" },
      h("label", {}, "Compare", which),
      h("span", { class: "soft small" }, "The gold standard is no judge here."),
    ),
    body,
  );
  return Object.assign(box, { update: () => body.reload() });
}

/** @type {Record<string, (found: AgreementFound, project: Project) => Child>} */
const DRAWN = { covers, ratings, order: preferences };

/** @template T @param {T[]} list */
const unique = (list) => [...new Set(list)];

/** @param {AgreementFound} found @param {Project} project */
function covers(found, project) {
  const measures = unique(found.rows.map((row) => row.measure));
  const completions = unique(found.rows.map((row) => row.complete));
  const topics = unique(found.rows.map((row) => row.topic));
  const space = h("div", { class: "split" });
  /** @type {Record<string, string>} */
  const HOW = {
    singletons: "each left-out sentence its own cluster",
    bucket: "all left-out sentences one cluster",
    none: "as they are",
  };
  /** @param {Record<string, string>} choice */
  const draw = ({ measure, complete, topic }) => {
    const rows = topic === "all" ? found.means : found.rows.filter((row) => row.topic === topic);
    const fitting = rows.filter((row) => row.measure === measure && row.complete === complete);
    const at = new Map(fitting.map((row) => [`${row.left}\n${row.right}`, row]));
    const known = fitting.map((row) => row.value).filter(Number.isFinite);
    const high = Math.max(1, ...known);
    const low = Math.min(0, ...known);
    /** @param {any} row @param {string} name */
    const one = (row, name) => {
      const cell = row.complete === name ? row.value : null;
      return Number.isFinite(cell) ? cell : null;
    };
    /** @param {number[]} list */
    const mean = (list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : null);
    const summary = measures
      .flatMap((name) =>
        completions.map((how) => {
          const mine = rows.filter((row) => row.measure === name && row.complete === how);
          const values = mine.map((row) => one(row, how)).filter((v) => v !== null);
          const chance = mine.map((row) => row.baseline).filter(Number.isFinite);
          return {
            measure: name,
            complete: how,
            value: mean(values),
            baseline: mean(chance),
            pairs: values.length,
            reason: mine.find((row) => row.reason)?.reason ?? "",
          };
        }),
      )
      .filter((row) => row.pairs || row.reason);
    replace(
      space,
      matrix({
        caption: `${measure}, ${complete}${topic === "all" ? ", mean over topics" : `, ${topic}`}`,
        rows: found.judges,
        columns: found.judges,
        domain: [low, high],
        digits: 3,
        corner: "against ↓",
        cell: (left, right) => {
          const row = at.get(`${left}\n${right}`) ?? at.get(`${right}\n${left}`);
          if (left === right || !row) return null;
          return {
            value: row.value,
            reason: row.reason,
            words: `${left} and ${right}: ${number(row.value)}, chance ${number(row.baseline)}`,
          };
        },
      }),
      table({
        caption: "Every measure, mean over pairs of judges",
        rows: summary,
        sort: null,
        height: "60vh",
        rowKey: (row) => `${row.measure} ${row.complete}`,
        columns: [
          { key: "measure", label: "Measure" },
          { key: "complete", label: "Completion" },
          { key: "value", label: "Agreement", kind: "number" },
          {
            key: "baseline",
            label: "Chance",
            title: "Mean over random clusterings with the same sizes",
            kind: "number",
          },
          { key: "pairs", label: "Figures", kind: "number", digits: 0 },
          { key: "reason", label: "Note" },
        ],
      }),
    );
  };
  const choose = picker({
    fields: [
      {
        name: "measure",
        label: "Measure",
        options: measures,
        value: FIRST.find((name) => measures.includes(name)) ?? measures[0],
      },
      {
        name: "complete",
        label: "Sentences left out",
        options: completions.map((name) => ({ value: name, label: HOW[name] ?? name })),
      },
      {
        name: "topic",
        label: "Topic",
        options: [
          { value: "all", label: `all ${topics.length}` },
          ...topics.map((id) => ({
            value: id,
            label: project.topics.find((t) => t.id === id)?.title || id,
          })),
        ],
      },
    ],
    onChange: draw,
  });
  draw(choose.choices());
  return [choose, space];
}

/** @param {AgreementFound} found @param {Project} project */
function ratings(found, project) {
  const scales = unique(found.rows.map((row) => row.human));
  const charts = Object.entries(found.distribution ?? {}).map(([scale, judges]) => {
    const words = project.scales.find((one) => one.name === scale)?.points ?? {};
    const values = unique(Object.values(judges).flatMap((counts) => Object.keys(counts)))
      .map(Number)
      .sort((a, b) => a - b);
    return distribution({
      caption: `Ratings given: ${scale}`,
      unit: "summary",
      groups: Object.entries(judges).map(([name, counts]) => ({ name, counts })),
      values: values.map((value) => ({
        value,
        label: words[String(value)] ? `${value} ${words[String(value)]}` : String(value),
      })),
    });
  });
  return h(
    "div",
    { class: "split" },
    h(
      "div",
      {},
      scales.map((scale) => {
        const rows = found.rows.filter((row) => row.human === scale);
        const known = rows.filter((row) => Number.isFinite(row.value));
        return [
          known.length > 0 &&
            intervalPlot({
              caption: `Agreement on ${scale}`,
              label: "agreement",
              include: [0, 1],
              order: "given",
              rows: known.map((row) => ({
                name: row.statistic,
                value: row.value,
                low: row.low,
                high: row.high,
              })),
            }),
          table({
            caption: `Figures: ${scale}`,
            filter: false,
            rows: rows.map((row) => ({
              ...row,
              figure: {
                value: row.value,
                low: row.low,
                high: row.high,
                muted: row.value === null,
                reason: row.reason ?? undefined,
              },
            })),
            columns: [
              { key: "statistic", label: "Statistic" },
              { key: "figure", label: "Value", kind: "number" },
              { key: "low", label: "Low", kind: "number" },
              { key: "high", label: "High", kind: "number" },
              { key: "items", label: "Items", kind: "number", digits: 0 },
              { key: "reason", label: "Note" },
            ],
          }),
        ];
      }),
    ),
    h("div", {}, charts),
  );
}

/** @param {AgreementFound} found */
function choicesChart({ choices = {} }) {
  const names = unique(Object.values(choices).flatMap((counts) => Object.keys(counts)));
  return distribution({
    caption: "Choices made",
    unit: "comparison",
    groups: Object.entries(choices).map(([name, counts]) => ({ name, counts })),
    values: names.map((value) => ({ value })),
  });
}

/** @param {AgreementFound} found */
function preferences(found) {
  return h(
    "div",
    { class: "split" },
    h(
      "div",
      {},
      intervalPlot({
        caption: "Strength of each system",
        label: "strength",
        rows: found.rows.map((row) => ({
          name: row.peer,
          value: row.strength,
          low: row.low,
          high: row.high,
        })),
      }),
      choicesChart(found),
      (found.notes ?? []).map((note) => h("p", { class: "soft small" }, note)),
    ),
    table({
      caption: "Order of the systems",
      rows: found.rows.map((row) => ({
        ...row,
        figure: { value: row.strength, low: row.low, high: row.high },
        ranks:
          row.rank_low === null ? "–" : `${number(row.rank_low, 0)} to ${number(row.rank_high, 0)}`,
      })),
      sort: { key: "figure", descending: true },
      columns: [
        { key: "peer", label: "System" },
        { key: "figure", label: "Strength", kind: "number" },
        { key: "rank", label: "Rank", kind: "number", digits: 0, better: "lower" },
        { key: "ranks", label: "Rank, interval" },
        {
          key: "group",
          label: "Group",
          title: "Systems that share a letter are not significantly different",
        },
        { key: "n", label: "Comparisons", kind: "number", digits: 0 },
      ],
    }),
  );
}

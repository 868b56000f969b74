// @ts-check
// This study beside an earlier one: every system by every measure, the chosen measure in detail, and why.

import { h, replace } from "../shared/dom.js";
import { interval, number, plural } from "../shared/format.js";
import { intervalPlot } from "../shared/interval-plot.js";
import { matrix } from "../shared/matrix.js";

/** @typedef {{ peer: string, measure: string, before: number | null, now: number | null, difference: number | null, low?: number, high?: number, p: number | null, topics: number, note: string }} Change */

const SURE = 0.05;

/** Rows of the table of changes as values.
 * @param {TableBlock | undefined} block @returns {Change[]} */
function changed(block) {
  return (block?.rows ?? []).map(
    (
      /** @type {any[]} */ [peer, measure, before, now, difference, low, high, p, topics, note],
    ) => ({
      peer,
      measure,
      before,
      now,
      difference,
      low: low ?? undefined,
      high: high ?? undefined,
      p,
      topics,
      note,
    }),
  );
}

/** @param {Change} row */
const sure = (row) => row.p !== null && row.p < SURE;

/** first(part, keys) draws a part with the page; blocks(list) draws blocks.
 * @param {Section} section @param {Model} data @param {{ first(part: StudyPart, keys: string[]): HTMLElement, blocks(list: Block[]): HTMLElement[] }} page */
export function comparison({ title, blocks: list }, data, { first, blocks }) {
  const rows = changed(
    list.flatMap((b) => (b.kind === "table" && b.name === "changes" ? b : []))[0],
  );
  const views = rows.length > 0 && data.systems.length > 0;
  const why = list.filter((block) => block.kind === "table" && block.name === "changes-why");
  const rest = list.filter(
    (block) => !why.includes(block) && !(block.kind === "say" && list.indexOf(block) === 0),
  );
  const numbers = h(
    "details",
    {},
    h("summary", {}, `All ${plural(rows.length, "difference")} as a table`),
    h("div", { class: "notes" }, blocks(rest)),
  );
  addEventListener("beforeprint", () => {
    numbers.open = true;
  });
  return h(
    "section",
    { class: "part", id: "section-changes" },
    h("h2", {}, title),
    h(
      "div",
      { class: "changes-views" },
      h("div", {}, views && [everything(rows, data), alone(rows)], blocks(why)),
      views && first(detail(rows), ["measure"]),
    ),
    rows.length ? numbers : blocks(rest),
  );
}

/** Differences of all systems by all measures.
 * @param {Change[]} rows @param {Model} data */
function everything(rows, data) {
  const at = new Map(rows.map((row) => [JSON.stringify([row.peer, row.measure]), row]));
  /** @param {string} peer @param {string} measure */
  const found = (peer, measure) => at.get(JSON.stringify([peer, measure]));
  const known = rows.filter((row) => row.difference !== null);
  const measures = data.columns
    .filter((c) => c.kind === "measure")
    .map((c) => c.name)
    .filter((name) => known.some((row) => row.measure === name));
  const peers = [
    ...new Set(
      known.filter((row) => row.difference !== 0 || row.now !== row.before).map((row) => row.peer),
    ),
  ];
  const moved = peers.filter((peer) =>
    measures.some((name) => (found(peer, name)?.difference ?? 0) !== 0),
  );
  if (!moved.length)
    return h(
      "p",
      {},
      "No summary of a topic that both studies have got another score; means differ by the topics they are over.",
    );
  const most = new Map(
    measures.map((name) => [
      name,
      Math.max(...moved.map((peer) => Math.abs(found(peer, name)?.difference ?? 0)), 1e-9),
    ]),
  );
  /** @param {string} peer */
  const largest = (peer) =>
    Math.max(
      ...measures.map(
        (name) => Math.abs(found(peer, name)?.difference ?? 0) / (most.get(name) ?? 1),
      ),
    );
  const lower = new Set(data.columns.filter((c) => c.better === "lower").map((c) => c.name));
  const still = data.systems.filter(
    (s) => !moved.includes(s.id) && known.some((row) => row.peer === s.id),
  ).length;
  const made = matrix({
    caption: "Now less before, over the topics of both studies",
    rows: moved.sort((a, b) => largest(b) - largest(a)),
    corner: "System",
    scale: "signed",
    longest: 20,
    columns: measures.map((name) => ({
      key: name,
      label: name + (lower.has(name) ? " ↓" : ""),
      title: `${name}, ${lower.has(name) ? "lower" : "higher"} is better`,
    })),
    cell: (peer, name) => {
      const row = found(peer, name);
      if (!row || row.difference === null)
        return { value: NaN, reason: `${peer}, ${name}: ${row?.note || "no difference"}` };
      const turn = lower.has(name) ? -1 : 1;
      return {
        value: (turn * row.difference) / (most.get(name) ?? 1),
        text: `${row.difference > 0 ? "+" : ""}${number(row.difference, 3)}`,
        bold: sure(row),
        sign: sure(row) ? (turn * row.difference > 0 ? "▲" : "▼") : undefined,
        words: `${peer}, ${name}: ${number(row.before, 4)} before, ${number(row.now, 4)} now; difference ${interval({ value: row.difference, low: row.low, high: row.high }, 4)} over ${plural(row.topics, "common topic")}, corrected p ${number(row.p, 3)}`,
      };
    },
  });
  return h(
    "div",
    {},
    made,
    h(
      "p",
      { class: "small soft" },
      `▲ better, ▼ worse: significant at 5% (paired randomization, Holm-corrected within a measure). Blue: better, orange: worse, by the share of the largest difference of a column.${still ? ` ${plural(still, "system")} with the same scores on all common topics not shown.` : ""}`,
    ),
  );
}

/** Systems and measures of one study only.
 * @param {Change[]} rows */
function alone(rows) {
  /** @param {string} note */
  const list = (note) => [
    ...new Set(rows.filter((row) => row.note === note).map((row) => row.peer)),
  ];
  const [gone, come] = [list("not in this study"), list("not in the previous study")];
  const said = [
    gone.length && `Only in the previous study: ${gone.join(", ")}.`,
    come.length && `Only in this study: ${come.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
  return said ? h("p", { class: "small" }, said) : null;
}

/** Differences by the chosen measure.
 * @param {Change[]} rows @returns {StudyPart} */
function detail(rows) {
  const element = h("div");
  return {
    element,
    update({ measure }) {
      const some = rows
        .filter((row) => row.measure === measure && row.difference !== null && row.difference !== 0)
        .map((row) => ({
          name: row.peer,
          value: row.difference,
          low: row.low,
          high: row.high,
          hollow: !sure(row),
          words: `corrected p ${number(row.p, 3)}`,
        }));
      const none = h(
        "p",
        { class: "small soft" },
        `By ${measure}, no system differs on a topic that both studies have.`,
      );
      replace(
        element,
        some.length > 0
          ? intervalPlot({
              caption: `Differences in ${measure}, now less before`,
              rows: some,
              label: "difference over the topics of both studies (95% interval)",
              reference: 0,
              digits: 4,
              note: "Filled: significant at 5%, corrected. Systems that did not change are left out.",
            })
          : none,
      );
    },
  };
}

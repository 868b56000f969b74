// @ts-check
// One leaderboard: systems by measures and judgements; a cell leads to its summaries, worst first.

import { h, replace } from "../shared/dom.js";
import { number, plural, shorten } from "../shared/format.js";
import { table } from "../shared/table.js";
import { picker } from "../shared/picker.js";
import { openListing } from "./listing.js";
import { files, nameOf } from "./names.js";

/** @param {Model} data @param {OpenReading} open @returns {StudyPart} */
export function board(data, open) {
  /** @type {Column[]} */
  const all = [
    {
      key: "id",
      label: "System",
      kind: "text",
      render: (row) =>
        h(
          "span",
          { data: { name: row.id } },
          nameOf(row.id, innerWidth < 600 ? 16 : data.columns.length > 8 ? 24 : 28),
        ),
    },
    ...data.columns.map(
      (c, at) =>
        /** @type {Column} */ ({
          key: `c${at}`,
          name: c.name,
          label: shorten(c.name, 18) + (c.better === "lower" ? " ↓" : ""),
          kind: "number",
          digits: data.digits[at],
          better: c.better,
          title: `${c.name}: ${c.kind === "judgement" ? "judgement by people" : "measure"}, ${c.better} is better${data.signature?.(c.name) ? `. ${data.signature(c.name)}` : ""}`,
          judged: c.kind === "judgement",
          wrap: [...c.name].length > 10,
        }),
    ),
  ];
  const best = data.columns.map((c) => bestOf(data, c));
  const rows = data.systems.map((system) => {
    /** @type {Record<string, unknown>} */
    const row = { id: system.id, human: system.human };
    data.columns.forEach((c, at) => {
      const cell = data.cell(c.name, system.id);
      const known = cell.value !== null;
      row[`c${at}`] = {
        value: cell.value,
        low: cell.low,
        high: cell.high,
        bold: cell.top && !system.human,
        muted: !known,
        reason: known
          ? words(c, cell, data.digits[at]) + against(data, c, system, best[at])
          : cell.reason,
      };
    });
    return row;
  });
  const people = rows.some((row) => row.human) && rows.some((row) => !row.human);
  const space = h("div");
  /** @type {TableElement | null} */
  let made = null;
  /** @type {{ measure: string, judgement: string } | null} */
  let last = null;
  let shown = all;
  const draw = () => {
    made = table({
      caption: `Mean over ${plural(data.topics.length, "topic")}`,
      columns: shown,
      rows,
      rowKey: (row) => row.id,
      filter: rows.length > 8,
      onOpen: (row, column) => openListing(data, open, { list: column.name, of: row.id }),
      rule: people ? { test: (row) => Boolean(row.human), label: "People" } : undefined,
      note: `Bold: best, or not significantly different from the best. Lines: 95% intervals, on focus with their numbers. Open a cell for its summaries, worst first.${shown.length < all.length ? ` ${plural(all.length - shown.length, "column")} not shown.` : ""}`,
    });
    replace(space, made);
    const tools = made?.querySelector(".table-tools");
    if (some) tools?.insertBefore(some, tools.querySelector(".copy-menu"));
  };
  /** @param {{ measure: string, judgement: string }} choice */
  const follow = ({ measure, judgement }) => {
    last = { measure, judgement };
    const at = data.at(measure);
    for (const c of shown)
      c.chosen = c.name !== undefined && (c.name === measure || c.name === judgement);
    if (!shown.some((c) => c.key === `c${at}`)) return;
    made?.sortBy(`c${at}`, data.columns[at].better === "higher");
    made?.reveal(`c${at}`);
  };
  const some =
    data.columns.length > 3 &&
    picker({
      label: "Columns of the leaderboard",
      fields: [
        {
          name: "columns",
          label: "Columns",
          many: true,
          options: all.slice(1).map((c) => ({ value: c.key, label: c.name ?? c.label })),
        },
      ],
      onChange({ columns }) {
        const next = [all[0], ...all.slice(1).filter((c) => columns.includes(c.key))];
        if (next.length === shown.length && next.every((c, at) => c === shown[at])) return;
        shown = next;
        draw();
        if (last) follow(last);
      },
    });
  if (some) shown = [all[0], ...all.slice(1).filter((c) => some.choices().columns.includes(c.key))];
  draw();
  return {
    element: h(
      "div",
      { class: data.columns.length > 8 ? "board dense" : "board" },
      space,
      files("tables", "leaderboard", ["csv", "json", "tex"]),
    ),
    update: follow,
  };
}

/** @param {StudyColumn} column @param {ReturnType<Model["cell"]>} cell @param {number} digits */
function words(column, cell, digits) {
  const ends =
    cell.low === null
      ? ""
      : `, 95% interval ${number(cell.low, digits)} to ${number(cell.high, digits)}`;
  return `${column.name} ${number(cell.value, digits)}${ends}, ${plural(cell.n, "topic")}`;
}

/** The system with the best mean of a column.
 * @param {Model} data @param {StudyColumn} column */
function bestOf(data, column) {
  const sign = column.better === "lower" ? -1 : 1;
  /** @type {{ id: string, value: number } | null} */
  let best = null;
  for (const { id, human } of data.systems) {
    const { value } = data.cell(column.name, id);
    if (!human && value !== null && (best === null || sign * value > sign * best.value))
      best = { id, value };
  }
  return best?.id ?? null;
}

/** The test of a system against the best one, where the page carries it.
 * @param {Model} data @param {StudyColumn} column @param {{ id: string }} system @param {string | null} best */
function against(data, column, system, best) {
  if (system.id === best) return "; the best mean of the systems";
  const test =
    column.kind === "measure" && best !== null ? data.duel(column.name, system.id, best) : null;
  return test && test.corrected !== null
    ? `; against ${shorten(best, 24)}: corrected p ${number(test.corrected, 3)}`
    : "";
}

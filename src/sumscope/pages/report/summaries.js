// @ts-check
// Tables that the page makes from the numbers it carries: every summary, every two systems.

import { h, replace } from "../shared/dom.js";
import { number, shorten } from "../shared/format.js";
import { matrix } from "../shared/matrix.js";
import { table } from "../shared/table.js";
import { files, nameOf } from "./names.js";

/** @param {Model} data @param {OpenReading} open */
export function everySummary(data, open) {
  /** @type {Column[]} */
  const columns = [
    {
      key: "topic",
      label: "Topic",
      kind: "text",
      render: (row) =>
        h(
          "button",
          { class: "link", type: "button", on: { click: () => open(row.topic, row.system) } },
          nameOf(row.topic, 32),
        ),
    },
    { key: "system", label: "System", kind: "text", render: (row) => nameOf(row.system) },
    ...data.columns.map(
      (c, at) =>
        /** @type {Column} */ ({
          key: `c${at}`,
          label: shorten(c.name, 26),
          kind: "number",
          digits: data.digits[at],
          better: c.better,
          value: (row) => data.every(c.name)[row.at],
        }),
    ),
    {
      key: "words",
      label: "Words",
      kind: "number",
      digits: 0,
      value: (row) => data.lengths()[row.at],
    },
  ];
  const every = data.columns.map((c) => data.every(c.name));
  /** @type {{ topic: string, system: string, at: number }[]} */
  const rows = [];
  data.topics.forEach((topic, index) => {
    data.systems.forEach((system, place) => {
      const at = place * data.topics.length + index;
      if (every.some((values) => !Number.isNaN(values[at])))
        rows.push({ topic, system: system.id, at });
    });
  });
  const made = table({ caption: "Every summary", columns, rows, height: "36rem" });
  return {
    element: h("div", {}, made, files("tables", "summaries", ["csv", "json", "tex"])),
    update() {},
  };
}

/** On which share of their common topics one system beats the other, by the chosen measure.
 * @param {Model} data */
export function contests(data) {
  const element = h("div");
  return {
    element,
    /** @param {StudyChoice} choice */
    update({ measure }) {
      const sign = data.named(measure).better === "higher" ? 1 : -1;
      const order = [...data.systems]
        .sort(
          (a, b) =>
            sign *
            ((data.cell(measure, b.id).value ?? -9) - (data.cell(measure, a.id).value ?? -9)),
        )
        .map((s) => s.id);
      const made = matrix({
        caption: `Share of common topics on which the row beats the column, by ${measure}`,
        rows: order,
        columns: order,
        corner: "Row against column",
        scale: "signed",
        domain: [-0.5, 0.5],
        longest: order.length > 9 ? 26 : 16,
        cell: (left, right) => {
          if (left === right) return null;
          const [a, b] = [data.values(measure, left), data.values(measure, right)];
          let [won, n] = [0, 0];
          for (let i = 0; i < a.length; i += 1) {
            const d = sign * (a[i] - b[i]);
            if (Number.isNaN(d)) continue;
            n += 1;
            won += d === 0 ? 0.5 : Number(d > 0);
          }
          if (!n) return { value: NaN, reason: `${left}, ${right}: no common topic` };
          const test = data.duel(measure, left, right);
          const p =
            test && test.corrected !== null ? `, corrected p ${number(test.corrected, 3)}` : "";
          return {
            value: won / n - 0.5,
            text: number(won / n, 2),
            bold: Boolean(test && test.corrected !== null && test.corrected < 0.05),
            words: `${left} beats ${right} on ${number((100 * won) / n, 0)} % of ${n} topics${p}`,
          };
        },
      });
      replace(
        element,
        made,
        h(
          "p",
          { class: "soft small" },
          "Framed: significantly different at 5% (paired randomization, Holm-corrected). Ties count half.",
        ),
        files("tables", "pairs", ["csv", "json", "tex"]),
      );
    },
  };
}

// @ts-check
// IntervalPlot: dots with intervals, one row per name, ordered by value.

import { s } from "./dom.js";
import { finite, interval, shorten } from "./format.js";
import { extent } from "./scale.js";
import { canvas, chart, mark, nothing, reachable, renewable, xAxis } from "./chart.js";

/** @typedef {{ name: string, value: number | null, low?: Maybe, high?: Maybe, kind?: number, hollow?: boolean, words?: string }} IntervalRow */
/** @typedef {{ rows: IntervalRow[], caption?: string, label?: string, digits?: number, order?: "value" | "given", include?: number[], reference?: number | null, note?: string | null, width?: number, onOpen?: (row: IntervalRow) => void }} IntervalOptions */

/** rows: [{name, value, low, high, kind, hollow, words}]; `kind` is the number of a category colour; words follow the numbers.
 *  The element has .update(options), false where nothing can be drawn.
 * @param {IntervalOptions} options */
export function intervalPlot(options) {
  let now = prepared(options);
  if (!now.list.length) return nothing("No values to draw.");
  /** @param {number} width */
  const draw = (width) => {
    const { list, label, caption, digits, include, reference, onOpen } = now;
    const names = Math.min(
      width * 0.35,
      12 + 7.8 * Math.max(...list.map((row) => Math.min(26, [...row.name].length))),
    );
    const high = list.length * 24 + 56;
    const svg = canvas(width, high, caption ?? label ?? "");
    const range = [names + 8, width - 16];
    const marks = reference === null ? include : [...include, reference];
    const domain = extent(
      list.flatMap((row) => [row.value, row.low, row.high]),
      { include: marks },
    );
    const at = xAxis(svg, {
      domain,
      range,
      top: 6,
      bottom: list.length * 24 + 12,
      label,
      wanted: Math.max(3, Math.floor(width / 120)),
    });
    if (reference !== null)
      svg.append(
        s("line", {
          class: "reference",
          x1: at(reference),
          x2: at(reference),
          y1: 6,
          y2: list.length * 24 + 12,
        }),
      );
    list.forEach((row, index) => {
      const y = 22 + index * 24;
      const words = `${row.name}: ${interval(row, digits)}${row.words ? `, ${row.words}` : ""}`;
      const one = s(
        "g",
        { class: `point cat-${row.kind ?? 0}`, data: { name: row.name } },
        s("rect", { class: "hit", x: 0, y: y - 12, width, height: 24 }),
        s(
          "text",
          { class: "name", x: names, y: y + 4, "text-anchor": "end" },
          shorten(row.name, Math.max(8, Math.floor(names / 7.8))),
        ),
        finite(row.low) &&
          finite(row.high) &&
          s("line", { class: "whisker", x1: at(row.low), x2: at(row.high), y1: y, y2: y }),
        s("circle", { class: row.hollow ? "hollow" : undefined, cx: at(row.value), cy: y, r: 4.5 }),
      );
      svg.append(mark(one, words, onOpen && (() => onOpen(row))));
    });
    return reachable(svg);
  };
  return renewable(
    chart({ caption: now.caption, draw, note: now.note, width: now.width }),
    (next) => {
      const then = prepared(next);
      if (then.list.length) now = then;
      return then.list.length ? now : null;
    },
  );
}

/** @param {IntervalOptions} options */
function prepared({ digits = 3, order = "value", include = [], reference = null, ...rest }) {
  const known = rest.rows.flatMap((row) => (finite(row.value) ? { ...row, value: row.value } : []));
  const left = rest.rows.length - known.length;
  const note =
    [rest.note, left ? `${left} without a value not drawn.` : null].filter(Boolean).join(" ") ||
    null;
  return {
    ...rest,
    digits,
    include,
    reference,
    note,
    list: order === "value" ? [...known].sort((a, b) => b.value - a.value) : known,
  };
}

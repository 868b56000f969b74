// @ts-check
// Boxes: quartiles of values, one row per name, ordered by the median.

import { s } from "./dom.js";
import { number, shorten } from "./format.js";
import { extent } from "./scale.js";
import { canvas, chart, mark, nothing, reachable, renewable, xAxis } from "./chart.js";

/** @typedef {{ sorted: Float64Array, q1: number, median: number, q3: number, low: number, high: number, beyond: number[] }} Box */
/** @typedef {{ name: string, kind?: number, values?: ArrayLike<number> & Iterable<number>, box?: Box | null }} BoxRow */
/** @typedef {{ rows: BoxRow[], caption?: string, label?: string, digits?: number, note?: string | null, width?: number }} BoxOptions */

/** The quantile of sorted numbers, by linear interpolation.
 * @param {ArrayLike<number>} sorted @param {number} share */
export function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

/** The box of numbers: quartiles, whiskers within 1.5 times the box, and what lies beyond. Null without any number.
 * @param {ArrayLike<number> & Iterable<number>} values @returns {Box | null} */
export function boxOf(values) {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  if (!sorted.length) return null;
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  const reach = 1.5 * (q3 - q1);
  const from = sorted.findIndex((v) => v >= q1 - reach);
  let to = sorted.length - 1;
  while (sorted[to] > q3 + reach) to -= 1;
  return {
    sorted,
    q1,
    median,
    q3,
    low: sorted[from],
    high: sorted[to],
    beyond: [...sorted.subarray(0, from), ...sorted.subarray(to + 1)],
  };
}

/** rows: [{name, values, kind}], or with `box` as `boxOf` gives it. The element has .update(options), false where nothing can be drawn.
 * @param {BoxOptions} options */
export function boxes(options) {
  let now = prepared(options);
  if (!now.list.length) return nothing("No values to draw.");
  /** @param {number} width */
  const draw = (width) => {
    const { list, label, caption, digits } = now;
    const names = Math.min(
      width * 0.35,
      12 + 7.8 * Math.max(...list.map((row) => Math.min(26, [...row.name].length))),
    );
    const bottom = list.length * 24 + 12;
    const svg = canvas(width, bottom + 44, caption ?? label ?? "");
    const at = xAxis(svg, {
      domain: extent(list.flatMap((row) => [row.sorted[0], row.sorted[row.sorted.length - 1]])),
      range: [names + 8, width - 16],
      top: 6,
      bottom,
      label,
      wanted: Math.max(3, Math.floor(width / 120)),
    });
    list.forEach((row, index) => {
      const y = 22 + index * 24;
      const words = `${row.name}: median ${number(row.median, digits)}, middle half ${number(row.q1, digits)} to ${number(row.q3, digits)}, all ${number(row.sorted[0], digits)} to ${number(row.sorted[row.sorted.length - 1], digits)}, n = ${row.sorted.length}`;
      svg.append(
        mark(
          s(
            "g",
            { class: `box cat-${row.kind ?? 0}`, data: { name: row.name } },
            s("rect", { class: "hit", x: 0, y: y - 12, width, height: 24 }),
            s(
              "text",
              { class: "name", x: names, y: y + 4, "text-anchor": "end" },
              shorten(row.name, Math.max(8, Math.floor(names / 7.8))),
            ),
            s("line", { class: "whisker", x1: at(row.low), x2: at(row.high), y1: y, y2: y }),
            s("rect", {
              class: "body",
              x: at(row.q1),
              y: y - 7,
              width: Math.max(1, at(row.q3) - at(row.q1)),
              height: 14,
            }),
            s("line", {
              class: "middle",
              x1: at(row.median),
              x2: at(row.median),
              y1: y - 8,
              y2: y + 8,
            }),
            row.beyond
              .slice(0, 60)
              .map((v) => s("circle", { class: "beyond", cx: at(v), cy: y, r: 1.8 })),
          ),
          words,
        ),
      );
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

/** @param {BoxOptions} options */
function prepared({ digits = 3, ...rest }) {
  const list = rest.rows
    .flatMap((row) => {
      const box = row.box ?? boxOf(row.values ?? []);
      return box ? { ...row, ...box } : [];
    })
    .sort((a, b) => b.median - a.median);
  return { ...rest, digits, list };
}

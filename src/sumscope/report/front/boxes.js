// Boxes: quartiles of values, one row per name, ordered by the median.

import { s } from "./dom.js";
import { number, shorten } from "./format.js";
import { extent } from "./scale.js";
import { canvas, chart, mark, nothing, reachable, xAxis } from "./chart.js";

/** The quantile of sorted numbers, by linear interpolation. */
export function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

/** rows: [{name, values, kind}]. */
export function boxes({ caption, rows, label, digits = 3, note }) {
  const known = rows.map((row) => ({ ...row, sorted: row.values.filter(Number.isFinite).sort((a, b) => a - b) })).filter((row) => row.sorted.length);
  if (!known.length) return nothing("No values to draw.");
  const list = known.map((row) => {
    const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantile(row.sorted, share));
    const reach = 1.5 * (q3 - q1);
    const inside = row.sorted.filter((v) => v >= q1 - reach && v <= q3 + reach);
    return { ...row, q1, median, q3, low: inside[0], high: inside.at(-1), beyond: row.sorted.filter((v) => v < q1 - reach || v > q3 + reach) };
  }).sort((a, b) => b.median - a.median);
  const draw = (width) => {
    const names = Math.min(width * 0.35, 12 + 7.2 * Math.max(...list.map((row) => Math.min(26, [...row.name].length))));
    const bottom = list.length * 24 + 12;
    const svg = canvas(width, bottom + 44, caption ?? label);
    const at = xAxis(svg, { domain: extent(list.flatMap((row) => [row.sorted[0], row.sorted.at(-1)])), range: [names + 8, width - 16], top: 6, bottom, label, wanted: Math.max(3, Math.floor(width / 120)) });
    list.forEach((row, index) => {
      const y = 22 + index * 24;
      const words = `${row.name}: median ${number(row.median, digits)}, middle half ${number(row.q1, digits)} to ${number(row.q3, digits)}, all ${number(row.sorted[0], digits)} to ${number(row.sorted.at(-1), digits)}, n = ${row.sorted.length}`;
      svg.append(mark(s("g", { class: `box cat-${row.kind ?? 0}` },
        s("rect", { class: "hit", x: 0, y: y - 12, width, height: 24 }),
        s("text", { class: "name", x: names, y: y + 4, "text-anchor": "end" }, shorten(row.name, Math.max(8, Math.floor(names / 7.2)))),
        s("line", { class: "whisker", x1: at(row.low), x2: at(row.high), y1: y, y2: y }),
        s("rect", { class: "body", x: at(row.q1), y: y - 7, width: Math.max(1, at(row.q3) - at(row.q1)), height: 14 }),
        s("line", { class: "middle", x1: at(row.median), x2: at(row.median), y1: y - 8, y2: y + 8 }),
        row.beyond.slice(0, 60).map((v) => s("circle", { class: "beyond", cx: at(v), cy: y, r: 1.8 }))), words));
    });
    return reachable(svg);
  };
  return chart({ caption, draw, note });
}

// @ts-check
// Lines: one or more series over a common x, named at their ends.

import { s } from "./dom.js";
import { finite, number } from "./format.js";
import { category, extent } from "./scale.js";
import { canvas, chart, mark, nothing, reachable, xAxis, yAxis } from "./chart.js";

/** @typedef {{ x: number, y: number, low?: Maybe, high?: Maybe, words?: string }} LinePoint */
/** @typedef {{ name: string, points: LinePoint[], kind?: number }} Series */

/** series: [{name, points: [{x, y, low, high, words}], kind}]. Gaps (y not finite) break a line. onPoint(point, series).
 * @param {{ caption?: string, series: Series[], x: string, y: string, height?: number, digits?: number, includeY?: number[], onPoint?: (point: LinePoint, series: Series) => void, note?: string | null }} options */
export function lines({
  caption,
  series,
  x,
  y,
  height = 320,
  digits = 3,
  includeY = [],
  onPoint,
  note,
}) {
  const known = series
    .map((one) => ({ ...one, points: one.points.filter((p) => Number.isFinite(p.x)) }))
    .filter((one) => one.points.some((p) => Number.isFinite(p.y)));
  if (!known.length) return nothing("No values to draw.");
  /** @param {number} width */
  const draw = (width) => {
    const svg = canvas(width, height, caption ?? `${y} over ${x}`);
    const room = Math.min(
      width * 0.28,
      16 + 6.8 * Math.max(...known.map((one) => [...one.name].length)),
    );
    const [left, right, top, bottom] = [52, width - room, 28, height - 44];
    const every = known.flatMap((one) => one.points);
    const atX = xAxis(svg, {
      domain: extent(
        every.map((p) => p.x),
        { margin: 0 },
      ),
      range: [left, right],
      top,
      bottom,
      label: x,
    });
    const atY = yAxis(svg, {
      domain: extent(
        every.flatMap((p) => [p.y, p.low, p.high]),
        { include: includeY },
      ),
      range: [bottom, top],
      left,
      right,
      label: y,
    });
    /** @type {{ name: string, x: number, y: number, colour: string }[]} */
    const ends = [];
    known.forEach((one, index) => {
      const colour = category(one.kind ?? index);
      const pieces = runs(one.points);
      for (const piece of pieces) {
        if (piece.every((p) => finite(p.low))) {
          const edge = [
            ...piece.map((p) => `${atX(p.x)},${atY(p.high ?? NaN)}`),
            ...[...piece].reverse().map((p) => `${atX(p.x)},${atY(p.low ?? NaN)}`),
          ];
          svg.append(s("polygon", { class: `band ${colour}`, points: edge.join(" ") }));
        }
        svg.append(
          s("polyline", {
            class: `line ${colour}`,
            points: piece.map((p) => `${atX(p.x)},${atY(p.y)}`).join(" "),
          }),
        );
      }
      const small = one.points.length > 60;
      for (const point of one.points.filter((p) => Number.isFinite(p.y))) {
        const dot = s("circle", {
          class: `dot ${colour}`,
          cx: atX(point.x),
          cy: atY(point.y),
          r: small ? 1.6 : 3.5,
        });
        svg.append(
          mark(
            dot,
            point.words ??
              `${one.name}: ${x} ${number(point.x, 2).replace(/\.?0+$/, "")}, ${y} ${number(point.y, digits)}`,
            onPoint && (() => onPoint(point, one)),
          ),
        );
      }
      const last = one.points.filter((p) => finite(p.y)).at(-1);
      if (last) ends.push({ name: one.name, x: atX(last.x) + 8, y: atY(last.y) + 4, colour });
    });
    for (const end of spread(ends, bottom + 4))
      svg.append(
        s(
          "text",
          { class: `name ${end.colour}-text`, x: Math.max(end.x, right + 8), y: end.y },
          end.name,
        ),
      );
    return reachable(svg);
  };
  return chart({ caption, draw, note });
}

/** @param {LinePoint[]} points */
function runs(points) {
  /** @type {LinePoint[][]} */
  const made = [[]];
  for (const point of points) {
    const piece = made[made.length - 1];
    if (finite(point.y)) piece.push(point);
    else if (piece.length) made.push([]);
  }
  return made.filter((piece) => piece.length);
}

/** Names at least a line apart, none below `lowest` while there is room above.
 * @param {{ name: string, x: number, y: number, colour: string }[]} ends @param {number} lowest */
function spread(ends, lowest) {
  const list = [...ends].sort((a, b) => a.y - b.y);
  for (let at = 1; at < list.length; at += 1)
    list[at].y = Math.max(list[at].y, list[at - 1].y + 15);
  let limit = lowest;
  for (const end of [...list].reverse()) {
    end.y = Math.min(end.y, limit);
    limit = end.y - 15;
  }
  return list;
}

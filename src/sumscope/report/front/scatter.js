// Scatter: points with words and links; drag (or press the arrow keys with Shift) to choose a region.

import { s } from "./dom.js";
import { number, plural } from "./format.js";
import { extent } from "./scale.js";
import { canvas, chart, mark, nothing, reachable, xAxis, yAxis } from "./chart.js";

/** points: [{x, y, name, kind, href}]; onBrush(points) gets what stands in the region, onOpen(point) a chosen point. */
export function scatter({ caption, points, x, y, digits = 3, height = 340, names = false, onOpen, onBrush, line, note }) {
  const known = points.filter((p) => Number.isFinite(p.x) && Number.isFinite(p.y));
  if (!known.length) return nothing("No points to draw.");
  const draw = (width) => {
    const svg = canvas(width, height, caption ?? `${y} against ${x}`);
    const [left, right, top, bottom] = [52, width - 14, 28, height - 44];
    const xs = extent(known.map((p) => p.x));
    const ys = extent(known.map((p) => p.y));
    const atX = xAxis(svg, { domain: xs, range: [left, right], top, bottom, label: x });
    const atY = yAxis(svg, { domain: ys, range: [bottom, top], left, right, label: y });
    if (line) {
      const value = (v) => line.slope * v + line.intercept;
      svg.append(s("line", { class: "trend", x1: atX(xs[0]), x2: atX(xs[1]), y1: atY(value(xs[0])), y2: atY(value(xs[1])) }));
    }
    const frame = s("rect", { class: "brush", x: 0, y: 0, width: 0, height: 0, "pointer-events": "none" });
    if (onBrush) brush(svg, { frame, left, right, top, bottom, pick: (x0, y0, x1, y1) => known.filter((p) => atX(p.x) >= x0 && atX(p.x) <= x1 && atY(p.y) >= y0 && atY(p.y) <= y1), onBrush });
    for (const point of known) {
      const words = `${point.name}: ${x} ${number(point.x, digits)}, ${y} ${number(point.y, digits)}`;
      const dot = s("circle", { class: `dot cat-${point.kind ?? 0}`, cx: atX(point.x), cy: atY(point.y), r: known.length > 400 ? 2.5 : 4.5 });
      svg.append(mark(dot, words, onOpen && (() => onOpen(point))));
    }
    if (names) placeNames(svg, known, atX, atY, { left, right });
    svg.append(frame);
    return reachable(svg);
  };
  const lost = points.length - known.length;
  return chart({ caption, draw, note: [note, lost ? `${plural(lost, "point")} without both values not drawn.` : null].filter(Boolean).join(" ") || null });
}

/** Names beside their points, left out where they would cover one another. */
function placeNames(svg, points, atX, atY, { right }) {
  const taken = [];
  for (const point of points) {
    const wide = 6.6 * [...point.name].length;
    const px = atX(point.x);
    const x0 = px + 8 + wide > right ? px - 8 - wide : px + 8;
    const box = [x0, atY(point.y) - 8, x0 + wide, atY(point.y) + 6];
    if (taken.some((b) => b[0] < box[2] && b[2] > box[0] && b[1] < box[3] && b[3] > box[1])) continue;
    taken.push(box);
    svg.append(s("text", { class: "name", x: x0, y: atY(point.y) + 4 }, point.name));
  }
}

function brush(svg, { frame, left, right, top, bottom, pick, onBrush }) {
  let from = null;
  const inside = (event) => {
    const box = svg.getBoundingClientRect();
    return [Math.max(left, Math.min(right, event.clientX - box.left)), Math.max(top, Math.min(bottom, event.clientY - box.top))];
  };
  svg.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".mark")) return;
    from = inside(event);
    svg.setPointerCapture(event.pointerId);
  });
  const show = (to) => {
    const [x0, y0, x1, y1] = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    for (const [name, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) frame.setAttribute(name, value);
    return [x0, y0, x1, y1];
  };
  svg.addEventListener("pointermove", (event) => { if (from) show(inside(event)); });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const region = show(inside(event));
    const whole = region[2] - region[0] < 3 && region[3] - region[1] < 3;
    if (whole) for (const name of ["width", "height"]) frame.setAttribute(name, 0);
    from = null;
    onBrush(whole ? null : pick(...region));
  });
}

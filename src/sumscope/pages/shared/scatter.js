// @ts-check
// Scatter: points with words and links; drag (or press the arrow keys with Shift) to choose a region.

import { around, s } from "./dom.js";
import { number, plural } from "./format.js";
import { extent, linear } from "./scale.js";
import { canvas, chart, listening, mark, name, nothing, renewable, xAxis, yAxis } from "./chart.js";

/** @typedef {{ x: number, y: number, name: string, kind?: number, system?: string, [more: string]: unknown }} Point */
/** @typedef {{ points: Point[], x: string, y: string, caption?: string, digits?: number, height?: number, names?: boolean, line?: { slope: number, intercept: number } | null, note?: string | null, width?: number, onBrush?: (region: Region | null) => void, onOpen?: (point: any) => void }} ScatterOptions */

/** points: [{x, y, name, kind, href}]; onBrush({x: [from, to], y: [from, to]}) gets the region, or null; onOpen(point) a chosen point.
 *  The element has .update(options): the dots move to new places. It gives false where nothing can be drawn.
 * @param {ScatterOptions} options */
export function scatter(options) {
  let now = prepared(options);
  if (!now.known.length) return nothing("No points to draw.");
  const svg = canvas(1, 1, "");
  const [axes, dots, names] = [s("g"), s("g", { class: "dots" }), s("g")];
  const frame = s("rect", {
    class: "brush",
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    "pointer-events": "none",
  });
  svg.append(axes, dots, names, frame);
  const refresh = listening(svg);
  /** @type {WeakMap<Element, Point>} */
  const points = new WeakMap();
  /** @param {Event} event */
  const open = (event) => {
    if (event.target instanceof Element) now.onOpen?.(points.get(event.target));
  };
  /** @type {Room} */
  let place = { left: 0, right: 0, top: 0, bottom: 0 };
  /** @type {Record<"x" | "y", (at: number) => number>} from the drawing back to values */
  let back = { x: (at) => at, y: (at) => at };
  /** @param {number} width */
  const draw = (width) => {
    const { known, x, y, digits, height, line } = now;
    for (const [key, value] of Object.entries({
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "aria-label": now.caption ?? `${y} against ${x}`,
    }))
      svg.setAttribute(key, String(value));
    const [left, right, top, bottom] = [52, width - 14, 28, height - 44];
    const [xs, ys] = [extent(known.map((p) => p.x)), extent(known.map((p) => p.y))];
    axes.replaceChildren();
    const atX = xAxis(axes, { domain: xs, range: [left, right], top, bottom, label: x });
    const atY = yAxis(axes, { domain: ys, range: [bottom, top], left, right, label: y });
    if (line) {
      /** @param {number} v */
      const value = (v) => line.slope * v + line.intercept;
      axes.append(
        s("line", {
          class: "trend",
          x1: atX(xs[0]),
          x2: atX(xs[1]),
          y1: atY(value(xs[0])),
          y2: atY(value(xs[1])),
        }),
      );
    }
    place = { left, right, top, bottom };
    back = { x: linear([left, right], xs), y: linear([bottom, top], ys) };
    clear(frame);
    while (dots.childElementCount > known.length) dots.lastElementChild?.remove();
    const radius = known.length > 400 ? "2.5" : "4.5";
    /** @type {Element | null} */
    let dot = dots.firstElementChild;
    for (const point of known) {
      const words = `${point.name}: ${x} ${number(point.x, digits)}, ${y} ${number(point.y, digits)}`;
      if (dot) name(dot, words);
      else {
        dot = mark(s("circle", { class: "dot" }), words, now.onOpen && open);
        dots.append(dot);
      }
      change(dot, "class", `dot mark cat-${point.kind ?? 0}`);
      change(dot, "cx", atX(point.x).toFixed(1));
      change(dot, "cy", atY(point.y).toFixed(1));
      change(dot, "r", radius);
      if (point.system) change(dot, "data-name", point.system);
      points.set(dot, point);
      dot = dot.nextElementSibling;
    }
    names.replaceChildren();
    if (now.names) placeNames(names, known, atX, atY, right);
    refresh();
    return svg;
  };
  /** @param {number[]} box @returns {Region} */
  const region = ([x0, y0, x1, y1]) => ({
    x: [back.x(x0), back.x(x1)],
    y: [back.y(y1), back.y(y0)],
  });
  if (now.onBrush)
    brush(svg, { frame, room: () => place, chosen: (box) => now.onBrush?.(box && region(box)) });
  return renewable(
    chart({ caption: now.caption, draw, note: now.note, width: now.width }),
    (next) => {
      const then = prepared(next);
      // Whether dots open and a region can be chosen is settled when the drawing is made.
      if (
        !then.known.length ||
        Boolean(then.onOpen) !== Boolean(now.onOpen) ||
        Boolean(then.onBrush) !== Boolean(now.onBrush)
      )
        return null;
      now = then;
      return now;
    },
  );
}

/** @param {ScatterOptions} options */
function prepared({ digits = 3, height = 340, names = false, ...rest }) {
  const known = rest.points.filter((p) => Number.isFinite(p.x) && Number.isFinite(p.y));
  const lost = rest.points.length - known.length;
  const note =
    [rest.note, lost ? `${plural(lost, "point")} without both values not drawn.` : null]
      .filter(Boolean)
      .join(" ") || null;
  return { ...rest, digits, height, names, known, note };
}

/** Names beside their points, left out where they would cover one another.
 * @param {Element} group @param {Point[]} points @param {(x: number) => number} atX @param {(y: number) => number} atY @param {number} right */
function placeNames(group, points, atX, atY, right) {
  /** @type {number[][]} */
  const taken = [];
  for (const point of points) {
    const wide = 6.6 * [...point.name].length;
    const px = atX(point.x);
    const x0 = px + 8 + wide > right ? px - 8 - wide : px + 8;
    const box = [x0, atY(point.y) - 8, x0 + wide, atY(point.y) + 6];
    if (taken.some((b) => b[0] < box[2] && b[2] > box[0] && b[1] < box[3] && b[3] > box[1]))
      continue;
    taken.push(box);
    group.append(s("text", { class: "name", x: x0, y: atY(point.y) + 4 }, point.name));
  }
}

/** Set an attribute that is not so already: the browser works on everything that is set.
 * @param {Element} element @param {string} key @param {string} value */
function change(element, key, value) {
  if (element.getAttribute(key) !== value) element.setAttribute(key, value);
}

/** @param {Element} frame */
function clear(frame) {
  for (const key of ["width", "height"]) frame.setAttribute(key, "0");
}

/** @param {SVGSVGElement} svg @param {{ frame: SVGElement, room: () => Room, chosen: (box: number[] | null) => void }} options */
function brush(svg, { frame, room, chosen }) {
  /** @type {number[] | null} */
  let from = null;
  svg.classList.add("brushable");
  svg.addEventListener("pointercancel", () => {
    from = null;
    clear(frame);
  });
  /** @param {PointerEvent} event */
  const inside = (event) => {
    const { left, right, top, bottom } = room();
    const box = svg.getBoundingClientRect();
    return [
      Math.max(left, Math.min(right, event.clientX - box.left)),
      Math.max(top, Math.min(bottom, event.clientY - box.top)),
    ];
  };
  svg.addEventListener("pointerdown", (event) => {
    if (around(event, ".mark")) return;
    from = inside(event);
    svg.setPointerCapture(event.pointerId);
  });
  /** @param {number[]} start @param {number[]} to */
  const show = (start, to) => {
    const [x0, y0, x1, y1] = [
      Math.min(start[0], to[0]),
      Math.min(start[1], to[1]),
      Math.max(start[0], to[0]),
      Math.max(start[1], to[1]),
    ];
    for (const [key, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 }))
      frame.setAttribute(key, String(value));
    return [x0, y0, x1, y1];
  };
  svg.addEventListener("pointermove", (event) => {
    if (from) show(from, inside(event));
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const region = show(from, inside(event));
    const whole = region[2] - region[0] < 3 && region[3] - region[1] < 3;
    if (whole) clear(frame);
    from = null;
    chosen(whole ? null : region);
  });
}

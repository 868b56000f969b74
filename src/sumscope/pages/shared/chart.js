// @ts-check
// What charts share: a frame that draws at the width it has, axes, marks that can be reached by keyboard.

import { around, h, s, replace, roving } from "./dom.js";
import { number } from "./format.js";
import { linear, ticks, tickDigits } from "./scale.js";
import { tooltip } from "./tooltip.js";

const USUAL = 640;

/** A figure that draws itself again when its width changes. draw(width) -> SVG element, the same one where it was only changed.
 *  Without a `width` it is drawn once it stands in the page, at the width that it has there.
 *  .show({caption, note}) draws again after the data behind `draw` changed.
 * @param {{ caption?: string | null, draw(width: number): Element, width?: number, note?: string | null }} options @returns {ChartElement} */
export function chart({ caption, draw, width, note }) {
  const title = h("figcaption", { hidden: !caption }, caption);
  const space = h("div", { class: "chart-space" });
  const below = h("p", { class: "soft small", hidden: !note }, note);
  const root = h("figure", { class: "chart" }, title, space, below);
  let drawn = 0;
  /** @param {number} wide */
  const again = (wide) => {
    if (Math.abs(wide - drawn) < 1) return;
    drawn = wide;
    const made = draw(wide);
    if (made !== space.firstChild) replace(space, made);
  };
  if (width) again(width);
  else
    queueMicrotask(() => {
      if (!drawn) again(space.clientWidth > 40 ? space.clientWidth : USUAL);
    });
  new ResizeObserver(([entry]) => {
    const wide = Math.floor(entry.contentRect.width);
    if (wide > 40) again(wide);
  }).observe(space);
  const redraw = () => {
    const wide = drawn;
    drawn = 0;
    again(wide);
  };
  /** @param {HTMLElement} element @param {string | null | undefined} words */
  const say = (element, words) => {
    element.hidden = !words;
    replace(element, words);
  };
  return Object.assign(root, {
    redraw,
    /** @param {{ caption?: string | null, note?: string | null }} next */
    show(next) {
      say(title, next.caption);
      say(below, next.note);
      redraw();
    },
  });
}

/** Give a chart .update(options): take(options) keeps them and gives {caption, note}, or null where there is nothing to draw.
 * @template O @param {ChartElement} root @param {(options: O) => { caption?: string | null, note?: string | null } | null} take @returns {UpdatableChart<O>} */
export function renewable(root, take) {
  return Object.assign(root, {
    /** @param {O} options */
    update(options) {
      const next = take(options);
      if (next) root.show(next);
      return Boolean(next);
    },
  });
}

/** The SVG element of a chart: a named group whose marks are reached by arrow keys.
 * @param {number} width @param {number} height @param {string} label @param {{ marks?: boolean }} options */
export function canvas(width, height, label, { marks = true } = {}) {
  return s("svg", {
    class: "canvas",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: marks ? "group" : "img",
    "aria-label": label,
  });
}

/** @type {WeakMap<Element, (event: Event) => void>} */
const actions = new WeakMap();
/** @param {Element} element */
const said = (element) => element.getAttribute("aria-label");

/** A mark with words: tooltip, name for screen readers, and an address or an action.
 * @template {SVGElement} E @param {E} element @param {string} words @param {((event: Event) => void) | null | false} [onOpen] @returns {E} */
export function mark(element, words, onOpen) {
  element.setAttribute("role", onOpen ? "button" : "img");
  element.classList.add("mark");
  if (onOpen) actions.set(element, onOpen);
  return name(element, words);
}

/** The words of a mark, which may change.
 * @template {Element} E @param {E} element @param {string} words @returns {E} */
export function name(element, words) {
  element.setAttribute("aria-label", words);
  return tooltip(element, said);
}

/** One of a chart's marks is in the tab order; arrow keys move between them, a click or Enter opens. Gives what `roving` gives.
 * @param {SVGSVGElement} svg */
export function listening(svg) {
  /** @param {Event} event */
  const act = (event) => {
    const found = around(event, ".mark");
    const open = found && actions.get(found);
    if (open) {
      event.preventDefault();
      open(event);
    }
  };
  svg.addEventListener("click", act);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") act(event);
  });
  return roving(svg, ".mark");
}

/** A drawing whose marks do not change any more.
 * @param {SVGSVGElement} svg */
export function reachable(svg) {
  listening(svg);
  return svg;
}

/** A horizontal axis below the plot, with a light grid.
 * @param {SVGElement} svg @param {XAxis} options */
export function xAxis(svg, { domain, range, top, bottom, label, wanted = 6, digits }) {
  const at = linear(domain, range);
  const values = ticks(domain[0], domain[1], wanted);
  const shown = digits ?? tickDigits(values);
  for (const value of values) {
    svg.append(s("line", { class: "grid", x1: at(value), x2: at(value), y1: top, y2: bottom }));
    svg.append(
      s(
        "text",
        { class: "tick", x: at(value), y: bottom + 16, "text-anchor": "middle" },
        number(value, shown),
      ),
    );
  }
  svg.append(s("line", { class: "axis", x1: range[0], x2: range[1], y1: bottom, y2: bottom }));
  if (label)
    svg.append(
      s(
        "text",
        {
          class: "axis-label",
          x: (range[0] + range[1]) / 2,
          y: bottom + 34,
          "text-anchor": "middle",
        },
        label,
      ),
    );
  return at;
}

/** A vertical axis left of the plot, with a light grid; its name stands above it, horizontally.
 * @param {SVGElement} svg @param {YAxis} options */
export function yAxis(svg, { domain, range, left, right, label, wanted = 5, digits }) {
  const at = linear(domain, range);
  const values = ticks(domain[0], domain[1], wanted);
  const shown = digits ?? tickDigits(values);
  for (const value of values) {
    svg.append(s("line", { class: "grid", x1: left, x2: right, y1: at(value), y2: at(value) }));
    svg.append(
      s(
        "text",
        { class: "tick", x: left - 6, y: at(value) + 4, "text-anchor": "end" },
        number(value, shown),
      ),
    );
  }
  if (label)
    svg.append(s("text", { class: "axis-label", x: 4, y: Math.min(...range) - 10 }, label));
  return at;
}

/** What stands in place of a chart without data. */
export function nothing(words = "Nothing to draw.") {
  return h("p", { class: "empty" }, words);
}

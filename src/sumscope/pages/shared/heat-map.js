// @ts-check
// HeatMap: a large square matrix as one picture; a pointer or the arrow keys read single cells.

import { h, replace } from "./dom.js";

const LONGEST = 560;

/** size cells a side; value(row, column) -> 0..1 (NaN: empty); words(row, column) -> text; onChoose(row, column).
 * @param {{ caption: string, size: number, value(row: number, column: number): number, words(row: number, column: number): Child, onChoose?: (row: number, column: number) => void }} options */
export function heatMap({ caption, size, value, words, onChoose }) {
  if (!size) return h("p", { class: "empty" }, "Nothing to draw.");
  const cell = Math.max(1, Math.min(24, Math.floor(LONGEST / size)));
  const side = cell * size;
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  const picture = h("canvas", {
    width: side * ratio,
    height: side * ratio,
    role: "img",
    "aria-label": `${caption}. Arrow keys read single cells.`,
    tabIndex: 0,
    class: "heat",
    css: { width: `${side}px`, height: `${side}px` },
  });
  const cursor = h("div", {
    class: "heat-cursor",
    hidden: true,
    css: { width: `${cell}px`, height: `${cell}px` },
  });
  const said = h(
    "p",
    { class: "heat-words small", role: "status" },
    "Point at a cell, or use the arrow keys.",
  );
  /** @type {[number, number]} */
  let at = [0, 0];
  const paint = () => {
    const style = getComputedStyle(picture);
    const colours = Array.from(
      { length: 11 },
      (_, step) => style.getPropertyValue(`--m${step}`).trim() || "#888",
    );
    const empty = style.getPropertyValue("--tint").trim() || "#eee";
    const pen = picture.getContext("2d");
    if (!pen) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const gap = cell > 6 ? 1 : 0;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const share = value(row, column);
        pen.fillStyle = Number.isFinite(share)
          ? colours[Math.round(Math.max(0, Math.min(1, share)) * 10)]
          : empty;
        pen.fillRect(column * cell, row * cell, cell - gap, cell - gap);
      }
    }
  };
  /** @param {number} row @param {number} column */
  const show = (row, column) => {
    at = [Math.max(0, Math.min(size - 1, row)), Math.max(0, Math.min(size - 1, column))];
    cursor.hidden = false;
    cursor.style.setProperty("left", `${at[1] * cell}px`);
    cursor.style.setProperty("top", `${at[0] * cell}px`);
    replace(said, words(...at));
  };
  /** @param {MouseEvent} event @returns {[number, number]} */
  const place = (event) => {
    const box = picture.getBoundingClientRect();
    return [
      Math.floor((event.clientY - box.top) / cell),
      Math.floor((event.clientX - box.left) / cell),
    ];
  };
  picture.addEventListener("pointermove", (event) => show(...place(event)));
  picture.addEventListener("click", (event) => {
    show(...place(event));
    onChoose?.(...at);
  });
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      event.key
    ];
    if (step) {
      event.preventDefault();
      show(at[0] + step[0], at[1] + step[1]);
    }
    if (event.key === "Enter") onChoose?.(...at);
  });
  requestAnimationFrame(paint);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const again = () => {
    if (picture.isConnected) paint();
    else scheme.removeEventListener("change", again);
  };
  scheme.addEventListener("change", again);
  return h(
    "figure",
    { class: "chart heat-map" },
    h("figcaption", {}, caption),
    said,
    h(
      "div",
      { class: "heat-space", tabIndex: -1 },
      h("div", { class: "heat-frame" }, picture, cursor),
    ),
  );
}

// @ts-check
// A window over the rows of a large table: the rows in view and some around them are in the page, the others are room.

import { h } from "./dom.js";

/** @typedef {(row: any) => HTMLTableRowElement} DrawLine */

const AROUND = 20;

/** box scrolls, head and body belong to its table; line(row) -> tr; drawn() after lines came or went. Gives {show(rows, all)}: `all` draws every row, as for paper.
 * @param {{ box: HTMLElement, head: HTMLTableRowElement, body: HTMLElement, span: number, line: DrawLine, drawn?: () => void }} options */
export function rowWindow({ box, head, body, span, line, drawn }) {
  const [aboveCell, belowCell] = [h("td", { colspan: span }), h("td", { colspan: span })];
  const above = h("tr", { class: "room", "aria-hidden": "true" }, aboveCell);
  const below = h("tr", { class: "room", "aria-hidden": "true" }, belowCell);
  const table = body.closest("table");
  /** @type {any[]} */
  let rows = [];
  let [from, to] = [0, 0];
  /** @type {Map<number, HTMLTableRowElement>} */
  let lines = new Map();
  let tall = 31;
  let asked = 0;
  let watching = false;
  /** @type {number[]} */
  const widths = [];

  /** @param {number} start @param {number} end */
  function fill(start, end) {
    const next = new Map();
    for (let at = start; at < end; at += 1) {
      const made = lines.get(at) ?? line(rows[at]);
      made.setAttribute("aria-rowindex", String(at + 2));
      next.set(at, made);
    }
    // Lines that stay are not moved: whoever has the focus in one keeps it.
    for (const [at, made] of lines) if (!next.has(at)) made.remove();
    let before = above;
    for (const made of next.values()) {
      if (before.nextSibling !== made) before.after(made);
      before = made;
    }
    lines = next;
    [from, to] = [start, end];
    drawn?.();
    aboveCell.style.setProperty("height", `${start * tall}px`);
    belowCell.style.setProperty("height", `${(rows.length - end) * tall}px`);
    above.hidden = start === 0;
    below.hidden = end === rows.length;
  }

  /** The range in view; drawn again when fewer than half of the rows around it are left. */
  function look(force = false) {
    asked = 0;
    const first = Math.max(0, Math.floor((box.scrollTop - head.offsetHeight) / tall));
    const last = Math.min(rows.length, first + Math.ceil((box.clientHeight || 600) / tall) + 1);
    const enough =
      (first - from >= AROUND / 2 || from === 0) && (to - last >= AROUND / 2 || to === rows.length);
    if (!force && enough && first < to) return;
    fill(Math.max(0, first - AROUND), Math.min(rows.length, last + AROUND));
    settle();
  }

  /** Columns only grow, so that they do not change under the reader; lines are as high as they turn out to be. */
  function settle() {
    if (!box.isConnected || !lines.size) return;
    const sizes = [...head.children].map((cell) => cell.getBoundingClientRect().width);
    sizes.forEach((wide, at) => {
      widths[at] = Math.max(widths[at] ?? 0, wide);
    });
    keepWidths();
    const [one] = lines.values();
    const high = one.getBoundingClientRect().height;
    if (high > 0 && Math.abs(high - tall) > 0.5) {
      tall = high;
      fill(from, to);
    }
  }

  /** @param {number} at @returns {HTMLTableCellElement | undefined} */
  const cellOf = (at) => head.cells[at];
  function keepWidths() {
    widths.forEach((wide, at) => cellOf(at)?.style.setProperty("min-width", `${wide}px`));
  }

  box.addEventListener("scroll", () => {
    if (table?.hasAttribute("aria-rowcount") && !asked) asked = requestAnimationFrame(() => look());
  });

  return {
    /** @param {any[]} next @param {boolean} [all] */
    show(next, all = false) {
      rows = next;
      lines = new Map();
      [from, to] = [0, 0];
      body.replaceChildren(above, below);
      table?.setAttribute("aria-rowcount", String(rows.length + 1));
      keepWidths();
      if (all) {
        fill(0, rows.length);
        return;
      }
      box.scrollTop = 0;
      look(true);
      // Made before it is in the page, or in a closed section: look again when it has a size.
      if (!watching)
        new ResizeObserver(() => {
          if (box.clientHeight) look(true);
        }).observe(box);
      watching = true;
    },
  };
}

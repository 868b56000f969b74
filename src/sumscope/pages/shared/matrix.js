// @ts-check
// Matrix: a heat map with its numbers; rows and columns have names, cells may have intervals and actions.

import { h, put, hiddenText, roving } from "./dom.js";
import { finite, interval, number, shorten } from "./format.js";
import { magnitude, signed } from "./scale.js";
import { tooltip } from "./tooltip.js";

/** @typedef {{ key: string, label: string, title?: string, mark?: string }} Name */
/** @typedef {{ value?: Maybe, text?: string, sign?: string, low?: Maybe, high?: Maybe, bold?: boolean, words?: string, reason?: string | null }} MatrixCell */

// With more columns than this, their names stand upright.
const UPRIGHT = 9;

/** cell(row, column) -> {value, text, sign, low, high, bold, words, reason} or null; names are strings or {key, label, title, mark}.
 *  A sign stands behind the number, a mark behind a name.
 *  scale: "magnitude" (0..1 after `domain`) or "signed" (-1..1 after `domain`). `numbers: false` draws plain squares.
 * @param {{ caption: string, rows: (string | Name)[], columns: (string | Name)[], cell(row: string, column: string): MatrixCell | null, scale?: "magnitude" | "signed", domain?: number[], digits?: number, numbers?: boolean, corner?: string, onOpen?: (row: string, column: string) => void, longest?: number }} options */
export function matrix({
  caption,
  rows,
  columns,
  cell,
  scale = "magnitude",
  domain = scale === "signed" ? [-1, 1] : [0, 1],
  digits = 2,
  numbers = true,
  corner = "",
  onOpen,
  longest = 22,
}) {
  /** @param {(string | Name)[]} list @returns {Name[]} */
  const named = (list) => list.map((v) => (typeof v === "string" ? { key: v, label: v } : v));
  const [downs, acrosses] = [named(rows), named(columns)];
  /** @param {number} value */
  const paint = (value) => {
    if (scale === "signed")
      return signed(value / Math.max(Math.abs(domain[0]), Math.abs(domain[1])));
    return magnitude((value - domain[0]) / (domain[1] - domain[0] || 1));
  };
  const head = h(
    "tr",
    {},
    h("th", { scope: "col", class: "corner" }, corner || hiddenText("Name")),
    acrosses.map((c) =>
      tooltip(
        h("th", { scope: "col", dir: "auto" }, h("span", {}, shorten(c.label, longest))),
        [...c.label].length > longest || c.title ? (c.title ?? c.label) : null,
      ),
    ),
  );
  const body = h("tbody");
  for (const down of downs) {
    const line = h(
      "tr",
      {},
      tooltip(
        h(
          "th",
          { scope: "row", dir: "auto" },
          shorten(down.label, longest),
          down.mark && h("span", { class: "soft small" }, ` ${down.mark}`),
        ),
        [...down.label].length > longest || down.title ? (down.title ?? down.label) : null,
      ),
    );
    for (const across of acrosses) {
      const value = cell(down.key, across.key);
      const known = value !== null && finite(value.value);
      const words = known
        ? (value.words ?? `${down.label}, ${across.label}: ${interval(value, digits)}`)
        : (value?.reason ?? `${down.label}, ${across.label}: no value`);
      const text = known ? (value.text ?? number(value.value, digits)) : "–";
      const inside = h(
        onOpen && known ? "button" : "span",
        {
          class: `cell ${known ? paint(value.value ?? NaN) : "none"}${value?.bold ? " best" : ""}${numbers ? "" : " bare"}`,
          type: onOpen && known ? "button" : undefined,
          dir: "ltr",
          role: onOpen && known ? undefined : "img",
          "aria-label": words,
          on: onOpen && known ? { click: () => onOpen(down.key, across.key) } : {},
        },
        numbers && text,
        known && value.sign && h("span", { class: "sign" }, ` ${value.sign}`),
      );
      put(line, h("td", {}, tooltip(inside, words)));
    }
    put(body, line);
  }
  const base = h(
    "table",
    { class: acrosses.length > UPRIGHT ? "matrix upright" : "matrix" },
    h("caption", {}, caption),
    h("thead", {}, head),
    body,
  );
  const root = h("div", { class: "matrix-box", role: "group", "aria-label": caption }, base);
  roving(root, ".cell", { columns: () => acrosses.length });
  return root;
}

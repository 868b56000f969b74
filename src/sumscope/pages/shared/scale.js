// @ts-check
// Scales, ticks and colours of charts.

import { finite } from "./format.js";

/** A linear scale from `domain` to `range`.
 * @param {number[]} domain @param {number[]} range @returns {(value: number) => number} */
export function linear([from, to], [start, end]) {
  const wide = to - from || 1;
  return (value) => start + ((value - from) / wide) * (end - start);
}

/** Round numbers between two values, about `wanted` of them.
 * @param {number} low @param {number} high @param {number} [wanted] */
export function ticks(low, high, wanted = 5) {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5].map((m) => m * power).find((m) => m >= raw * 0.999) ?? 10 * power;
  const made = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    made.push(at * step);
  return made;
}

/** Digits after the point that tell ticks apart.
 * @param {number[]} values */
export function tickDigits(values) {
  for (let digits = 0; digits < 8; digits += 1) {
    if (
      values.every((v) => Math.abs(Number(v.toFixed(digits)) - v) < 1e-9 * Math.max(1, Math.abs(v)))
    )
      return digits;
  }
  return 3;
}

/** Least and greatest of numbers, with a margin; `include` (zero, say) is always inside.
 * @param {Iterable<Maybe>} values @param {{ margin?: number, include?: number[] }} options @returns {[number, number]} */
export function extent(values, { margin = 0.04, include = [] } = {}) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of [...include, ...values]) {
    if (!finite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  if (low === high) return [low - 0.5, high + 0.5];
  const room = (high - low) * margin;
  return [include.includes(low) ? low : low - room, include.includes(high) ? high : high + room];
}

const STEPS = 10;

/** Class of a magnitude between 0 and 1 (`mag-0` .. `mag-10`): background and a legible ink.
 * @param {number} share */
export function magnitude(share) {
  return `mag-${Math.round(Math.max(0, Math.min(1, share)) * STEPS)}`;
}

/** Class of a signed value between -1 and 1 (`div-0` .. `div-10`).
 * @param {number} share */
export function signed(share) {
  return `div-${Math.round(((Math.max(-1, Math.min(1, share)) + 1) / 2) * STEPS)}`;
}

/** Class of the n-th category (`cat-0` .. `cat-7`).
 * @param {number} index */
export function category(index) {
  return `cat-${((index % 8) + 8) % 8}`;
}

// @ts-check
// Numbers, counts and times in words.

const EMPTY = "–";

/** A number with fixed digits and a real minus sign; an en dash where there is none.
 * @param {number | null | undefined} value @param {number} [digits] */
export function number(value, digits = 3) {
  if (value === null || value === undefined || Number.isNaN(value)) return EMPTY;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Whether there is a number.
 * @param {unknown} value @returns {value is number} */
export function finite(value) {
  return Number.isFinite(value);
}

/** A whole number with thin spaces between thousands.
 * @param {number} value */
export function count(value) {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** `1 sentence`, `2 sentences`.
 * @param {number} value @param {string} one @param {string} [many] */
export function plural(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** @param {number | null | undefined} value @param {number} [digits] */
export function percent(value, digits = 0) {
  return value === null || value === undefined || Number.isNaN(value)
    ? EMPTY
    : `${(100 * value).toFixed(digits)} %`;
}

/** An interval: `0.412 [0.380, 0.441]`.
 * @param {Estimate} estimate @param {number} [digits] */
export function interval({ value, low, high }, digits = 3) {
  const known = low !== undefined && low !== null && high !== undefined && high !== null;
  return (
    number(value, digits) + (known ? ` [${number(low, digits)}, ${number(high, digits)}]` : "")
  );
}

/** Seconds as `1 h 05 min`, `4 min`, `20 s`.
 * @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return EMPTY;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Entries of a field: one a line, or with commas between them.
 * @param {string} text */
export function lines(text) {
  return text
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);
}

/** A long name cut in the middle, where names differ least; whole characters only.
 * @param {unknown} text @param {number} [longest] */
export function shorten(text, longest = 24) {
  const letters = [...String(text)];
  if (letters.length <= longest) return String(text);
  const head = Math.ceil((longest - 1) / 2);
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (longest - 1 - head)).join("")}`;
}

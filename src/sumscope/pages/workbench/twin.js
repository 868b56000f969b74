// @ts-check
// What operations and rules of all tasks share: the twin of sumscope.workbench.operations.

export const LONGEST_ID = 64;
const LONGEST_TEXT = 4000;

// White space as Python's str.strip knows it.
const BLANK = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

/** An operation does not fit the state; nothing was changed. */
export class Refused extends Error {}

// Reading an operation.

/** Refuse keys that are missing or unknown.
 * @param {Op} op @param {string[]} required @param {string[]} [optional] */
export function keys(op, required, optional = []) {
  for (const key of required)
    if (!Object.hasOwn(op, key)) throw new Refused(`${op.do}: the key '${key}' is missing`);
  for (const key of Object.keys(op)) {
    if (key !== "do" && !required.includes(key) && !optional.includes(key))
      throw new Refused(`${op.do}: unknown key '${key}'`);
  }
}

/** @param {Op} op @param {string} key @returns {string} */
export function word(op, key) {
  if (typeof op[key] !== "string" || !op[key])
    throw new Refused(`${op.do}: ${key} must be a string that is not empty`);
  return op[key];
}

/** @param {Op} op @param {string} key @returns {string[]} */
export function words(op, key) {
  const value = op[key];
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
    throw new Refused(`${op.do}: ${key} must be a list of ids`);
  if (new Set(value).size < value.length)
    throw new Refused(`${op.do}: ${key} names something twice`);
  return value;
}

/** Characters as Python counts them: a surrogate pair is one.
 * @param {string} text */
export function size(text) {
  let pairs = 0;
  for (let at = 0; at + 1 < text.length; at += 1) {
    if (
      (text.charCodeAt(at) & 0xfc00) === 0xd800 &&
      (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    ) {
      pairs += 1;
      at += 1;
    }
  }
  return text.length - pairs;
}

/** @param {Op} op @returns {string | null} */
export function text(op) {
  const value = op.text;
  if (value === null || value === "") return null;
  if (typeof value !== "string") throw new Refused(`${op.do}: text must be a string or null`);
  if (size(value) > LONGEST_TEXT)
    throw new Refused(`${op.do}: text has more than ${LONGEST_TEXT} characters`);
  return value;
}

/** @param {Op} op @param {string} key @param {number} low @param {number} high @returns {number | null} */
export function whole(op, key, low, high) {
  const value = op[key];
  if (value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high) {
    throw new Refused(`${op.do}: ${key} must be a whole number from ${low} to ${high}, or null`);
  }
  return value;
}

/** @param {Brief} brief @param {string} item */
export function knownItem(brief, item) {
  if (!brief.documents.has(item)) throw new Refused(`unknown item '${item}'`);
  return item;
}

/** The place of a note on an item.
 * @param {Brief} brief @param {unknown} state @param {Op} op */
export function itemPlace(brief, state, op) {
  keys(op, ["item", "text"]);
  return knownItem(brief, word(op, "item"));
}

/** @param {Notes} notes @param {string[]} places @returns {Notes} */
export function withoutNotes(notes, places) {
  if (!places.some((place) => notes.has(place))) return notes;
  return new Map([...notes].filter(([place]) => !places.includes(place)));
}

// States are never changed, only replaced. Maps keep the order of insertion and take any id as key.

/** A map with this value at the end, or without the key where the value is null.
 * @template V @param {Map<string, V>} map @param {string} key @param {V | null} value */
export function set(map, key, value) {
  const made = new Map(map);
  made.delete(key);
  if (value !== null) made.set(key, value);
  return made;
}

/** @template V @param {Map<string, V>} map @returns {Record<string, V>} */
export const object = (map) => Object.fromEntries(map);

/** @template V @param {Record<string, V> | null | undefined} made @returns {Map<string, V>} */
export const map = (made) => new Map(Object.entries(made ?? {}));

// Rules.

/** Whether a label says something.
 * @param {string | null} label @returns {label is string} */
export const labelled = (label) => label !== null && !BLANK.test(label);

/** @param {string} rule @param {string} message @param {string | null} [item] @param {string | null} [cluster] @returns {Broken} */
export const broken = (rule, message, item = null, cluster = null) => ({
  rule,
  item,
  cluster,
  message,
});

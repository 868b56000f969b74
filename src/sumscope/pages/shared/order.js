// @ts-check
// Orders and ranks of many values, without a comparison function: the browser sorts plain numbers many times faster.

const collator = new Intl.Collator(undefined, { numeric: true });
/** @param {unknown} v */
const missing = (v) => v === null || v === undefined || v === "" || Number.isNaN(v);

/** Numbers without repetition, in ascending order.
 * @param {ArrayLike<number> | Iterable<number>} values */
function distinct(values) {
  const sorted = Float64Array.from(/** @type {Iterable<number>} */ (values)).sort();
  let kept = 0;
  for (let at = 0; at < sorted.length; at += 1)
    if (at === 0 || sorted[at] !== sorted[kept - 1]) {
      sorted[kept] = sorted[at];
      kept += 1;
    }
  return sorted.subarray(0, kept);
}

/** The place of a number in ascending numbers that contain it.
 * @param {ArrayLike<number>} sorted @param {number} value */
function placeOf(sorted, value) {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each value its group (equal values share one), and the number of groups; -1 for a missing value.
 * @param {unknown[]} values */
function grouped(values) {
  const known = values.filter((v) => !missing(v));
  const groups = new Int32Array(values.length).fill(-1);
  const numbers = known.filter((v) => typeof v === "number");
  if (numbers.length === known.length) {
    const sorted = distinct(/** @type {number[]} */ (numbers));
    values.forEach((v, at) => {
      if (typeof v === "number" && !missing(v)) groups[at] = placeOf(sorted, v);
    });
    return { groups, count: sorted.length };
  }
  const words = [...new Set(known.map(String))].sort(collator.compare);
  const group = new Map();
  let count = 0;
  words.forEach((word, at) => {
    if (at > 0 && collator.compare(words[at - 1], word) !== 0) count += 1;
    group.set(word, count);
  });
  values.forEach((v, at) => {
    if (!missing(v)) groups[at] = group.get(String(v));
  });
  return { groups, count: words.length ? count + 1 : 0 };
}

/** The places of values in order (numbers by size, else text by the reader's alphabet): ties as given, missing values last.
 * @param {unknown[]} values @param {boolean} [descending] */
export function order(values, descending = false) {
  const { groups, count } = grouped(values);
  /** @param {number} at */
  const slot = (at) => (groups[at] < 0 ? count : descending ? count - 1 - groups[at] : groups[at]);
  const starts = new Int32Array(count + 2);
  for (let at = 0; at < groups.length; at += 1) starts[slot(at) + 1] += 1;
  for (let at = 1; at < starts.length; at += 1) starts[at] += starts[at - 1];
  const made = new Int32Array(groups.length);
  for (let at = 0; at < groups.length; at += 1) {
    made[starts[slot(at)]] = at;
    starts[slot(at)] += 1;
  }
  return made;
}

/** Ranks of numbers from 0, ties in the middle.
 * @param {ArrayLike<number> & Iterable<number>} values */
export function ranks(values) {
  const sorted = distinct(values);
  const groups = Int32Array.from(values, (v) => placeOf(sorted, v));
  const sizes = new Int32Array(sorted.length);
  for (const group of groups) sizes[group] += 1;
  const middles = new Float64Array(sorted.length);
  let before = 0;
  sizes.forEach((size, at) => {
    middles[at] = before + (size - 1) / 2;
    before += size;
  });
  return Float64Array.from(groups, (group) => middles[group]);
}

/** Spearman's rho: the correlation of ranks, ties in the middle; NaN where one side does not vary.
 * @param {ArrayLike<number> & Iterable<number>} x @param {ArrayLike<number> & Iterable<number>} y */
export function rankCorrelation(x, y) {
  const [a, b, middle] = [ranks(x), ranks(y), (x.length - 1) / 2];
  let [both, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    both += (a[at] - middle) * (b[at] - middle);
    left += (a[at] - middle) ** 2;
    right += (b[at] - middle) ** 2;
  }
  return both / Math.sqrt(left * right);
}

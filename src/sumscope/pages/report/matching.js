// @ts-check
// Words that a text shares with references and source, as the page carries them, and how they are marked.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE = new Map([...DIGITS].map((digit, at) => [digit, at]));
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Runs of words, [{from, to, references, source}]: the longest sequences around them (0 to 4) that either side has too.
 * @param {string} [packed] */
export function unpack(packed = "") {
  const runs = [];
  let at = 0;
  for (let i = 0; i + 2 < packed.length; i += 3) {
    const [gap, length, kind] = [0, 1, 2].map((k) => VALUE.get(packed[i + k]) ?? 0);
    const from = at + gap;
    at = from + length;
    if (kind) runs.push({ from, to: at, references: Math.floor(kind / 5), source: kind % 5 });
  }
  return runs;
}

/** Spans of words that are part of a sequence of n words that a reference or the source has too.
 * @param {string} text @param {string | undefined} packed @param {number} n */
export function shared(text, packed, n) {
  /** @type {Span[]} */
  const made = [];
  for (const run of unpack(packed)) {
    const kind = [run.references >= n && "in-reference", run.source >= n && "in-source"]
      .filter(Boolean)
      .join(" ");
    if (kind) join(text, made, { from: run.from, to: run.to, kind });
  }
  return made;
}

/** Spans of words that are in no sequence of n words that the source has too.
 * @param {string} text @param {string | undefined} packed @param {number} n */
export function novel(text, packed, n) {
  const known = unpack(packed).filter((run) => run.source >= n);
  /** @type {Span[]} */
  const made = [];
  for (const found of text.matchAll(WORDS)) {
    const from = found.index ?? 0;
    const to = from + found[0].length;
    if (!known.some((run) => run.from < to && run.to > from))
      join(text, made, { from, to, kind: "novel" });
  }
  return made;
}

/** Add a span; one of the same kind with no other word between them goes on.
 * @param {string} text @param {Span[]} spans @param {Span} next */
function join(text, spans, next) {
  const last = spans.at(-1);
  if (last && last.kind === next.kind && !WORD.test(text.slice(last.to, next.from)))
    last.to = next.to;
  else spans.push(next);
}

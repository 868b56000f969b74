// @ts-check
// The words in which two texts differ: what is not in their longest common sequence.

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MOST = 1500;

/** For two lists of sentences, spans of words that the other does not have in this order: one list of spans per sentence.
 * @param {string[]} left @param {string[]} right */
export function difference(left, right) {
  const [a, b] = [words(left), words(right)];
  const kept = common(
    a.map((w) => w.key),
    b.map((w) => w.key),
  );
  return [spans(left, a, kept[0]), spans(right, b, kept[1])];
}

/** @param {string[]} sentences */
function words(sentences) {
  return sentences
    .flatMap((text, at) =>
      [...text.matchAll(WORD)].map((found) => ({
        at,
        from: found.index ?? 0,
        to: (found.index ?? 0) + found[0].length,
        key: found[0].toLowerCase(),
      })),
    )
    .slice(0, MOST);
}

/** @param {string[]} a @param {string[]} b */
function common(a, b) {
  const wide = b.length + 1;
  const best = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      best[i * wide + j] =
        a[i] === b[j]
          ? best[(i + 1) * wide + j + 1] + 1
          : Math.max(best[(i + 1) * wide + j], best[i * wide + j + 1]);
  }
  const [inA, inB] = [new Set(), new Set()];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      inA.add(i);
      inB.add(j);
      i += 1;
      j += 1;
    } else if (best[(i + 1) * wide + j] >= best[i * wide + j + 1]) i += 1;
    else j += 1;
  }
  return [inA, inB];
}

/** @param {string[]} sentences @param {ReturnType<typeof words>} list @param {Set<number>} kept */
function spans(sentences, list, kept) {
  /** @type {{ from: number, to: number, kind: string }[][]} */
  const made = sentences.map(() => []);
  list.forEach((word, at) => {
    if (kept.has(at)) return;
    const mine = made[word.at];
    const last = mine.at(-1);
    if (last && at > 0 && !kept.has(at - 1) && list[at - 1].at === word.at) last.to = word.to;
    else mine.push({ from: word.from, to: word.to, kind: "only" });
  });
  return made;
}

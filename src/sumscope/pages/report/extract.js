// @ts-check
// An extract in the making: sentences added and dropped, its score against the best that is possible.

import { h, replace } from "../shared/dom.js";
import { number, percent, plural } from "../shared/format.js";

/** The oracle problem of a topic as a page carries it; `ids` are the source sentences in order.
 * @param {Extracting} problem @param {string[]} ids */
export function extractProblem({ limit, total, best, proved, worth, sentences }, ids) {
  const held = new Map(ids.map((id) => [id, sentences[id] ?? [0]]));
  /** @param {Iterable<string>} chosen */
  const covered = (chosen) => {
    const counts = new Int32Array(worth.length);
    for (const id of chosen) {
      const row = held.get(id) ?? [];
      for (let at = 1; at < row.length; at += 2) counts[row[at]] += row[at + 1];
    }
    return counts;
  };
  /** @param {string} id */
  const wordsOf = (id) => held.get(id)?.[0] ?? 0;
  /** @param {Int32Array} counts */
  const value = (counts) =>
    worth.reduce((sum, steps, gram) => {
      for (let k = 0; k < Math.min(counts[gram], steps.length); k += 1) sum += steps[k];
      return sum;
    }, 0);
  return {
    limit,
    total,
    best,
    proved,
    ids,
    length: wordsOf,
    /** @param {Iterable<string>} chosen */
    words: (chosen) => [...chosen].reduce((sum, id) => sum + wordsOf(id), 0),
    /** @param {Iterable<string>} chosen */
    matches: (chosen) => value(covered(chosen)),
    /** What each sentence that is not chosen and still fits would add, in matches.
     * @param {Set<string>} chosen */
    gains(chosen) {
      const counts = covered(chosen);
      const left = limit - [...chosen].reduce((sum, id) => sum + wordsOf(id), 0);
      const made = new Map();
      for (const [id, row] of held) {
        if (chosen.has(id) || row[0] > left || row[0] === 0) continue;
        let gain = 0;
        for (let at = 1; at < row.length; at += 2) {
          const steps = worth[row[at]];
          for (
            let k = counts[row[at]];
            k < Math.min(counts[row[at]] + row[at + 1], steps.length);
            k += 1
          )
            gain += steps[k];
        }
        made.set(id, gain);
      }
      return made;
    },
  };
}

/** Numbers of sentences, as an address keeps them, to ids and back.
 * @param {string} text @param {string[]} ids */
export const fromAddress = (text, ids) =>
  new Set(
    String(text)
      .split(".")
      .map((n) => ids[Number(n)])
      .filter((id) => id !== undefined && id !== ""),
  );
/** @param {Set<string>} chosen @param {string[]} ids */
export const toAddress = (chosen, ids) =>
  chosen.size
    ? ids
        .map((id, at) => (chosen.has(id) ? at : null))
        .filter((at) => at !== null)
        .join(".")
    : "none";

/** The bar above the source: score, length, what to begin with. `source` is a sourceText whose sentences are buttons;
 *  toggle(id) adds or drops one. changed(chosen) is told of every change.
 * @param {{ problem: ReturnType<typeof extractProblem>, source: any, oracle: string[], chosen: Iterable<string>, changed(chosen: Set<string>): void }} options */
export function extractBar({ problem, source, oracle, chosen: first, changed }) {
  let chosen = new Set(first);
  const said = h("p", { class: "small", role: "status" });
  /** @param {Iterable<string>} next */
  const set = (next) => {
    chosen = new Set(next);
    draw();
    changed(chosen);
  };
  /** @param {number} share @param {string} label @param {string} words */
  const meter = (share, label, words) =>
    h(
      "div",
      { class: "extract-meter" },
      h("span", { class: "small" }, label),
      h(
        "span",
        { class: "track", "aria-hidden": "true" },
        h("span", {
          class: share > 1.0001 ? "filled over" : "filled",
          css: { width: `${Math.min(100, 100 * share)}%` },
        }),
      ),
      h("span", { class: "small figures" }, words),
    );
  const meters = h("div");
  const draw = () => {
    const [matches, words] = [problem.matches(chosen), problem.words(chosen)];
    const over = words > problem.limit;
    const top = problem.best / problem.total;
    replace(
      meters,
      meter(
        problem.best ? matches / problem.best : 0,
        "ROUGE-2 recall",
        `${number(matches / problem.total, 3)} of ${number(top, 3)} ${problem.proved ? "possible" : "found"}`,
      ),
      meter(words / problem.limit, "Words", `${words} of ${problem.limit}`),
    );
    replace(
      said,
      over
        ? `${words - problem.limit} words too many: drop a sentence.`
        : matches === problem.best
          ? `${plural(chosen.size, "sentence")}: ${problem.proved ? "the best possible extract" : "as good as the best one found"}.`
          : `${plural(chosen.size, "sentence")}, ${percent(problem.best ? matches / problem.best : 0)} of the best.`,
    );
    const gains = problem.gains(chosen);
    for (const id of problem.ids) {
      const item = source.sentence(id);
      const button = item?.querySelector(".sentence-button");
      if (!button) continue;
      const taken = chosen.has(id);
      const fits = gains.has(id);
      button.setAttribute("aria-pressed", String(taken));
      item.classList.toggle("taken", taken);
      item.classList.toggle("too-long", !taken && !fits);
      const gain =
        item.querySelector(".gain") ?? item.appendChild(h("span", { class: "gain small" }));
      replace(
        gain,
        taken
          ? ` in the extract, ${plural(problem.length(id), "word")}`
          : fits
            ? ` +${number(gains.get(id) / problem.total, 3)}, ${plural(problem.length(id), "word")}`
            : ` does not fit, ${plural(problem.length(id), "word")}`,
      );
    }
  };
  const step = () => {
    let best = null;
    for (const [id, gain] of problem.gains(chosen))
      if (gain > 0 && (best === null || gain / problem.length(id) > best[1]))
        best = [id, gain / problem.length(id)];
    if (best) set([...chosen, best[0]]);
  };
  /** @param {string} label @param {() => void} run */
  const button = (label, run) => h("button", { type: "button", on: { click: run } }, label);
  const element = h(
    "div",
    { class: "extract-bar panel" },
    h("p", { class: "small soft" }, "Choose sentences of the source. Each says what it would add."),
    meters,
    said,
    h(
      "div",
      { class: "row" },
      button("Best extract", () => set(oracle)),
      button("Add the most useful sentence", step),
      button("Clear", () => set([])),
    ),
  );
  draw();
  return {
    element,
    /** @param {string} id */
    toggle: (id) => set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]),
  };
}

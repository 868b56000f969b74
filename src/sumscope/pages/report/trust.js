// @ts-check
// Which measure to trust: measures by judgements, with intervals.

import { h, replace } from "../shared/dom.js";
import { interval, number, plural } from "../shared/format.js";
import { matrix } from "../shared/matrix.js";
import { files } from "./names.js";

/** @type {Record<string, string>} */
const NAMES = {
  kendall: "Kendall's tau",
  spearman: "Spearman's rho",
  pearson: "Pearson's r",
  somers: "Somers' D",
};

/** @param {Model} data */
export function trust(data) {
  const element = h("div", { class: "trust" });
  const measures = data.columns.filter((c) => c.kind === "measure");
  const humans = data.columns.filter((c) => c.kind === "judgement").map((c) => c.name);
  return {
    element,
    /** @param {StudyChoice} choice */
    update({ level, coefficient, judgement, against }) {
      if (!humans.length) return;
      /** @param {StudyColumn} c */
      const good = (c) => (c.better === "lower" ? -1 : 1);
      /** @param {StudyColumn} m @param {string} j */
      const found = (m, j) => data.correlation(m.name, j, level, coefficient);
      /** @param {string} name @param {string} j */
      const test = (name, j) =>
        against && name !== against ? data.against(name, against, j, level, coefficient) : null;
      const best = new Map(
        humans.map((j) => [
          j,
          Math.max(
            ...measures.map((m) => {
              const f = found(m, j);
              return f && f.value !== null && f.low !== null ? good(m) * f.value : -Infinity;
            }),
          ),
        ]),
      );
      // Measures without a value come last.
      /** @param {StudyColumn} m */
      const worth = (m) => {
        const value = found(m, judgement)?.value ?? null;
        return value === null ? -9 : good(m) * value;
      };
      const order = [...measures].sort((a, b) => worth(b) - worth(a));
      const made = matrix({
        caption: `${NAMES[coefficient]} over ${level === "system" ? "the means of systems" : "the summaries of a topic, averaged"}`,
        rows: order.map((m) => ({
          key: m.name,
          label: m.name + (m.better === "lower" ? " ↓" : ""),
          title: `${m.name}, ${m.better} is better${m.name === against ? ", the baseline measure" : ""}`,
          mark: m.name === against ? "baseline" : undefined,
        })),
        columns: [judgement, ...humans.filter((j) => j !== judgement)],
        scale: "signed",
        corner: "Measure",
        cell: (name, human) => {
          const m = data.named(name);
          const f = found(m, human);
          if (!f || f.value === null) return { value: NaN, reason: f?.reason || "not defined" };
          const tested = test(name, human);
          const words = `${name} and ${human}: ${interval(f, 2)}, n = ${f.n}`;
          return {
            value: f.value,
            low: f.low,
            high: f.high,
            bold: Math.abs(good(m) * f.value - (best.get(human) ?? 0)) < 1e-9,
            text: number(f.value, 2),
            sign: significant(tested) ? (tested.difference > 0 ? "▲" : "▼") : undefined,
            words: tested ? `${words}; ${verdict(tested, against)}` : words,
          };
        },
      });
      /** @param {string} name */
      const wide = (name) => {
        const f = found(data.named(name), judgement);
        return f && f.value !== null ? interval(f, 2) : "not defined";
      };
      const top = order[0];
      const overlap =
        top &&
        order
          .slice(1)
          .filter((m) => overlaps(found(top, judgement), found(m, judgement), good(top), good(m)))
          .length;
      replace(
        element,
        made,
        h(
          "div",
          { class: "trust-words" },
          against &&
            measures.length > 1 &&
            h(
              "p",
              { class: "small" },
              compared(
                order.map((m) => m.name).filter((n) => n !== against),
                (/** @type {string} */ name) => test(name, judgement),
                against,
                judgement,
                data.tested(level),
              ),
            ),
          h(
            "p",
            { class: "small soft" },
            `Framed: the highest of ${measures.length} measures for each judgement. Focus a cell for its 95% interval.`,
            top &&
              ` For ${judgement}: ${top.name} ${wide(top.name)}; the intervals of ${overlap} of the other ${measures.length - 1} measures overlap it.`,
            measures.some((m) => m.better === "lower") &&
              " ↓ lower is better: a good measure has a negative correlation.",
          ),
          files("tables", "correlation", ["csv", "json", "tex"]),
        ),
      );
    },
  };
}

/** @template {{ p: number | null }} T @param {T | null | undefined} test @returns {test is T & { p: number }} */
const significant = (test) => Boolean(test && test.p !== null && test.p < 0.05);

/** A test against the baseline in words.
 * @param {NonNullable<ReturnType<Model["against"]>>} test @param {string} baseline */
function verdict(test, baseline) {
  const about = `difference ${interval({ value: test.difference, low: test.low, high: test.high }, 2)}, corrected p ${number(test.p, 3)}`;
  if (test.p === null) return `no test against ${baseline}`;
  return significant(test)
    ? `significantly ${test.difference > 0 ? "better" : "worse"} than ${baseline} (${about})`
    : `not significantly different from ${baseline} (${about})`;
}

/** What the tests against the baseline say of the chosen judgement.
 * @param {string[]} names @param {(name: string) => ReturnType<Model["against"]> | null} test @param {string} baseline @param {string} judgement @param {boolean} tested */
function compared(names, test, baseline, judgement, tested) {
  if (!tested) return "The measures are not tested against each other at this level.";
  /** @param {number} sign */
  const found = (sign) =>
    names.filter((name) => {
      const one = test(name);
      return significant(one) && sign * one.difference > 0;
    });
  const [better, worse] = [found(1), found(-1)];
  const said = [
    better.length && `better: ${better.join(", ")}`,
    worse.length && `worse: ${worse.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
  return (
    `Against ${baseline} for ${judgement}, significantly ${said || `better or worse: none of ${plural(names.length, "other measure")}`} ` +
    `(permutation tests at 5%, Holm-corrected over ${plural(names.length, "measure")}; ▲ better, ▼ worse in the table).`
  );
}

/** @param {ReturnType<Model["correlation"]>} a @param {ReturnType<Model["correlation"]>} b @param {number} turnA @param {number} turnB */
function overlaps(a, b, turnA, turnB) {
  /** @param {ReturnType<Model["correlation"]>} f @param {number} turn */
  const ends = (f, turn) => {
    if (!f || f.low === null || f.high === null) return null;
    return turn < 0 ? [-f.high, -f.low] : [f.low, f.high];
  };
  const [x, y] = [ends(a, turnA), ends(b, turnB)];
  return !x || !y || (y[1] >= x[0] && x[1] >= y[0]);
}

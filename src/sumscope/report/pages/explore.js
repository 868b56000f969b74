// Explorers: what one measure says of systems and summaries, from several sides.

import { h, replace } from "../front/dom.js";
import { number, plural, shorten } from "../front/format.js";
import { scatter } from "../front/scatter.js";
import { boxes } from "../front/boxes.js";
import { intervalPlot } from "../front/interval-plot.js";
import { table } from "../front/table.js";
import { nameOf } from "./board.js";

const DOTS = 1500;
const WORST = 20;

export function explorers(data, open) {
  const parts = [];
  if (data.columns.some((c) => c.kind === "judgement")) parts.push(againstPeople(data, open));
  if (data.systems.length > 1) parts.push(againstBaseline(data, open));
  parts.push(spread(data), lengths(data, open));
  if (data.topics.length > 1) parts.push(hardest(data, open));
  parts.push(lowest(data, open));
  return { element: h("div", { class: "explore" }, parts.map((p) => p.element)), update: (choice) => parts.forEach((p) => p.update(choice)) };
}

/** Every summary with its place; at most `DOTS`, evenly spread. */
function summaries(data, x, y) {
  const found = [];
  for (const system of data.systems) {
    for (let topic = 0; topic < data.topics.length; topic += 1) {
      const [a, b] = [x(system.id, topic), y(system.id, topic)];
      if (a !== null && a !== undefined && b !== null && b !== undefined) found.push({ x: a, y: b, system: system.id, topic: data.topics[topic], kind: system.human ? 1 : 0, name: `${shorten(data.topics[topic], 24)}, ${shorten(system.id, 24)}` });
    }
  }
  const rho = rankCorrelation(found.map((p) => p.x), found.map((p) => p.y));
  const said = Number.isFinite(rho) ? `Spearman's rho ${number(rho, 2)} over ${plural(found.length, "summary", "summaries")} of all topics.` : null;
  if (found.length <= DOTS) return { points: found, note: said };
  const points = Array.from({ length: DOTS }, (_, i) => found[Math.round((i * (found.length - 1)) / (DOTS - 1))]);
  return { points, note: [said, `${DOTS} of them are drawn, evenly spread.`].filter(Boolean).join(" ") };
}

/** Spearman's rho: the correlation of ranks, ties in the middle; NaN where one side does not vary. */
export function rankCorrelation(x, y) {
  const ranks = (values) => {
    const order = Float64Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
    const made = new Float64Array(values.length);
    for (let from = 0; from < order.length;) {
      let to = from + 1;
      while (to < order.length && values[order[to]] === values[order[from]]) to += 1;
      for (let at = from; at < to; at += 1) made[order[at]] = (from + to - 1) / 2;
      from = to;
    }
    return made;
  };
  const [a, b, middle] = [ranks(x), ranks(y), (x.length - 1) / 2];
  let [both, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    both += (a[at] - middle) * (b[at] - middle);
    left += (a[at] - middle) ** 2;
    right += (b[at] - middle) ** 2;
  }
  return both / Math.sqrt(left * right);
}

/** A list of summaries that leads to them. */
function listed(data, points, label, open) {
  return table({
    caption: label, rows: points.slice(0, 200), copy: false, filter: points.length > 12, height: "18rem",
    columns: [
      { key: "topic", label: "Topic", kind: "text", render: (p) => h("button", { class: "link", type: "button", on: { click: () => open(p.topic, p.system) } }, nameOf(p.topic, 32)) },
      { key: "system", label: "System", kind: "text", render: (p) => nameOf(p.system) },
      { key: "x", label: "across", kind: "number" }, { key: "y", label: "up", kind: "number" },
    ],
  });
}

function againstPeople(data, open) {
  const [space, below] = [h("div"), h("div", { "aria-live": "polite" })];
  const what = h("select", { "aria-label": "A dot is", on: { change: () => draw(last) } }, h("option", { value: "summary" }, "a summary"), h("option", { value: "system" }, "a system"));
  let last = {};
  const draw = (choice) => {
    last = choice;
    const { measure, judgement } = choice;
    replace(below);
    if (what.value === "system") {
      const points = data.systems.map((s) => ({ x: data.cell(measure, s.id).value, y: data.cell(judgement, s.id).value, name: shorten(s.id, 24), kind: s.human ? 1 : 0 }));
      replace(space, scatter({ caption: `${judgement} against ${measure}, means of systems`, points, x: measure, y: judgement, names: true, note: people(data) }));
      return;
    }
    const { points, note } = summaries(data, (s, t) => data.value(measure, s, t), (s, t) => data.value(judgement, s, t));
    replace(space, scatter({
      caption: `${judgement} against ${measure}, every summary`, points, x: measure, y: judgement, onOpen: (p) => open(p.topic, p.system),
      onBrush: (chosen) => replace(below, chosen && listed(data, chosen, `${plural(chosen.length, "summary", "summaries")} in the region`, open)),
      note: [note, people(data), "Drag a region to list its summaries."].filter(Boolean).join(" "),
    }));
  };
  return { element: h("section", { class: "card" }, h("h3", {}, "Measure against judgement"), h("label", { class: "small" }, "A dot is", what), space, below), update: draw };
}

const people = (data) => (data.systems.some((s) => s.human) ? "Orange: people." : null);

function againstBaseline(data) {
  const space = h("div");
  return {
    element: h("section", { class: "card" }, h("h3", {}, "Everyone against the baseline"), space),
    update({ measure, baseline }) {
      const at = data.column.get(measure);
      const base = data.values(measure, baseline);
      const rows = data.systems.filter((s) => s.id !== baseline).map((s) => {
        const gaps = data.values(measure, s.id).map((v, i) => (v === null || base[i] === null ? NaN : v - base[i])).filter(Number.isFinite);
        const mean = gaps.reduce((a, b) => a + b, 0) / gaps.length;
        const error = Math.sqrt(gaps.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, gaps.length - 1) / Math.max(1, gaps.length));
        const test = data.duel(measure, s.id, baseline);
        return { name: s.id, value: mean, low: gaps.length > 1 ? mean - 1.96 * error : undefined, high: gaps.length > 1 ? mean + 1.96 * error : undefined, kind: s.human ? 1 : 0, test, won: gaps.filter((g) => g > 0).length + gaps.filter((g) => g === 0).length / 2, n: gaps.length };
      });
      const plot = intervalPlot({ caption: `Difference in ${measure} from ${shorten(baseline, 30)}`, rows, label: `mean difference over common topics (95% normal interval)`, reference: 0, digits: data.digits[at] });
      const list = table({
        caption: `Tests against ${shorten(baseline, 30)}`, rows, filter: false, sort: { key: "value", descending: data.columns[at].better === "higher" },
        columns: [
          { key: "name", label: "System", kind: "text", render: (r) => nameOf(r.name) },
          { key: "value", label: "difference", kind: "number", digits: data.digits[at] },
          { key: "p", label: "corrected p", title: "Paired approximate randomization, Holm-corrected over all pairs of peers", kind: "number", digits: 3, value: (r) => r.test?.corrected ?? null },
          { key: "share", label: "topics won", kind: "number", digits: 0, value: (r) => (r.n ? Math.round((100 * r.won) / r.n) : null), render: (r) => h("span", {}, r.n ? `${number((100 * r.won) / r.n, 0)} %` : "–") },
        ],
      });
      replace(space, plot, list);
    },
  };
}

function spread(data) {
  const space = h("div");
  return {
    element: h("section", { class: "card" }, h("h3", {}, "Spread over the topics"), space),
    update({ measure }) {
      const rows = data.systems.map((s) => ({ name: s.id, values: data.values(measure, s.id).filter((v) => v !== null && v !== undefined), kind: s.human ? 1 : 0 }));
      replace(space, boxes({ caption: `Distribution of ${measure} over topics`, rows, label: measure, digits: data.digits[data.column.get(measure)], note: "Boxes: middle half; line: median; whiskers: last score within 1.5 times the box; dots: scores beyond." }));
    },
  };
}

function lengths(data, open) {
  const space = h("div");
  return {
    element: h("section", { class: "card" }, h("h3", {}, "Length against score"), space),
    update({ measure }) {
      const { points, note } = summaries(data, (s, t) => data.length(s, t), (s, t) => data.value(measure, s, t));
      replace(space, scatter({ caption: `${measure} against the length of summaries`, points, x: "words", y: measure, onOpen: (p) => open(p.topic, p.system), note: [note, people(data)].filter(Boolean).join(" ") || null }));
    },
  };
}

/** Topics by the mean over the systems, the worst first. */
function hardest(data, open) {
  const space = h("div");
  return {
    element: h("section", { class: "card" }, h("h3", {}, "Hardest topics"), space),
    update({ measure }) {
      const at = data.column.get(measure);
      const up = data.columns[at].better === "higher";
      const systems = data.systems.some((s) => !s.human) ? data.systems.filter((s) => !s.human) : data.systems;
      const rows = data.topics.map((topic, index) => {
        const scored = systems.map((s) => ({ system: s.id, value: data.value(measure, s.id, index) })).filter((one) => one.value !== null && one.value !== undefined);
        scored.sort((a, b) => (up ? b.value - a.value : a.value - b.value));
        return { topic, mean: scored.reduce((sum, one) => sum + one.value, 0) / scored.length, best: scored[0]?.system, top: scored[0]?.value };
      }).filter((row) => Number.isFinite(row.mean)).sort((a, b) => (up ? a.mean - b.mean : b.mean - a.mean));
      const shown = rows.slice(0, WORST);
      replace(space, table({
        caption: `The ${shown.length} hardest of ${plural(rows.length, "topic")} by ${measure}`, rows: shown, filter: false, copy: false,
        columns: [
          { key: "topic", label: "Topic", kind: "text", render: (r) => h("button", { class: "link", type: "button", on: { click: () => open(r.topic, r.best) } }, nameOf(r.topic, 32)) },
          { key: "mean", label: "mean of systems", kind: "number", digits: data.digits[at], better: data.columns[at].better },
          { key: "best", label: "best there", kind: "text", render: (r) => nameOf(r.best, 24) },
          { key: "top", label: "with", kind: "number", digits: data.digits[at], better: data.columns[at].better },
        ],
      }));
    },
  };
}

function lowest(data, open) {
  const space = h("div");
  const which = h("select", { "aria-label": "System", on: { change: () => draw(last) } }, h("option", { value: "" }, "all systems"), data.systems.map((s) => h("option", { value: s.id }, shorten(s.id, 32))));
  let last = {};
  const draw = (choice) => {
    last = choice;
    const { measure } = choice;
    const at = data.column.get(measure);
    const up = data.columns[at].better === "higher";
    const rows = [];
    for (const s of data.systems) {
      if (which.value ? s.id !== which.value : s.human) continue;
      data.values(measure, s.id).forEach((value, topic) => { if (value !== null && value !== undefined) rows.push({ topic: data.topics[topic], system: s.id, value, words: data.length(s.id, topic) }); });
    }
    rows.sort((a, b) => (up ? a.value - b.value : b.value - a.value));
    const shown = rows.slice(0, WORST);
    replace(space, table({
      caption: `The ${shown.length} worst of ${plural(rows.length, "summary", "summaries")} by ${measure}`, rows: shown, filter: false, copy: false,
      columns: [
        { key: "topic", label: "Topic", kind: "text", render: (r) => h("button", { class: "link", type: "button", on: { click: () => open(r.topic, r.system) } }, nameOf(r.topic, 32)) },
        { key: "system", label: "System", kind: "text", render: (r) => nameOf(r.system) },
        { key: "value", label: shorten(measure, 24), kind: "number", digits: data.digits[at], better: data.columns[at].better },
        { key: "words", label: "words", kind: "number", digits: 0 },
      ],
    }));
  };
  return { element: h("section", { class: "card" }, h("h3", {}, "Worst summaries"), h("label", { class: "small" }, "Of", which), space), update: draw };
}

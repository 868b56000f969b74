// Every shared component with ordinary, empty, huge, hostile and right-to-left data.

import { h, pageData, put } from "../src/sumscope/pages/shared/dom.js";
import { table } from "../src/sumscope/pages/shared/table.js";
import { intervalPlot } from "../src/sumscope/pages/shared/interval-plot.js";
import { scatter } from "../src/sumscope/pages/shared/scatter.js";
import { matrix } from "../src/sumscope/pages/shared/matrix.js";
import { lines } from "../src/sumscope/pages/shared/lines.js";
import { boxes } from "../src/sumscope/pages/shared/boxes.js";
import { distribution } from "../src/sumscope/pages/shared/distribution.js";
import { heatMap } from "../src/sumscope/pages/shared/heat-map.js";
import { graphView } from "../src/sumscope/pages/shared/graph-view.js";
import { picker } from "../src/sumscope/pages/shared/picker.js";
import { openDialog, confirmDialog, askText } from "../src/sumscope/pages/shared/dialog.js";
import { toaster } from "../src/sumscope/pages/shared/toast.js";
import { savedMark } from "../src/sumscope/pages/shared/saved-mark.js";
import { keyHelp } from "../src/sumscope/pages/shared/key-help.js";
import { reader, sourceText, summaryText } from "../src/sumscope/pages/shared/reader.js";
import { timeline } from "../src/sumscope/pages/shared/timeline.js";

/** @type {string} */
const HOSTILE = pageData("data-hostile");
const ARABIC = "نظام التلخيص";
const HEBREW = "המשפט הראשון של המסמך";
const CHINESE = "摘要系统";

function draws(seed) {
  let now = seed;
  return () => {
    now = (now * 1664525 + 1013904223) % 4294967296;
    return now / 4294967296;
  };
}

const names = {
  ordinary: ["lexrank", "lead", "oracle", "random", "human-1"],
  empty: [],
  huge: Array.from(
    { length: 1000 },
    (_, at) => `system-with-a-rather-long-identifier-${at}-of-the-second-run`,
  ),
  hostile: [HOSTILE, "a|b & c_d % e # {f}", "=1+1", "x".repeat(400), "\u0000\u0007 control"],
  "right-to-left": [ARABIC, HEBREW, CHINESE, `${ARABIC} 2`, "abc"],
};

function values(kind) {
  const next = draws(7);
  return names[kind].map((name, at) => {
    const value = 0.2 + 0.5 * next();
    const wide = 0.02 + 0.05 * next();
    return { name, value, low: value - wide, high: value + wide, at };
  });
}

const KINDS = Object.keys(names);
const ROWS = 20000;
const made = {
  table(kind) {
    const rows = values(kind).map((v, at) => ({
      system: v.name,
      rouge: { ...v, bold: v.value > 0.6 },
      words: 40 + at,
      human:
        at % 4 === 3
          ? { value: null, muted: true, reason: "No judgement for this system" }
          : { value: 1 + 4 * v.value, low: 1 + 4 * v.low, high: 1 + 4 * v.high },
    }));
    return table({
      caption: `Systems, ${kind} data`,
      rows,
      sort: { key: "rouge", descending: true },
      height: "22rem",
      columns: [
        { key: "system", label: "System" },
        { key: "rouge", label: "ROUGE-2", kind: "number" },
        { key: "human", label: "Responsiveness", kind: "number", digits: 2 },
        { key: "words", label: "Words", kind: "number", digits: 0, better: "lower" },
      ],
      rule: { test: (row) => row.system.startsWith("human"), label: "People" },
    });
  },
  rowWindow(kind) {
    // Only the huge kind has more rows than are drawn at once.
    const count = kind === "huge" ? ROWS : names[kind].length;
    const rows = Array.from({ length: count }, (_, at) => ({
      summary: `summary ${at + 1} of ${names[kind][at % names[kind].length]}`,
      value: ((at * 7919) % count) / count,
    }));
    return table({
      caption: `Summaries, ${kind} data`,
      rows,
      height: "22rem",
      columns: [
        { key: "summary", label: "Summary" },
        { key: "value", label: "Value", kind: "number", digits: 5 },
      ],
      onOpen: () => {},
    });
  },
  intervalPlot: (kind) =>
    intervalPlot({
      caption: `ROUGE-2, ${kind} data`,
      label: "ROUGE-2",
      rows: values(kind).slice(0, 60),
      reference: 0.4,
    }),
  scatter: (kind) =>
    scatter({
      caption: `Measure and judgement, ${kind} data`,
      x: "ROUGE-2",
      y: "Responsiveness",
      names: kind !== "huge",
      onBrush: () => {},
      points: values(kind).map((v) => ({
        name: v.name,
        x: v.value,
        y: 5 * v.high,
        kind: v.at % 8,
      })),
    }),
  matrix(kind) {
    const list = values(kind).slice(0, 12);
    const at = new Map(list.map((v) => [v.name, v.value]));
    return matrix({
      caption: `Correlations, ${kind} data`,
      rows: list.map((v, n) => ({
        key: v.name,
        label: v.name,
        mark: n === 0 ? "baseline" : undefined,
      })),
      columns: list.map((v) => v.name),
      scale: "signed",
      cell: (a, b) =>
        a === b && list.length > 3
          ? null
          : {
              value: Math.cos(20 * (at.get(a) + at.get(b))),
              low: -0.1,
              high: 0.4,
              sign: Math.cos(20 * (at.get(a) + at.get(b))) > 0.8 ? "▲" : undefined,
            },
    });
  },
  lines: (kind) =>
    lines({
      caption: `Growth, ${kind} data`,
      x: "Sentences",
      y: "Share",
      series: names[kind].slice(0, 4).map((name, k) => ({
        name: [...name].slice(0, 18).join(""),
        points: Array.from({ length: kind === "huge" ? 400 : 12 }, (_, i) => ({
          x: i,
          y: i === 5 ? NaN : Math.log(2 + i) / (2 + k),
          low: Math.log(2 + i) / (2 + k) - 0.05,
          high: Math.log(2 + i) / (2 + k) + 0.05,
        })),
      })),
    }),
  boxes: (kind) =>
    boxes({
      caption: `Scores over topics, ${kind} data`,
      label: "rouge-2",
      rows: names[kind].slice(0, 30).map((name, k) => ({
        name,
        values: Array.from({ length: 40 }, (_, i) => Math.abs(Math.sin(k + i * 1.7)) / (1 + k / 9)),
        kind: k % 2,
      })),
    }),
  distribution: (kind) =>
    distribution({
      caption: `Ratings, ${kind} data`,
      groups: names[kind].slice(0, 6).map((name, k) => ({
        name,
        counts: { 1: k, 2: 3, 3: 8 - k, 4: kind === "huge" ? 9000 : 4, 5: 1 },
      })),
      values: [1, 2, 3, 4, 5].map((v) => ({ value: v, label: `${v}` })),
    }),
  heatMap(kind) {
    const list = names[kind].slice(0, 120);
    return heatMap({
      caption: `Put together, ${kind} data`,
      size: list.length,
      value: (a, b) => (a === b ? NaN : Math.abs(Math.sin(a * b))),
      words: (a, b) => `${list[a]} with ${list[b]}`,
    });
  },
  graphView(kind) {
    const next = draws(3);
    const nodes = names[kind]
      .slice(0, 120)
      .map((name, at) => ({ id: String(at), label: name, x: next(), y: next() }));
    const edges = nodes
      .slice(1)
      .map((node, at) => ({ from: node.id, to: String(Math.floor(next() * at)), weight: next() }));
    const level = (k) => ({
      label: `${k} groups`,
      groups: Object.fromEntries(
        nodes.map((n, at) => [n.id, at % 7 === 0 ? [at % k, (at + 1) % k] : [at % k]]),
      ),
    });
    return graphView({
      caption: `Sentence graph, ${kind} data`,
      nodes,
      edges,
      levels: [level(1), level(2), level(4)],
      level: 1,
    });
  },
  picker: (kind) =>
    picker({
      address: false,
      fields: [
        { name: "measure", label: "Measure", options: names[kind].slice(0, 50) },
        { name: "systems", label: "Systems", many: true, options: names[kind].slice(0, 20) },
      ],
    }),
  reader(kind) {
    const sentences = names[kind].slice(0, 40).map((name, at) => ({
      id: `s${at}`,
      text: `${name} ${at}`,
      kind: at % 8,
      spans: [{ from: 0, to: 4 }],
    }));
    const source = sourceText({
      label: `Source, ${kind} data`,
      documents: [
        {
          id: `doc-${kind}`,
          title: names[kind][0] ?? "An empty document",
          date: "2026-03-04",
          sentences,
        },
      ],
    });
    return reader({
      label: `Reader, ${kind} data`,
      source,
      panes: [
        { title: `Summary, ${kind} data`, body: summaryText({ sentences: sentences.slice(0, 3) }) },
      ],
    });
  },
  timeline: (kind) =>
    timeline({
      label: `Log, ${kind} data`,
      entries: names[kind].map((name, at) => ({
        at: Date.UTC(2026, 2, 4, 9) + at * 40000 + (at > 2 ? 900000 : 0),
        words: `put into ${name}`,
      })),
      limit: 30,
    }),
};

function states() {
  const say = toaster();
  const marks = [
    "loading",
    "saved",
    "saving",
    "unsaved",
    "offline",
    "conflict",
    "failed",
    "submitted",
    "local",
  ].map((status) => {
    const mark = savedMark();
    mark.set(status, { pending: 3 });
    return mark;
  });
  const groups = [
    {
      title: "Move",
      keys: [
        { keys: ["j", "ArrowDown"], words: "next sentence" },
        { keys: ["Mod+z"], words: "undo" },
      ],
    },
  ];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "States and dialogs"),
    h("div", { class: "row" }, marks),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { on: { click: () => openDialog({ title: "A dialog", body: h("p", {}, HOSTILE) }) } },
        "Dialog",
      ),
      h(
        "button",
        {
          on: {
            click: () =>
              confirmDialog({
                title: "Drop the cluster?",
                body: h("p", {}, "Its sentences become unsorted."),
                yes: "Drop",
                danger: true,
              }),
          },
        },
        "Question",
      ),
      h(
        "button",
        { on: { click: () => askText({ title: "Label", label: "One sentence", value: ARABIC }) } },
        "Text",
      ),
      h(
        "button",
        { on: { click: () => say(`Moved: ${HOSTILE}`, { action: () => {} }) } },
        "Message",
      ),
      h("button", { on: { click: () => keyHelp(groups) } }, "Keys"),
    ),
  );
}

/** Show the components; `only` limits the kinds of data. */
export function gallery(root) {
  const wanted = new URLSearchParams(location.search).get("data");
  const kinds = wanted ? KINDS.filter((k) => k === wanted) : KINDS;
  put(root, states());
  for (const [name, make] of Object.entries(made)) {
    put(
      root,
      h(
        "section",
        { class: "gallery" },
        h("h2", {}, name),
        kinds.map((kind) =>
          h(
            "div",
            {
              class: "example",
              data: { kind, name },
              dir: kind === "right-to-left" ? "rtl" : "ltr",
            },
            h("p", { class: "soft small" }, kind),
            make(kind),
          ),
        ),
      ),
    );
  }
}

gallery(document.querySelector("main"));

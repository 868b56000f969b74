// The report: findings, one leaderboard, measures against judgements, explorers, and sections that open.

import { h, put, replace } from "../front/dom.js";
import { shorten } from "../front/format.js";
import { drawInView, settle } from "../front/in-view.js";
import { intervalPlot } from "../front/interval-plot.js";
import { picker, readAddress, writeAddress } from "../front/picker.js";
import { saveButton } from "../front/save-svg.js";
import { dispatcher, keyHelp } from "../front/key-help.js";
import { prose } from "./words.js";
import { blocksOf } from "./blocks.js";
import { model } from "./model.js";
import { board } from "./board.js";
import { trust } from "./trust.js";
import { explorers } from "./explore.js";
import { everySummary, contests } from "./summaries.js";
import { openReading } from "./reading.js";
import { contents, highlight } from "./contents.js";

const LEVELS = [{ value: "system", label: "systems" }, { value: "summary", label: "summaries" }];
const STATISTICS = [
  { value: "kendall", label: "Kendall's tau" }, { value: "spearman", label: "Spearman's rho" },
  { value: "pearson", label: "Pearson's r" }, { value: "somers", label: "Somers' D" },
];

const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const study = read("data-study");
const data = model(study.overview, () => read("data-texts"));
const main = document.getElementById("main");
const followers = [];
let choice = {};

/** A part follows the choices named by its keys (all of them without). when: "first", drawn at once with the page; "always", whatever is in view. */
function follow(part, { keys = part.keys, when = "seen" } = {}) {
  const one = { part, keys, when, drawn: null };
  followers.push(one);
  return one;
}

/** What is in view follows a choice at once, the rest when it comes into view or there is time. */
function refresh(one, now = false) {
  const wanted = JSON.stringify(one.keys ? one.keys.map((key) => choice[key]) : choice);
  if (one.drawn === wanted) return;
  one.drawn = wanted;
  drawInView(one.part.element, () => one.part.update(choice), { now: now || one.when === "always" });
}

function update(next) {
  choice = next;
  for (const one of followers) refresh(one);
}

/** The element of a part that is drawn with the page. */
const first = (part, keys) => follow(part, { keys, when: "first" }).part.element;

function findings() {
  const list = h("ul", { class: "findings", "aria-label": "Findings" });
  const said = study.overview?.said;
  const draw = ({ measure, judgement }) => {
    const lines = said ? [said.best[measure], said.follow[judgement], ...said.rest] : study.findings;
    // Three sentences are the finding; what else was found stands below them, smaller.
    replace(list, lines.filter(Boolean).map((line, at) => h("li", { class: at > 2 ? "further" : undefined }, prose(line))));
  };
  draw({});
  return { element: list, update: draw };
}

function choices() {
  const names = (kind) => data.columns.filter((c) => c.kind === kind).map((c) => ({ value: c.name, label: shorten(c.name, 40) }));
  const fields = [{ name: "measure", label: "Measure", options: names("measure"), value: study.overview.choice.measure }];
  if (names("judgement").length) {
    fields.push({ name: "judgement", label: "Judgement", options: names("judgement"), value: study.overview.choice.judgement });
    fields.push({ name: "level", label: "Correlation over", options: LEVELS, value: "system" });
    fields.push({ name: "coefficient", label: "Coefficient", options: STATISTICS, value: "kendall" });
    if (names("measure").length > 1) fields.push({ name: "against", label: "Baseline measure", options: names("measure"), value: study.overview.choice.measure });
  }
  if (data.systems.length > 1) {
    const people = (s) => (s.human ? "People" : "Systems");
    fields.push({ name: "baseline", label: "Baseline system", options: data.systems.map((s) => ({ value: s.id, label: shorten(s.id, 32), group: people(s) })) });
  }
  return picker({ fields, onChange: update, label: "Choose measure, judgement and baseline; every part follows" });
}

const CUSTOM = { pairs: contests, readings: everySummary, changes };

/** Differences from the earlier study by the chosen measure. */
function changes() {
  const block = study.sections.find((s) => s.name === "changes").blocks.find((b) => b.name === "changes");
  const element = h("div");
  return {
    element,
    update({ measure }) {
      if (!block) return;
      const rows = block.rows.filter((row) => row[1] === measure && row[4] !== null).map((row) => ({ name: row[0], value: row[4], low: row[5] ?? undefined, high: row[6] ?? undefined }));
      replace(element, rows.length > 0 && intervalPlot({ caption: `Differences in ${measure}, now less before`, rows, label: "difference over the topics of both studies (95% interval)", reference: 0, digits: 4 }));
    },
  };
}

/** What differs from the earlier study: the differences by the chosen measure, then numbers and reasons. */
function comparison({ title, blocks }) {
  return h("section", { class: "part", id: "section-changes" }, h("h2", {}, title), data.systems.length > 0 && first(changes(), ["measure"]), h("div", { class: "notes" }, blocksOf(blocks, data, open)));
}

function section({ name, title, blocks }) {
  const inside = h("div", { class: "inside" });
  const box = h("details", { id: `section-${name}`, data: { name } }, h("summary", {}, h("h2", {}, title)), inside);
  let made = false;
  const fill = () => {
    if (made) return;
    made = true;
    put(inside, blocksOf(blocks, data, open));
    if (data.systems.length && CUSTOM[name]) {
      const one = follow(CUSTOM[name](data, open), { keys: ["measure"] });
      put(inside, one.part.element);
      refresh(one, true);
    }
  };
  box.addEventListener("toggle", () => {
    if (box.open) {
      fill();
      settle(box);
    }
    if (box.open || readAddress().section === name) writeAddress({ section: box.open ? name : null });
  });
  // On paper everything is there; the table of every summary only where it is not a book.
  addEventListener("beforeprint", () => {
    if (name === "readings" && data.topics.length * data.systems.length > 1000) return;
    fill();
    for (const one of [box, ...box.querySelectorAll("details")]) one.open = true;
  });
  return h("section", { class: "part" }, box);
}

function open(topic, system, other, extract) {
  openReading(data, topic, { system, with: other, extract });
}

function start() {
  const parts = [h("section", { class: "part first", "aria-label": "Findings" }, follow(findings(), { keys: ["measure", "judgement"], when: "always" }).part.element)];
  const compared = study.sections.find((s) => s.name === "changes" && s.blocks.some((b) => b.kind === "table"));
  const rest = study.sections.filter((s) => !["leaderboard", "judgements", "distributions"].includes(s.name) && s !== compared);
  const notes = (name) => blocksOf(study.sections.find((s) => s.name === name)?.blocks ?? [], data, open);
  if (data.systems.length) {
    const form = choices();
    choice = form.choices();
    parts.push(h("div", { class: "choices no-print" }, form, contents(places)));
    parts.push(h("div", { class: "two" },
      h("section", { class: "part" }, h("h2", {}, "Leaderboard"), first(board(data, open), ["measure", "judgement"]), h("div", { class: "notes" }, notes("leaderboard"))),
      h("section", { class: "part" }, h("h2", {}, "Which measure to trust"), first(trust(data), ["level", "coefficient", "judgement", "against"]), h("div", { class: "notes" }, notes("judgements")))));
    if (compared) parts.push(comparison(compared));
    const views = explorers(data, open);
    for (const part of views.parts) follow(part);
    for (const card of views.element.querySelectorAll(".card")) put(card, saveButton(card));
    parts.push(h("section", { class: "part" }, h("h2", {}, "Explore"), views.element));
  } else {
    parts.push(h("div", { class: "choices no-print" }, contents(places)));
    parts.push(h("div", { class: "notes" }, notes("leaderboard")));
    if (compared) parts.push(comparison(compared));
  }
  parts.push(h("div", { class: "sections" }, rest.map(section)));
  const keys = [{ title: "Report", keys: [
    { keys: ["/"], words: "Go to the filter of the leaderboard", run: () => document.querySelector(".table-tools input")?.focus() },
    { keys: ["?"], words: "Show these keys", run: () => { keyHelp(keys); } },
    { keys: ["o"], words: "Open or close all sections", run: () => toggleAll() },
  ] }, { title: "Everywhere", keys: [
    { keys: ["Tab"], words: "Next part" }, { keys: ["ArrowUp", "ArrowDown"], words: "Move inside a chart or a matrix" }, { keys: ["Enter"], words: "Open what has the focus" }, { keys: ["Escape"], words: "Close" },
  ] }];
  document.addEventListener("keydown", dispatcher(keys, { enabled: () => !document.querySelector("dialog[open]") }));
  parts.push(h("p", { class: "soft small no-print" }, "Press ", h("kbd", {}, "?"), " for keys."));
  replace(main, parts);
  highlight(main);
  for (const one of followers) refresh(one, one.when !== "seen");
  const address = readAddress();
  const wanted = address.section && document.getElementById(`section-${address.section}`);
  if (wanted) {
    // What stands above it has its height before the way to it is measured.
    settle();
    if ("open" in wanted) wanted.open = true;
    wanted.scrollIntoView();
  }
  if (address.topic) openReading(data, address.topic, address);
}

/** The parts of the page by their titles; sections are elements that open. */
function places() {
  return [...main.querySelectorAll("section.part > h2, .sections > .part > details")].map((one) => (one.tagName === "H2" ? { title: one.textContent, element: one.parentElement } : { title: one.querySelector("h2").textContent, element: one }));
}

function toggleAll() {
  const all = [...document.querySelectorAll(".sections details")];
  const next = !all.every((one) => one.open);
  for (const one of all) one.open = next;
}

start();

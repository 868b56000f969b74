// @ts-check
// The report: findings, one leaderboard, measures against judgements, explorers, and sections that open.

import { h, pageData, pageElement, put, replace, within } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { drawInView, settle } from "../shared/in-view.js";
import { picker, readAddress, writeAddress } from "../shared/picker.js";
import { saveButton } from "../shared/save-svg.js";
import { dispatcher, keyHelp } from "../shared/key-help.js";
import { prose } from "./words.js";
import { blocksOf } from "./blocks.js";
import { model } from "./model.js";
import { board } from "./board.js";
import { trust } from "./trust.js";
import { explorers } from "./explore.js";
import { everySummary, contests } from "./summaries.js";
import { openListing } from "./listing.js";
import { openReading } from "./reading.js";
import { contents, highlight } from "./contents.js";
import { comparison } from "./changes.js";

const LEVELS = [
  { value: "system", label: "systems" },
  { value: "summary", label: "summaries" },
];
const STATISTICS = [
  { value: "somers", label: "Somers' D" },
  { value: "kendall", label: "Kendall's tau" },
  { value: "spearman", label: "Spearman's rho" },
  { value: "pearson", label: "Pearson's r" },
];
/** Findings with a name of their own; those of other sections stand below, smaller.
 * @type {Record<string, string>} */
const LABELS = {
  best: "Best system",
  follow: "Measure to trust",
  oracles: "Best possible extract",
  changes: "Changes",
};
/** A system with such a name is what others are compared with. */
const BASELINE = /^(lead|baseline|first)([-_ .]?\d*|[-_ .].*)$/i;

/** @type {Study} */
const study = pageData("data-study");
/** @type {Map<string, string>} measure -> signature */
const signatures = new Map(
  study.sections
    .filter((s) => s.name === "provenance")
    .flatMap((s) => s.blocks)
    .flatMap((b) => (b.kind === "table" && b.name === "signatures" ? b.rows : []))
    .flatMap(([name, signature]) => (signature ? [[String(name), String(signature)]] : [])),
);
const data = Object.assign(
  model(study.overview, () => pageData("data-texts")),
  { signature: (/** @type {string} */ name) => signatures.get(name) },
);
const main = pageElement("main");
/** A part with the choices that it follows, and those that it was drawn for.
 * @typedef {{ part: StudyPart, keys?: string[], when: "first" | "seen" | "always", drawn: string | null }} Follower */
/** @type {Follower[]} */
const followers = [];
/** @type {Record<string, any>} */
let choice = {};

/** A part follows the choices named by its keys (all of them without). when: "first", drawn at once with the page; "always", whatever is in view.
 * @param {StudyPart} part @param {{ keys?: string[], when?: "first" | "seen" | "always" }} options */
function follow(part, { keys = part.keys, when = "seen" } = {}) {
  /** @type {Follower} */
  const one = { part, keys, when, drawn: null };
  followers.push(one);
  return one;
}

/** What is in view follows a choice at once, the rest when it comes into view or there is time.
 * @param {Follower} one @param {boolean} [now] */
function refresh(one, now = false) {
  const wanted = JSON.stringify(one.keys ? one.keys.map((key) => choice[key]) : choice);
  if (one.drawn === wanted) return;
  one.drawn = wanted;
  drawInView(one.part.element, () => one.part.update(choice), {
    now: now || one.when === "always",
  });
}

/** @param {Record<string, any>} next */
function update(next) {
  choice = next;
  for (const one of followers) refresh(one);
}

/** The element of a part that is drawn with the page.
 * @param {StudyPart} part @param {string[]} keys */
const first = (part, keys) => follow(part, { keys, when: "first" }).part.element;

function findings() {
  const list = h("ul", { class: "findings", "aria-label": "Findings" });
  const said = study.overview?.said;
  /** @param {{ measure: string, judgement: string }} choice */
  const draw = ({ measure, judgement }) => {
    const lines = said
      ? [["best", said.best[measure]], ["follow", said.follow[judgement]], ...said.rest]
      : study.findings.map((line) => ["", line]);
    const known = lines.filter(([, line]) => line);
    // What follows the choice, the best extract and a comparison are the finding; the rest stands below, smaller.
    const main_ = known.filter(([name]) => !said || LABELS[name]);
    list.style.setProperty("--main", String(main_.length));
    replace(
      list,
      [...main_, ...known.filter((one) => !main_.includes(one))].map(([name, line]) =>
        h(
          "li",
          { class: main_.some((one) => one[1] === line) ? undefined : "further" },
          LABELS[name] && h("strong", { class: "label" }, LABELS[name]),
          prose(line),
        ),
      ),
    );
  };
  draw({ measure: "", judgement: "" });
  return { element: list, update: draw };
}

function choices() {
  /** @param {string} kind */
  const names = (kind) =>
    data.columns
      .filter((c) => c.kind === kind)
      .map((c) => ({ value: c.name, label: shorten(c.name, 40) }));
  const fields = [
    {
      name: "measure",
      label: "Measure",
      options: names("measure"),
      value: study.overview?.choice.measure,
    },
  ];
  if (names("judgement").length) {
    fields.push({
      name: "judgement",
      label: "Judgement",
      options: names("judgement"),
      value: study.overview?.choice.judgement,
    });
    fields.push({ name: "level", label: "Correlation over", options: LEVELS, value: "system" });
    fields.push({
      name: "coefficient",
      label: "Coefficient",
      options: STATISTICS,
      value: "somers",
    });
    if (names("measure").length > 1)
      fields.push({
        name: "against",
        label: "Baseline measure",
        options: names("measure"),
        value: study.overview?.choice.measure,
      });
  }
  if (data.systems.length > 1) {
    /** @param {{ human: boolean }} s */
    const people = (s) => (s.human ? "People" : "Systems");
    fields.push({
      name: "baseline",
      label: "Baseline system",
      options: data.systems.map((s) => ({
        value: s.id,
        label: shorten(s.id, 32),
        group: people(s),
      })),
      value: usualBaseline(),
    });
  }
  return picker({
    fields,
    onChange: update,
    label: "Choose measure, judgement and baseline; every part follows",
  });
}

/** A system that is called so, or the best one by the measure that the page opens with. */
function usualBaseline() {
  const measure = study.overview?.choice.measure ?? data.columns[0].name;
  const sign = data.named(measure).better === "lower" ? -1 : 1;
  const systems = data.systems.some((s) => !s.human)
    ? data.systems.filter((s) => !s.human)
    : data.systems;
  /** @param {{ id: string }} s */
  const worth = (s) => {
    const { value } = data.cell(measure, s.id);
    return value === null ? -Infinity : sign * value;
  };
  return (
    systems.find((s) => BASELINE.test(s.id)) ??
    systems.reduce((best, s) => (worth(s) > worth(best) ? s : best))
  ).id;
}

/** @type {Record<string, (data: Model, open: OpenReading) => StudyPart>} */
const CUSTOM = { pairs: contests, readings: everySummary };

/** @param {Section} section */
const isAbsent = ({ blocks }) =>
  blocks.length > 0 && blocks.every((block) => block.kind === "missing");

/** Parts that the corpus does not allow, and what would.
 * @param {Section[]} list @returns {Section} */
function absent(list) {
  return {
    name: "absent",
    title: "What more data would add",
    brief: `${list.map((one) => one.title).join(", ")}.`,
    blocks: list.flatMap(({ title, blocks }) => [{ kind: "heading", text: title }, ...blocks]),
  };
}

/** @param {Section} section */
function section({ name, title, brief, blocks }) {
  const inside = h("div", { class: "inside" });
  const box = h(
    "details",
    { id: `section-${name}`, data: { section: name } },
    h(
      "summary",
      {},
      h("h2", {}, title),
      brief && h("span", { class: "brief soft small" }, prose(brief)),
    ),
    inside,
  );
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
    if (box.open || readAddress().section === name)
      writeAddress({ section: box.open ? name : null });
  });
  // On paper everything is there; the table of every summary only where it is not a book.
  addEventListener("beforeprint", () => {
    if (name === "readings" && isBook()) return;
    fill();
    for (const one of [box, ...box.querySelectorAll("details")]) one.open = true;
  });
  const left =
    name === "readings" &&
    isBook() &&
    h(
      "p",
      { class: "only-print small" },
      "On paper only if this section is open. All rows are in tables/summaries.csv.",
    );
  return h("section", { class: "part" }, box, left);
}

const isBook = () => data.topics.length * data.systems.length > 1000;

/** @type {OpenReading} */
function open(topic, system, other, extract) {
  openReading(data, topic, { system, with: other, extract });
}

function start() {
  const parts = [
    h(
      "section",
      { class: "part first", "aria-label": "Findings" },
      follow(findings(), { keys: ["measure", "judgement"], when: "always" }).part.element,
    ),
  ];
  const compared = study.sections.find(
    (s) => s.name === "changes" && s.blocks.some((b) => b.kind === "table"),
  );
  const others = study.sections.filter(
    (s) => !["leaderboard", "judgements", "distributions"].includes(s.name) && s !== compared,
  );
  const lacking = others.filter(isAbsent);
  const rest = [
    ...others.filter((s) => !lacking.includes(s)),
    ...(lacking.length > 0 ? [absent(lacking)] : []),
  ];
  /** @param {string} name */
  const notes = (name) =>
    blocksOf(study.sections.find((s) => s.name === name)?.blocks ?? [], data, open);
  if (data.systems.length) {
    const form = choices();
    choice = form.choices();
    parts.push(h("div", { class: "choices no-print" }, form, contents(places)));
    const wide =
      data.columns.length > 7 || data.columns.filter((c) => c.kind === "judgement").length > 2;
    parts.push(
      h(
        "div",
        { class: wide ? "two wide" : "two" },
        h(
          "section",
          { class: "part" },
          h("h2", {}, "Leaderboard"),
          first(board(data, open), ["measure", "judgement"]),
          h("div", { class: "notes" }, notes("leaderboard")),
        ),
        h(
          "section",
          { class: "part" },
          h("h2", {}, "Which measure to trust"),
          first(trust(data), ["level", "coefficient", "judgement", "against"]),
          h("div", { class: "notes" }, notes("judgements")),
        ),
      ),
    );
    if (compared)
      parts.push(
        comparison(compared, data, { first, blocks: (list) => blocksOf(list, data, open) }),
      );
    const views = explorers(data, open);
    for (const part of views.parts) follow(part);
    for (const card of views.element.querySelectorAll(".card")) put(card, saveButton(card));
    parts.push(h("section", { class: "part" }, h("h2", {}, "Explore"), views.element));
  } else {
    parts.push(h("div", { class: "choices no-print" }, contents(places)));
    parts.push(h("div", { class: "notes" }, notes("leaderboard")));
    if (compared)
      parts.push(
        comparison(compared, data, { first, blocks: (list) => blocksOf(list, data, open) }),
      );
  }
  parts.push(h("div", { class: "sections" }, rest.map(section)));
  const keys = [
    {
      title: "Report",
      keys: [
        {
          keys: ["/"],
          words: "Go to the filter of the leaderboard",
          run: () => within(document, ".table-tools input")?.focus(),
        },
        {
          keys: ["?"],
          words: "Show these keys",
          run: () => {
            keyHelp(keys);
          },
        },
        { keys: ["o"], words: "Open or close all sections", run: () => toggleAll() },
      ],
    },
    {
      title: "Everywhere",
      keys: [
        { keys: ["Tab"], words: "Next part" },
        {
          keys: ["ArrowUp", "ArrowDown"],
          words: "Move inside the leaderboard, a chart or a matrix",
        },
        { keys: ["Enter"], words: "Open what has the focus" },
        { keys: ["Escape"], words: "Close" },
      ],
    },
  ];
  document.addEventListener(
    "keydown",
    dispatcher(keys, { enabled: () => !document.querySelector("dialog[open]") }),
  );
  parts.push(h("p", { class: "soft small no-print" }, "Press ", h("kbd", {}, "?"), " for keys."));
  replace(main, parts);
  highlight(main);
  for (const one of followers) refresh(one, one.when !== "seen");
  const address = readAddress();
  const wanted = address.section && document.getElementById(`section-${address.section}`);
  if (wanted) {
    // What stands above it has its height before the way to it is measured.
    settle();
    if (wanted instanceof HTMLDetailsElement) wanted.open = true;
    wanted.scrollIntoView();
    // Once more when charts have the width they will have.
    requestAnimationFrame(() => requestAnimationFrame(() => wanted.scrollIntoView()));
  }
  if (address.list) openListing(data, open, address, { push: false });
  if (address.topic) openReading(data, address.topic, address);
  addEventListener("popstate", () => {
    const now = readAddress();
    if (now.list && !document.querySelector("dialog[open]"))
      openListing(data, open, now, { push: false });
    if (now.topic && !document.querySelector(".reading-dialog")) openReading(data, now.topic, now);
  });
}

/** The parts of the page by their titles; sections are elements that open. */
function places() {
  return [...main.querySelectorAll("section.part > h2, .sections > .part > details")].map((one) =>
    one.tagName === "H2"
      ? { title: one.textContent ?? "", element: one.parentElement ?? one }
      : { title: one.querySelector("h2")?.textContent ?? "", element: one },
  );
}

function toggleAll() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const found = document.querySelectorAll(".sections details");
  const all = [...found];
  const next = !all.every((one) => one.open);
  for (const one of all) one.open = next;
}

start();

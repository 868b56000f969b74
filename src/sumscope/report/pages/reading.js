// Reading: source beside one summary or two, with scores, judgements, matches, links and differences.

import { h, put, replace } from "../front/dom.js";
import { number, shorten } from "../front/format.js";
import { openDialog } from "../front/dialog.js";
import { writeAddress, readAddress } from "../front/picker.js";
import { dispatcher } from "../front/key-help.js";
import { markedText, sourceText } from "../front/reader.js";
import { difference } from "./difference.js";
import { extractBar, extractProblem, fromAddress, toAddress } from "./extract.js";

const KINDS = { 1: "in-reference", 2: "in-source", 3: "in-reference in-source" };

function spansOf(marks = []) {
  const spans = [];
  for (let at = 0; at < marks.length; at += 3) spans.push({ from: marks[at], to: marks[at + 1], kind: KINDS[marks[at + 2]] });
  return spans;
}

/** text: a topic for reading; columns and values(peer): scores and judgements; choose({system, with, extract}) is called when the
 *  reader chooses others, keep(extract) when an extract in the making changes; before, after lead to other topics, or are null. */
export function readingView({ text, columns, values, digits, system, other, extract, choose, keep, before, after, extra, heading = "h3" }) {
  const peers = text.peers.map((p) => p.id);
  const mine = peers.includes(system) ? system : peers[0];
  const theirs = peers.includes(other) && other !== mine ? other : null;
  const oracle = new Set(text.oracle);
  const making = Boolean(text.extract && extract);
  let bar = null;
  const source = sourceText({
    label: "Source", fold: text.documents.length > 12, onSentence: making ? (sentence) => bar.toggle(sentence.id) : undefined,
    documents: text.documents.map((d) => ({
      id: d.id, date: d.date, lang: text.lang,
      sentences: d.sentences.map((one) => ({ id: one.id, text: one.text, spans: spansOf(one.marks), kind: one.topic === undefined ? undefined : one.topic % 6, note: [topicName(one), oracle.has(one.id) ? "★ best extract" : null].filter(Boolean).join(" · ") || undefined })),
    })),
  });
  for (const id of oracle) source.sentence(id)?.classList.add("oracle");
  if (making) {
    const ids = text.documents.flatMap((d) => d.sentences.map((one) => one.id));
    const chosen = extract === "best" ? text.oracle : fromAddress(extract, ids);
    bar = extractBar({ problem: extractProblem(text.extract, ids), source, oracle: text.oracle, chosen, changed: (next) => keep?.(toAddress(next, ids)) });
  }
  const step = (list, now, by) => list[(list.indexOf(now) + by + list.length) % list.length];
  const select = (label, options, value, changed) => h("label", { class: "field" }, h("span", { class: "soft small" }, label), h("select", { value, on: { change: (event) => changed(event.target.value) } }, options.map(([v, l]) => h("option", { value: v, selected: v === value }, l))));
  const go = (label, words, run) => h("button", { type: "button", "aria-label": words, disabled: !run, on: { click: () => run?.() } }, label);
  const nextSystem = (by) => choose({ system: step(peers, mine, by), with: theirs });
  const tools = h("div", { class: "row reader-tools" },
    (before || after) && h("span", { class: "row around" }, go("←", "Previous topic", before), extra ?? h("span", { class: "small" }, "Topic"), go("→", "Next topic", after)),
    peers.length > 0 && h("span", { class: "row" }, peers.length > 1 && go("↑", "Previous system", () => nextSystem(-1)), select("Summary by", peers.map((p) => [p, shorten(p, 32)]), mine, (v) => choose({ system: v, with: theirs })), peers.length > 1 && go("↓", "Next system", () => nextSystem(1))),
    peers.length > 1 && select("Compare with", [["", "no other"], ...peers.filter((p) => p !== mine).map((p) => [p, shorten(p, 32)])], theirs ?? "", (v) => choose({ system: mine, with: v || null })),
    text.extract && h("button", { type: "button", "aria-label": "Build an extract", "aria-pressed": String(making), on: { click: () => choose({ system: mine, with: theirs, extract: making ? null : "none" }) } }, "Build an extract"));
  const panes = [];
  const shown = [mine, theirs].filter(Boolean).map((id) => text.peers.find((p) => p.id === id));
  const differs = shown.length === 2 ? difference(...shown.map((p) => p.sentences.map((one) => one.text))) : null;
  shown.forEach((peer, at) => panes.push(pane(peer, {
    source, heading, scores: scoreList(columns, values(peer.id) ?? [], digits), spans: differs ? differs[at] : peer.sentences.map((one) => spansOf(one.marks)),
  })));
  for (const reference of text.references) panes.push(pane(reference, { source, heading, title: `Reference ${reference.id}`, spans: reference.sentences.map((one) => spansOf(one.marks)) }));
  const root = h("div", { class: "reading" }, tools, legend(text, Boolean(differs)),
    h("div", { class: "reading-columns" }, text.documents.length > 0 && h("div", { class: "side", tabIndex: 0, role: "group", "aria-label": "Source" }, h(heading, {}, "Source"), bar?.element, source), h("div", { class: "side", tabIndex: 0, role: "group", "aria-label": "Summaries and references" }, panes)));
  const keys = [{ title: "Reader", keys: [
    { keys: ["ArrowLeft"], run: () => (before ? before() : false) }, { keys: ["ArrowRight"], run: () => (after ? after() : false) },
    { keys: ["k"], run: () => nextSystem(-1) }, { keys: ["j"], run: () => nextSystem(1) },
  ] }];
  root.addEventListener("keydown", dispatcher(keys, { enabled: () => !document.activeElement?.closest("select, .side") }));
  return root;
}

const topicName = (one) => (one.topic === undefined ? null : `T${one.topic + 1}`);

function scoreList(columns, values, digits) {
  if (!columns.length) return null;
  return h("dl", { class: "scores" }, columns.map((name, at) => h("div", {}, h("dt", {}, shorten(name, 28)), h("dd", {}, number(values[at], digits?.[at] ?? 3)))));
}

/** A summary; pointing at a sentence, or focusing it, shows the source sentences it shares most with. */
function pane(text, { source, heading, scores, spans, title }) {
  const list = h("div", { class: "summary-text", dir: "auto" });
  text.sentences.forEach((one, at) => {
    const links = (one.sources ?? []).filter((id) => source.sentence(id));
    const light = (on) => { for (const id of links) source.sentence(id).classList.toggle("linked", on); };
    const line = h("p", { dir: "auto", class: one.topic === undefined ? undefined : `topic cat-${one.topic % 6}` }, markedText(one.text, spans[at]),
      links.length > 0 && h("button", { class: "plain small source-link", type: "button", on: { click: () => { light(true); source.show(links[0]); setTimeout(() => light(false), 2500); } }, "aria-label": `Show source ${links.join(", ")}` }, `→ ${shorten(links[0], 14)}`));
    line.addEventListener("pointerenter", () => light(true));
    line.addEventListener("pointerleave", () => light(false));
    line.addEventListener("focusin", () => light(true));
    line.addEventListener("focusout", () => light(false));
    put(list, line);
  });
  if (text.more) put(list, h("p", { class: "soft small" }, `${text.more} more sentences are in the corpus.`));
  return h("section", { class: "pane panel" }, h(heading, { dir: "auto" }, title ?? text.id, text.human && " (human)"), scores, list);
}

function legend(text, differs) {
  const parts = [];
  if (differs) parts.push(h("span", {}, h("mark", { class: "only" }, "marked"), " words that the other summary does not have in this order"));
  if (text.references.length && !differs) parts.push(h("span", {}, h("mark", { class: "in-reference" }, "two words in a row"), " that a reference has too"));
  if (text.documents.length && text.peers.length && !differs) parts.push(h("span", {}, h("mark", { class: "in-source" }, "underlined"), " that the source has too"));
  if (text.divisions) parts.push(h("span", {}, "T1 to T", String(text.divisions), " and the colour at the side: the topic of the references that a sentence is most like"));
  if (text.oracle.length) parts.push(h("span", {}, "★ the best extract of this length"));
  return h("p", { class: "soft small legend" }, parts.flatMap((part, at) => (at ? ["; ", part] : [part])), parts.length ? "." : "");
}

/** Open a summary: in a dialog where the page holds the texts, else in the topic's own page. */
export function openReading(data, topic, system, other, extract) {
  const list = data.textTopics();
  if (!data.readable()) {
    const number_ = String(data.topics.indexOf(topic) + 1).padStart(5, "0");
    location.assign(`topics/${number_}.html#${new URLSearchParams({ ...(system ? { system } : {}), ...(other ? { with: other } : {}), ...(extract ? { extract } : {}) })}`);
    return;
  }
  if (!list.includes(topic)) return;
  const body = h("div");
  let now = { topic, system, with: other, extract };
  const show = (next, push = false) => {
    // Sentences of one topic are none of another.
    const extract_ = next.topic && next.topic !== now.topic && now.extract ? { extract: "none" } : {};
    now = { ...now, ...extract_, ...next };
    writeAddress({ topic: now.topic, system: now.system ?? null, with: now.with ?? null, extract: now.extract ?? null }, { push });
    const at = list.indexOf(now.topic);
    const index = data.topics.indexOf(now.topic);
    const jump = h("label", { class: "field" }, h("span", { class: "soft small" }, "Topic"), h("select", { on: { change: (event) => show({ topic: event.target.value }, true) } }, list.map((id) => h("option", { value: id, selected: id === now.topic }, shorten(id, 40)))));
    const inside = document.activeElement && body.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    replace(body, readingView({
      text: data.text(now.topic), columns: data.columns.map((c) => c.name), digits: data.digits,
      values: (peer) => (index < 0 || !data.place.has(peer) ? [] : data.columns.map((c) => data.value(c.name, peer, index))),
      system: now.system, other: now.with, extract: now.extract, choose: (chosen) => show(chosen, true), extra: jump,
      keep: (list) => { now.extract = list; writeAddress({ extract: list }); },
      before: at > 0 ? () => show({ topic: list[at - 1] }, true) : null, after: at + 1 < list.length ? () => show({ topic: list[at + 1] }, true) : null,
    }));
    if (inside) body.querySelector(`[aria-label="${CSS.escape(inside)}"]:not(:disabled)`)?.focus();
  };
  show({}, true);
  const follow = () => {
    const address = readAddress();
    if (!address.topic) view.close();
    else show({ topic: address.topic, system: address.system, with: address.with, extract: address.extract });
  };
  addEventListener("popstate", follow);
  const view = openDialog({ title: "Source beside summary", body, buttons: [], wide: true, onClose: () => {
    removeEventListener("popstate", follow);
    if (readAddress().topic) writeAddress({ topic: null, system: null, with: null, extract: null });
  } });
  view.element.classList.add("reading-dialog");
}

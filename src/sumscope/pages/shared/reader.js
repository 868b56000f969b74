// @ts-check
// Reader: a source beside one or more summaries; sentences with marks, links and colours.

import { h, put } from "./dom.js";
import { shorten } from "./format.js";

/** @typedef {{ id?: string, text: string, kind?: number, spans?: Span[], note?: Child }} Sentence */
/** @typedef {{ id: string, title?: string | null, date?: string | null, lang?: string | null, sentences: Sentence[] }} ReaderDocument */

/** Text with some of its stretches marked: spans [{from, to, kind}] in characters, sorted or not.
 * @param {string} text @param {Span[]} [spans] */
export function markedText(text, spans = []) {
  const cuts = [...new Set([0, text.length, ...spans.flatMap((m) => [m.from, m.to])])]
    .filter((c) => c >= 0 && c <= text.length)
    .sort((a, b) => a - b);
  const made = [];
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const piece = text.slice(cuts[at], cuts[at + 1]);
    const over = spans.filter((m) => m.from <= cuts[at] && m.to >= cuts[at + 1]);
    made.push(
      over.length
        ? h(
            "mark",
            {
              class:
                over
                  .map((m) => m.kind ?? "")
                  .join(" ")
                  .trim() || undefined,
            },
            piece,
          )
        : piece,
    );
  }
  return made;
}

/** Where a string occurs in a text, in characters; letters' case does not matter.
 * @param {string} text @param {string} wanted @returns {Span[]} */
export function occurrences(text, wanted) {
  /** @type {Span[]} */
  const found = [];
  if (!wanted) return found;
  const [low, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  if (low.length !== text.length) return found;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, at + needle.length))
    found.push({ from: at, to: at + needle.length });
  return found;
}

/** documents: [{id, title, date, lang, sentences: [{id, text, kind, spans, note}]}] -> element; .sentence(id) finds one.
 * @param {{ documents: ReaderDocument[], label?: string, onSentence?: (sentence: Sentence) => void, fold?: boolean }} options */
export function sourceText({ documents, label = "Source", onSentence, fold = false }) {
  const byId = new Map();
  const root = h("section", { class: "reader-source", "aria-label": label });
  for (const document_ of documents) {
    const list = h("ol", { class: "sentences", dir: "auto", lang: document_.lang ?? undefined });
    for (const sentence of document_.sentences) {
      const attributes = {
        class: `sentence${sentence.kind === undefined ? "" : ` cat-${sentence.kind}`}`,
        dir: "auto",
        data: { id: sentence.id },
      };
      const inside = markedText(sentence.text, sentence.spans);
      const item = onSentence
        ? h(
            "li",
            attributes,
            h(
              "button",
              {
                class: "sentence-button",
                type: "button",
                on: { click: () => onSentence(sentence) },
              },
              inside,
            ),
            sentence.note && h("span", { class: "soft small" }, sentence.note),
          )
        : h(
            "li",
            attributes,
            inside,
            sentence.note && h("span", { class: "soft small" }, " ", sentence.note),
          );
      byId.set(sentence.id, item);
      put(list, item);
    }
    const title = [
      h("span", { dir: "auto" }, shorten(document_.title ?? document_.id, 60)),
      document_.date && h("span", { class: "soft" }, ` ${document_.date}`),
    ];
    put(
      root,
      fold
        ? h("details", { open: documents.length < 4 }, h("summary", {}, title), list)
        : h("article", {}, h("h3", {}, title), list),
    );
  }
  return Object.assign(root, {
    /** @param {string} id */
    sentence: (id) => byId.get(id),
    /** @param {string} id */
    show(id) {
      const item = byId.get(id);
      const details = item?.closest("details");
      if (details) details.open = true;
      item?.scrollIntoView({ block: "center" });
    },
  });
}

/** Source and summaries side by side; each pane scrolls by itself where there is room.
 * @param {{ source: Child, panes: { title: string, body: Child }[], label?: string }} options */
export function reader({ source, panes, label = "Reader" }) {
  return h(
    "div",
    { class: "reader", role: "group", "aria-label": label },
    source,
    panes.map((pane) =>
      h(
        "section",
        { class: "pane panel", tabIndex: 0, "aria-label": pane.title },
        h("h3", { dir: "auto" }, pane.title),
        pane.body,
      ),
    ),
  );
}

/** A plain summary: sentences or one text.
 * @param {{ sentences?: Sentence[], text?: string, lang?: string }} options */
export function summaryText({ sentences, text, lang }) {
  /** @type {Sentence[]} */
  const list = sentences ?? [{ text: text ?? "" }];
  return h(
    "div",
    { class: "summary-text", dir: "auto", lang },
    list.map((one) =>
      h("p", { dir: "auto", data: one.id ? { id: one.id } : {} }, markedText(one.text, one.spans)),
    ),
  );
}

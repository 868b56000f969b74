// @ts-check
// Items that are worked on one at a time: where one is, what is done, and the source beside it.

import { askText } from "../shared/dialog.js";
import { h, put, replace } from "../shared/dom.js";
import { shorten } from "../shared/format.js";

/** A strip of numbered steps; isDone(item) -> "done", "part" or "".
 * @param {TaskItem[]} items @param {{ isDone: (item: TaskItem) => string, onGo: () => void, label: string }} options */
export function stepper(items, { isDone, onGo, label }) {
  let at = Math.max(
    0,
    items.findIndex((item) => isDone(item) !== "done"),
  );
  const where = h("span", { class: "number" });
  const strip = h(
    "div",
    { class: "strip", "aria-hidden": "true" },
    items.map((item, index) => h("span", { class: "step", on: { click: () => go(index) } })),
  );
  const previous = h(
    "button",
    { type: "button", title: "Previous (k)", on: { click: () => go(at - 1) } },
    "← Previous",
  );
  const next = h(
    "button",
    { type: "button", title: "Next (j)", on: { click: () => go(at + 1) } },
    "Next →",
  );
  const element = h(
    "nav",
    { class: "stepper row", "aria-label": label },
    previous,
    where,
    next,
    strip,
  );
  /** @param {number} index */
  function go(index) {
    if (index < 0 || index >= items.length) return false;
    at = index;
    onGo();
    return true;
  }
  return {
    element,
    go,
    current: () => items[at],
    /** @param {number} by */
    step: (by) => go(at + by),
    nextOpen() {
      const order = [...items.keys()].slice(at + 1).concat([...items.keys()].slice(0, at + 1));
      const found = order.find((index) => isDone(items[index]) !== "done");
      return found === undefined ? false : go(found);
    },
    /** @param {string} id */
    find(id) {
      return go(items.findIndex((item) => item.id === id));
    },
    draw() {
      replace(where, `${at + 1} of ${items.length}`);
      previous.disabled = at === 0;
      next.disabled = at === items.length - 1;
      [...strip.children].forEach((node, index) => {
        node.className = `step ${isDone(items[index])}${index === at ? " here" : ""}`;
      });
    },
  };
}

/** The source of a topic, foldable; redrawn only when the topic changes.
 * @param {TaskPage} task */
export function sourcePane(task) {
  const body = h("div", {
    class: "scroller source-body",
    tabIndex: 0,
    role: "region",
    "aria-label": "Source text",
  });
  const fold = h(
    "button",
    {
      type: "button",
      class: "plain",
      "aria-expanded": "true",
      title: "Fold the source (s)",
      on: { click: () => toggle() },
    },
    "▾ Source",
  );
  const element = h(
    "section",
    { class: "source", "aria-label": "Source" },
    h("div", { class: "pane-head" }, h("h2", {}, fold)),
    body,
  );
  /** @type {string | null} */
  let shown = null;
  function toggle() {
    body.hidden = !body.hidden;
    fold.textContent = body.hidden ? "▸ Source" : "▾ Source";
    fold.setAttribute("aria-expanded", String(!body.hidden));
    element.classList.toggle("folded", body.hidden);
  }
  return {
    element,
    toggle,
    /** @param {string} topic */
    show(topic) {
      if (topic === shown) return;
      shown = topic;
      const source = task.sources?.[topic];
      replace(body);
      if (!source?.documents?.length) {
        put(body, h("p", { class: "empty" }, "This topic has no source text."));
        return;
      }
      put(
        body,
        source.title && h("h3", { dir: "auto", class: "topic" }, source.title),
        source.documents.map((one) =>
          h(
            "article",
            { dir: "auto", lang: source.lang || undefined },
            source.documents.length > 1 &&
              h(
                "h4",
                { dir: "auto" },
                shorten(one.id, 60),
                one.date && h("span", { class: "soft small" }, ` ${one.date}`),
              ),
            String(one.text)
              .split(/\n+/)
              .map((part) => h("p", { dir: "auto" }, part)),
          ),
        ),
      );
      body.scrollTop = 0;
    },
  };
}

/** A note on the item in hand.
 * @param {Working<{ notes: Notes }>} work @param {TaskTools["act"]} act */
export function noteLine(work, act) {
  const words = h("span", { dir: "auto", class: "small" });
  let item = "";
  async function edit() {
    const text = await askText({
      title: "Note",
      label: "On this item",
      value: work.state.notes.get(item) ?? "",
      many: true,
      hint: "Ctrl+Enter saves.",
    });
    if (text !== null) act({ do: "note", item, text: text.trim() || null });
  }
  return {
    element: h(
      "p",
      { class: "row note-line" },
      h(
        "button",
        { type: "button", class: "plain small", title: "Note (t)", on: { click: edit } },
        "✎ Note",
      ),
      words,
    ),
    edit,
    /** @param {string} id */
    show(id) {
      item = id;
      words.textContent = work.state.notes.get(id) ?? "";
    },
  };
}

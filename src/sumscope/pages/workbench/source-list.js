// @ts-check
// The source of a task as a list of sentences under their documents, moved through by keyboard.

import { around, h, replace } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { card, documentNames, reveal } from "./cards.js";

/** items -> {element, cards, current(), focus(id), go(step), keys}; onToggle(id) when a sentence is clicked.
 * @param {TaskItem[]} items @param {{ onToggle: (id: string) => void, onCurrent?: (id: string) => void, label?: string }} options */
export function sourceList(items, { onToggle, onCurrent, label = "Source" }) {
  const names = documentNames(items);
  /** @type {Map<string, ReturnType<typeof card>>} */
  const cards = new Map();
  /** @type {Map<string, HTMLElement>} */
  const marks = new Map();
  const find = h("input", {
    type: "search",
    placeholder: "Filter ( / )",
    "aria-label": "Filter sentences",
    on: { input: () => filter() },
  });
  const scroller = h("div", { class: "scroller" });
  const count = h("span", { class: "soft number" }, String(items.length));
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(item.document)) {
      const name = names(item);
      const list = h("ul", {
        class: "cards",
        role: "listbox",
        "aria-label": `Sentences of ${name.title}`,
        "aria-multiselectable": "true",
      });
      groups.set(item.document, list);
      scroller.append(
        h(
          "section",
          { class: "document" },
          h(
            "h3",
            { class: name.colour, dir: "auto" },
            h("span", { class: "tag" }, name.short),
            shorten(name.title, 60),
          ),
          list,
        ),
      );
    }
    const one = card(item, names(item), { draggable: false });
    const mark = h("span", { class: "marks number" });
    one.element.append(mark);
    marks.set(item.id, mark);
    cards.set(item.id, one);
    groups.get(item.document)?.append(one.element);
  }
  /** @type {string | null} */
  let current = items[0]?.id ?? null;
  /** @param {string | null} id */
  const elementOf = (id) => (id === null ? undefined : cards.get(id)?.element);
  const first = elementOf(current);
  if (first) first.tabIndex = 0;
  const visible = () => [...cards.values()].filter((one) => !one.element.hidden);

  /** @param {string | null} id */
  function focus(id) {
    const node = elementOf(id);
    if (id === null || !node) return;
    const old = elementOf(current);
    if (old) {
      old.tabIndex = -1;
      old.classList.remove("current");
    }
    current = id;
    node.tabIndex = 0;
    node.classList.add("current");
    node.focus({ preventScroll: true });
    reveal(node);
    onCurrent?.(id);
  }
  /** @param {number} step */
  function go(step) {
    const list = visible();
    const at = list.findIndex((one) => one.item.id === current);
    const next = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + step))];
    if (next) focus(next.item.id);
  }
  function filter() {
    const wanted = find.value.trim().toLowerCase();
    for (const one of cards.values()) one.find(wanted);
    for (const list of groups.values())
      if (list.parentElement)
        list.parentElement.hidden = !list.querySelector(":scope > :not([hidden])");
    count.textContent = wanted ? `${visible().length} of ${items.length}` : String(items.length);
  }
  scroller.addEventListener("click", (event) => {
    const node = around(event, ".card");
    if (!node || String(getSelection())) return;
    const id = node.dataset.item ?? "";
    focus(id);
    onToggle(id);
  });
  scroller.addEventListener("focusin", (event) => {
    const node = around(event, ".card");
    const id = node?.dataset.item;
    if (id && id !== current) focus(id);
  });
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      find.value = "";
      filter();
      focus(current);
    }
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      const first = visible()[0];
      if (first) focus(first.item.id);
    }
  });
  const element = h(
    "section",
    { class: "source", "aria-label": label },
    h("div", { class: "pane-head" }, h("h2", {}, label, " ", count), find),
    scroller,
  );
  return {
    element,
    cards,
    focus,
    go,
    current: () => current,
    /** @param {string} id @param {string} words */
    mark(id, words) {
      const mark = marks.get(id);
      if (mark) replace(mark, words);
    },
    /** @type {Key[]} */
    keys: [
      { keys: ["j", "ArrowDown"], words: "next sentence", run: () => go(1) },
      { keys: ["k", "ArrowUp"], words: "previous sentence", run: () => go(-1) },
      { keys: ["PageDown"], run: () => go(10) },
      { keys: ["PageUp"], run: () => go(-10) },
      { keys: ["Home"], run: () => go(-1e6) },
      { keys: ["End"], run: () => go(1e6) },
      {
        keys: ["/"],
        words: "filter",
        run: () => {
          find.focus();
          find.select();
        },
      },
    ],
  };
}

// The source of a task as a list of sentences under their documents, moved through by keyboard.

import { h, replace } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { card, documentNames, reveal } from "./cards.js";

/** items -> {element, cards, current(), focus(id), go(step), keys}; onToggle(id) when a sentence is clicked. */
export function sourceList(items, { onToggle, onCurrent, label = "Source" }) {
  const names = documentNames(items);
  const cards = new Map();
  const marks = new Map();
  const find = h("input", {
    type: "search",
    placeholder: "Filter ( / )",
    "aria-label": "Filter sentences",
    on: { input: () => filter() },
  });
  const scroller = h("div", { class: "scroller" });
  const count = h("span", { class: "soft number" }, String(items.length));
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(item.document)) {
      const name = names.get(item.document);
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
    const one = card(item, names.get(item.document), { draggable: false });
    const mark = h("span", { class: "marks number" });
    one.element.append(mark);
    marks.set(item.id, mark);
    cards.set(item.id, one);
    groups.get(item.document).append(one.element);
  }
  let current = items[0]?.id ?? null;
  if (current) cards.get(current).element.tabIndex = 0;
  const visible = () => [...cards.values()].filter((one) => !one.element.hidden);

  function focus(id) {
    if (!cards.has(id)) return;
    const old = cards.get(current)?.element;
    if (old) {
      old.tabIndex = -1;
      old.classList.remove("current");
    }
    current = id;
    const node = cards.get(id).element;
    node.tabIndex = 0;
    node.classList.add("current");
    node.focus({ preventScroll: true });
    reveal(node);
    onCurrent?.(id);
  }
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
      list.parentElement.hidden = ![...list.children].some((c) => !c.hidden);
    count.textContent = wanted ? `${visible().length} of ${items.length}` : String(items.length);
  }
  scroller.addEventListener("click", (event) => {
    const node = event.target.closest(".card");
    if (!node || String(getSelection())) return;
    focus(node.dataset.item);
    onToggle(node.dataset.item);
  });
  scroller.addEventListener("focusin", (event) => {
    const node = event.target.closest(".card");
    if (node && node.dataset.item !== current) focus(node.dataset.item);
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
    mark(id, words) {
      replace(marks.get(id), words);
    },
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

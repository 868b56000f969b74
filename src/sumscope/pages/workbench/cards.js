// @ts-check
// What the views of tasks share: cards of sentences, names of documents, remembered view settings.

import { h, replace } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { markedText, occurrences } from "../shared/reader.js";
import { category } from "../shared/scale.js";

/** A document of a task: `D1`, `D2`, ..., its whole name and date, the class of its colour.
 * @typedef {{ short: string, title: string, colour: string }} DocumentName */

/** Short names of the documents of a task, by item.
 * @param {TaskItem[]} items */
export function documentNames(items) {
  /** @type {Map<string, DocumentName>} */
  const made = new Map();
  for (const item of items) {
    if (made.has(item.document)) continue;
    const at = made.size;
    made.set(item.document, {
      short: `D${at + 1}`,
      title: [item.document, item.date].filter(Boolean).join(", "),
      colour: category(at),
    });
  }
  /** @param {TaskItem} item @returns {DocumentName} */
  return (item) => made.get(item.document) ?? { short: "", title: "", colour: "" };
}

/** Whether a filter, in small letters, finds a sentence by its text or its document.
 * @param {TaskItem} item @param {DocumentName} name @param {string} wanted */
export function matches(item, name, wanted) {
  return (
    !wanted || item.text.toLowerCase().includes(wanted) || name.title.toLowerCase().includes(wanted)
  );
}

/** Sentences of a task by their ids, as a list to look at.
 * @param {TaskPage} task @param {string[]} ids */
export function listed(task, ids) {
  const texts = new Map(task.items.map((item) => [item.id, item.text ?? item.id]));
  return h(
    "ul",
    {},
    ids.map((id) => h("li", { dir: "auto" }, shorten(texts.get(id) ?? id, 160))),
  );
}

/** A card: role option of a listbox, never with controls inside.
 * @param {TaskItem} item @param {DocumentName} name @param {{ draggable?: boolean }} options */
export function card(item, name, { draggable = true } = {}) {
  const text = h("span", { class: "text", dir: "auto" }, item.text);
  const source = h(
    "span",
    { class: "source", title: name.title },
    h(
      "span",
      { "aria-hidden": "true" },
      item.speaker ? `${name.short} ${item.speaker}` : name.short,
    ),
    h("span", { class: "hidden-text" }, name.title),
  );
  const note = h("span", { class: "note", hidden: true });
  let selected = false;
  let noted = "";
  let found = "";
  const element = h(
    "li",
    {
      class: `card ${name.colour}`,
      role: "option",
      "aria-selected": "false",
      tabIndex: -1,
      draggable,
      data: { item: item.id, stop: "card" },
    },
    source,
    text,
    note,
  );
  return {
    item,
    element,
    /** @param {boolean} on */
    select(on) {
      if (on === selected) return;
      selected = on;
      element.setAttribute("aria-selected", String(on));
    },
    /** @param {string} [words] */
    note(words = "") {
      if (words === noted) return;
      noted = words;
      note.hidden = !words;
      note.textContent = words ? `✎ ${words}` : "";
    },
    /** @param {string} wanted */
    find(wanted) {
      const hit = matches(item, name, wanted);
      element.hidden = !hit;
      if (found === wanted) return hit;
      found = wanted;
      replace(
        text,
        wanted && hit ? markedText(item.text, occurrences(item.text, wanted)) : item.text,
      );
      return hit;
    },
  };
}

/** Put elements into a container in this order, moving as few as possible.
 * @param {Element} container @param {Element[]} wanted */
export function arrange(container, wanted) {
  /** @type {Set<Element>} */
  const keep = new Set(wanted);
  for (const child of [...container.children]) if (!keep.has(child)) child.remove();
  let at = container.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else container.insertBefore(element, at);
  }
}

/** Settings of a view, kept in this browser only.
 * @template {Record<string, any>} T
 * @param {string} key @param {T} first */
export function remembered(key, first) {
  const name = `sumscope-view-${key}`;
  let value = first;
  try {
    value = { ...first, ...JSON.parse(localStorage.getItem(name) ?? "{}") };
  } catch {
    /* not kept here */
  }
  return {
    value,
    /** @param {Partial<T>} change */
    keep(change) {
      Object.assign(value, change);
      try {
        localStorage.setItem(name, JSON.stringify(value));
      } catch {
        /* not kept here */
      }
    },
  };
}

/** Scroll an element into view without a jump when it is there already.
 * @param {Element} element */
export function reveal(element) {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

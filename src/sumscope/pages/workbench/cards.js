// What the views of tasks share: cards of sentences, names of documents, remembered view settings.

import { h, replace } from "../shared/dom.js";
import { markedText, occurrences } from "../shared/reader.js";
import { category } from "../shared/scale.js";

/** Short names D1, D2, ... of the documents of a task, with the whole name and date as title. */
export function documentNames(items) {
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
  return made;
}

/** A card: role option of a listbox, never with controls inside. */
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
    select(on) {
      element.setAttribute("aria-selected", String(on));
    },
    note(words = "") {
      if (words === noted) return;
      noted = words;
      note.hidden = !words;
      note.textContent = words ? `✎ ${words}` : "";
    },
    find(wanted) {
      const hit =
        !wanted ||
        item.text.toLowerCase().includes(wanted) ||
        name.title.toLowerCase().includes(wanted);
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

/** Put elements into a container in this order, moving as few as possible. */
export function arrange(container, wanted) {
  const keep = new Set(wanted);
  for (const child of [...container.children]) if (!keep.has(child)) child.remove();
  let at = container.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else container.insertBefore(element, at);
  }
}

/** Settings of a view, kept in this browser only. */
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

/** Scroll an element into view without a jump when it is there already. */
export function reveal(element) {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

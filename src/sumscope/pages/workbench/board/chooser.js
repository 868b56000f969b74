// @ts-check
// Choose one of many by typing a part of its name: used to send sentences to any cluster, and to merge.

import { h, replace } from "../../shared/dom.js";
import { openDialog } from "../../shared/dialog.js";

/** @typedef {{ value: string, code?: string, label: string, detail?: string }} Choosable */

/** options: [{value, code, label, detail}]; gives the value, or null.
 * @param {{ title: string, options: Choosable[], empty?: string }} question @returns {Promise<string | null>} */
export function choose({ title, options, empty = "Nothing fits." }) {
  const list = h("ul", {
    class: "chooser",
    role: "listbox",
    id: "chooser-list",
    "aria-label": title,
  });
  const field = h("input", {
    type: "text",
    role: "combobox",
    "aria-label": `${title}: type a part of the name`,
    placeholder: "Type a part of the name",
    "aria-expanded": "true",
    "aria-controls": "chooser-list",
    "aria-autocomplete": "list",
    autocomplete: "off",
    class: "grow",
  });
  field.setAttribute("autofocus", "");
  /** @type {Choosable[]} */
  let shown = [];
  let at = 0;
  /** @type {DialogOptions<string>} */
  const asked = {
    title,
    body: [h("div", { class: "row" }, field), list],
    buttons: [{ label: "Cancel", value: null }],
  };
  const { done, close } = openDialog(asked);
  const draw = () => {
    const wanted = field.value.trim().toLowerCase();
    /** @param {Choosable} o */
    const score = (o) =>
      o.code?.toLowerCase() === wanted ? 0 : o.label.toLowerCase().startsWith(wanted) ? 1 : 2;
    shown = options.filter(
      (o) =>
        !wanted ||
        o.code?.toLowerCase() === wanted ||
        `${o.label} ${o.detail ?? ""}`.toLowerCase().includes(wanted),
    );
    if (wanted) shown = [...shown].sort((a, b) => score(a) - score(b));
    at = Math.max(0, Math.min(at, shown.length - 1));
    replace(
      list,
      shown.length
        ? shown.map((o, index) =>
            h(
              "li",
              {
                role: "option",
                id: `choice-${index}`,
                "aria-selected": String(index === at),
                on: { click: () => close(o.value) },
              },
              h("span", { class: "code" }, o.code ?? ""),
              h("span", { class: "grow", dir: "auto" }, o.label),
              h("span", { class: "soft small" }, o.detail),
            ),
          )
        : h("li", { class: "soft", role: "option", "aria-selected": "false" }, empty),
    );
    field.setAttribute("aria-activedescendant", shown.length ? `choice-${at}` : "");
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  };
  field.addEventListener("input", () => {
    at = 0;
    draw();
  });
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      at += step;
      draw();
    }
    if (event.key === "Enter" && shown[at]) {
      event.preventDefault();
      close(shown[at].value);
    }
  });
  draw();
  return done;
}

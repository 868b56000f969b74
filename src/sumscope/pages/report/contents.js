// @ts-check
// The way through the report: a list of its parts, the address of what is shown, one system lit in all parts.

import { around, h, within } from "../shared/dom.js";
import { settle } from "../shared/in-view.js";
import { copyText } from "../shared/table.js";
import { toaster } from "../shared/toast.js";

/** parts(): [{title, element}] in the order of the page; going to one opens it.
 * @param {() => { title: string, element: Element }[]} parts */
export function contents(parts) {
  let tell = null;
  /** @param {string} words */
  const say = (words) => {
    tell ??= toaster();
    tell(words);
  };
  const list = h("ul", { class: "many-list" });
  const menu = h("details", { class: "field many contents" }, h("summary", {}, "Contents"), list);
  const close = () => {
    menu.open = false;
  };
  /** @param {Element} element */
  const go = (element) => {
    close();
    settle();
    if (element instanceof HTMLDetailsElement) element.open = true;
    element.scrollIntoView();
    const target = element.querySelector("summary") ?? element.querySelector("h2");
    if (!target) return;
    if (target.tagName === "H2") target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  menu.addEventListener("toggle", () => {
    if (menu.open)
      list.replaceChildren(
        ...parts().map(({ title, element }) =>
          h(
            "li",
            {},
            h("button", { class: "link", type: "button", on: { click: () => go(element) } }, title),
          ),
        ),
      );
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) close();
  });
  const copy = h(
    "button",
    {
      type: "button",
      on: {
        click: async () => {
          const done = await copyText(location.href);
          say(
            done
              ? "Copied the address of this view."
              : "The browser did not allow copying; the address bar has the address of this view.",
          );
        },
      },
    },
    "Copy link",
  );
  return h("div", { class: "row way" }, menu, copy);
}

/** Whatever stands for the same system (data-name) is lit while one of them has the pointer or the focus.
 * @param {HTMLElement} root */
export function highlight(root) {
  /** @type {string | null} */
  let now = null;
  /** @param {Event} event */
  const nameAt = (event) => {
    const row = around(event, "tbody tr");
    const named = around(event, "[data-name]") ?? (row && within(row, "th [data-name]"));
    return named?.dataset.name ?? null;
  };
  /** @param {Event} event */
  const light = (event) => {
    const name = event.type === "pointerleave" ? null : nameAt(event);
    if (name === now) return;
    now = name;
    for (const one of root.querySelectorAll(".same")) one.classList.remove("same");
    if (name === null) return;
    for (const one of root.querySelectorAll(`[data-name="${CSS.escape(name)}"]`))
      (one.closest("tr") ?? one).classList.add("same");
  };
  for (const type of ["pointerover", "focusin", "pointerleave"]) root.addEventListener(type, light);
}

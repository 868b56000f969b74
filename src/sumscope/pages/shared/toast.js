// @ts-check
// Toast: a short message that leaves by itself, said by screen readers, with at most one action.

import { h, put } from "./dom.js";

/** A place for messages; gives say(text, {action, label, kind, seconds}).
 * @returns {Say} */
export function toaster(parent = document.body) {
  const place = h("div", { class: "toasts no-print", role: "status", "aria-live": "polite" });
  parent.append(place);
  /** @type {Say} */
  return function say(text, { action, label = "Undo", kind = "plain", seconds = 5 } = {}) {
    while (place.children.length > 2) place.firstElementChild?.remove();
    const one = h("div", { class: `toast ${kind}` }, h("span", { dir: "auto" }, text));
    if (action)
      put(
        one,
        h(
          "button",
          {
            type: "button",
            class: "plain",
            on: {
              click: () => {
                one.remove();
                action();
              },
            },
          },
          label,
        ),
      );
    place.append(one);
    let left = setTimeout(() => one.remove(), seconds * 1000);
    one.addEventListener("pointerenter", () => clearTimeout(left));
    one.addEventListener("pointerleave", () => {
      left = setTimeout(() => one.remove(), 1500);
    });
    return () => one.remove();
  };
}

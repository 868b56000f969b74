// A short text beside an element while it is pointed at or has focus. Esc hides it.

import { h, put, uniqueId } from "./dom.js";

/** Attach a tooltip; `content` is a string, a node, or a function that gives one. */
export function tooltip(element, content) {
  let box = null;
  const hide = () => {
    box?.remove();
    box = null;
    element.removeAttribute("aria-describedby");
  };
  const show = () => {
    if (box) return;
    const made = typeof content === "function" ? content() : content;
    if (!made) return;
    box = h("div", { class: "tooltip", role: "tooltip", id: uniqueId("tip") });
    put(box, made);
    (element.closest("dialog") ?? document.body).append(box);
    element.setAttribute("aria-describedby", box.id);
    place(element, box);
  };
  element.addEventListener("pointerenter", show);
  element.addEventListener("pointerleave", hide);
  element.addEventListener("focus", show);
  element.addEventListener("blur", hide);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && box) {
      event.stopPropagation();
      hide();
    }
  });
  return element;
}

function place(element, box) {
  const at = element.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = Math.max(4, Math.min(innerWidth - size.width - 4, at.left + at.width / 2 - size.width / 2));
  const above = at.top - size.height - 6;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${above > 4 ? above : at.bottom + 6}px`);
}

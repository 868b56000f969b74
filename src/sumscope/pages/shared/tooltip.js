// @ts-check
// A short text beside an element while it is pointed at or has focus. Esc hides it.
//
// One set of listeners on the document serves every element: thousands of dots have a tooltip each.

import { h, put, uniqueId } from "./dom.js";

/** @typedef {Child | ((element: any) => Child)} Tip */

/** @type {WeakMap<Element, Tip>} */
const texts = new WeakMap();
/** @type {{ element: Element, box: HTMLElement } | null} */
let shown = null;
let listening = false;

/** Attach a tooltip; `content` is a string, a node, or a function of the element that gives one.
 * @template {Element} E @param {E} element @param {Tip} content @returns {E} */
export function tooltip(element, content) {
  if (content) texts.set(element, content);
  else texts.delete(element);
  if (!listening) listen();
  return element;
}

/** The nearest element with a tooltip, from a target outwards.
 * @param {EventTarget | null} target @returns {Element | null} */
function owner(target) {
  let at = target instanceof Element ? target : null;
  while (at && !texts.has(at)) at = at.parentElement;
  return at;
}

/** @param {EventTarget | null} target */
const inside = (target) => target instanceof Node && Boolean(shown?.element.contains(target));

function hide() {
  if (!shown) return;
  shown.box.remove();
  shown.element.removeAttribute("aria-describedby");
  shown = null;
}

/** @param {Element} element */
function show(element) {
  if (shown?.element === element) return;
  hide();
  const content = texts.get(element);
  const made = typeof content === "function" ? content(element) : content;
  if (!made) return;
  const box = h("div", { class: "tooltip", role: "tooltip", id: uniqueId("tip") });
  put(box, made);
  (element.closest("dialog") ?? document.body).append(box);
  element.setAttribute("aria-describedby", box.id);
  shown = { element, box };
  place(element, box);
}

function listen() {
  listening = true;
  /** @param {Event} event */
  const enter = (event) => {
    const found = owner(event.target);
    if (found) show(found);
  };
  /** @param {MouseEvent | FocusEvent} event */
  const leave = (event) => {
    if (inside(event.target) && !inside(event.relatedTarget)) hide();
  };
  document.addEventListener("pointerover", (event) => {
    if (shown && !shown.element.isConnected) hide();
    enter(event);
  });
  document.addEventListener("pointerout", leave);
  document.addEventListener("focusin", enter);
  document.addEventListener("focusout", leave);
  // It stays beside what it belongs to, and goes with it.
  document.addEventListener(
    "scroll",
    () => {
      if (!shown) return;
      const at = shown.element.getBoundingClientRect();
      if (!shown.element.isConnected || at.bottom < 0 || at.top > innerHeight) hide();
      else place(shown.element, shown.box);
    },
    { capture: true, passive: true },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !shown) return;
      // Esc closes the tooltip of what has the focus, and nothing else with it.
      if (inside(event.target)) event.stopPropagation();
      hide();
    },
    true,
  );
}

/** @param {Element} element @param {HTMLElement} box */
function place(element, box) {
  const at = element.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = Math.max(
    4,
    Math.min(innerWidth - size.width - 4, at.left + at.width / 2 - size.width / 2),
  );
  const above = at.top - size.height - 6;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${above > 4 ? above : at.bottom + 6}px`);
}

// @ts-check
// Elements from values. Text only ever becomes a text node; no markup is parsed anywhere.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set([
  "value",
  "checked",
  "disabled",
  "hidden",
  "selected",
  "indeterminate",
  "tabIndex",
  "open",
  "draggable",
  "readOnly",
]);

/** @param {string} address */
function safeAddress(address) {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address);
  return !scheme || ["http", "https", "mailto", "blob"].includes(scheme[1].toLowerCase());
}

/** @template {HTMLElement | SVGElement} E @param {E} element @param {Attributes | null | undefined} attributes @param {Child[]} children @returns {E} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || (value === false && !PROPERTIES.has(name)))
      continue;
    if (name === "on")
      for (const [type, listener] of Object.entries(value))
        element.addEventListener(type, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "css")
      for (const [property, set] of Object.entries(value)) element.style.setProperty(property, set);
    else if (PROPERTIES.has(name) && element.namespaceURI !== SVG)
      Object.assign(element, { [name]: value });
    else if (/^on|^style$|^srcdoc$/i.test(name))
      throw new Error(`attribute ${name} is not allowed`);
    else if (/^(href|src|action)$/.test(name) && !safeAddress(String(value))) continue;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, children);
  return element;
}

/** Append children: nodes, strings, numbers, arrays of these; null, undefined and false are left out.
 * @template {Element} E @param {E} element @param {...Child} children @returns {E} */
export function put(element, ...children) {
  for (const child of /** @type {Exclude<Child, Child[]>[]} */ (children.flat(9))) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** An HTML element: h("p", {class: "soft", on: {click: f}}, "text", node).
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes | null} [attributes] @param {...Child} children @returns {HTMLElementTagNameMap[K]} */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element.
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes | null} [attributes] @param {...Child} children @returns {SVGElementTagNameMap[K]} */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replace everything inside an element.
 * @template {Element} E @param {E} element @param {...Child} children @returns {E} */
export function replace(element, ...children) {
  element.replaceChildren();
  return put(element, children);
}

let made = 0;

/** An id that no other element of this page has. */
export function uniqueId(prefix = "x") {
  made += 1;
  return `${prefix}-${made}`;
}

/** A text for screen readers only.
 * @param {string} text */
export function hiddenText(text) {
  return h("span", { class: "hidden-text" }, text);
}

/** The nearest element that fits, from where an event came outwards.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** The nearest thing inside that fits, as an element that can take the focus.
 * @param {ParentNode} root @param {string} selector @returns {HTMLElement | null} */
export function within(root, selector) {
  return root.querySelector(selector);
}

/** The element of the page with this id.
 * @param {string} id @returns {HTMLElement} */
export function pageElement(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** The data that stand in the page under this id; null without them.
 * @param {string} id @returns {any} */
export function pageData(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** What was chosen in the list that an event comes from.
 * @param {Event} event */
export function chosenIn(event) {
  return event.target instanceof HTMLSelectElement ? event.target.value : "";
}

/** Is a text field in use, so that letters belong to it?
 * @param {Event} event */
export function typing(event) {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        "textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=button])",
      ))
  );
}

/** Roving focus: one element of a group is in the tab order, arrow keys move. Gives a function to call after elements came or went.
 * @param {HTMLElement | SVGElement} group @param {string} selector @param {{ columns?: () => number, onMove?: (element: Focusable) => void }} options */
export function roving(group, selector, { columns = () => 1, onMove } = {}) {
  const all = () => /** @type {Focusable[]} */ ([...group.querySelectorAll(selector)]);
  /** @param {Focusable[]} items @param {number} at */
  const choose = (items, at) => {
    const next = items[Math.max(0, Math.min(items.length - 1, at))];
    if (!next) return;
    for (const item of items)
      if (item !== next && item.getAttribute("tabindex") === "0")
        item.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
    onMove?.(next);
  };
  const move = (/** @type {KeyboardEvent} */ event) => {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = all();
    const at = items.findIndex((item) => item === document.activeElement);
    if (at < 0) return;
    const forward = getComputedStyle(group).direction === "rtl" ? -1 : 1;
    const wide = columns();
    const step = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: wide,
      ArrowUp: -wide,
      Home: -items.length,
      End: items.length,
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(items, at + step);
  };
  group.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent) move(event);
  });
  const refresh = () => {
    const items = all();
    let reached = false;
    for (const item of items) {
      if (!item.hasAttribute("tabindex")) item.setAttribute("tabindex", "-1");
      else if (item.getAttribute("tabindex") === "0") reached = true;
    }
    if (!reached) items[0]?.setAttribute("tabindex", "0");
  };
  refresh();
  return refresh;
}

// @ts-check
// Save a drawing of the page as an SVG file that looks the same without the page's style sheet.

import { h, s } from "./dom.js";

const LOOK = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
];
const DROPPED = ["class", "role", "tabindex", "aria-label", "aria-describedby", "data-name"];

/** The text of an SVG file: what a drawing shows now, with its colours and fonts inside.
 * @param {SVGSVGElement} svg */
export function svgText(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  /** @param {SVGSVGElement} root @returns {Element[]} */
  const inside = (root) => [root, ...root.querySelectorAll("*")];
  const [all, copies] = [inside(svg), inside(copy)];
  all.forEach((element, at) => {
    const look = getComputedStyle(element);
    for (const name of LOOK) copies[at].setAttribute(name, look.getPropertyValue(name));
    for (const name of DROPPED) copies[at].removeAttribute(name);
    if (element.classList.contains("hit") || element.classList.contains("brush"))
      copies[at].setAttribute("data-away", "");
  });
  for (const one of copy.querySelectorAll("[data-away]")) one.remove();
  const ground = s("rect");
  for (const [name, value] of Object.entries({
    width: "100%",
    height: "100%",
    fill: getComputedStyle(document.body).backgroundColor,
  }))
    ground.setAttribute(name, value);
  copy.prepend(ground);
  copy.setAttribute("xmlns", svg.namespaceURI ?? "");
  return new XMLSerializer().serializeToString(copy);
}

/** A button that saves the drawing inside `root`; its name becomes the name of the file.
 * @param {Element} root */
export function saveButton(root) {
  const save = () => {
    /** @type {SVGSVGElement | null} */
    const svg = root.querySelector("svg.canvas");
    if (!svg) return;
    const name =
      (svg.getAttribute("aria-label") ?? "chart")
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "")
        .slice(0, 80) || "chart";
    const address = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
    h("a", { href: address, download: `${name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  return h(
    "button",
    { class: "plain small save-chart no-print", type: "button", on: { click: save } },
    "Save chart as SVG",
  );
}

// @ts-check
// Clicking and dragging on the board of clusters.

import { around, h } from "../../shared/dom.js";
import { plural } from "../../shared/format.js";

/** @param {Event} event */
const itemOf = (event) => around(event, ".card")?.dataset.item ?? null;

/** @param {HTMLElement} element @param {BoardView} view */
export function pointer(element, view) {
  /** @type {string[] | null} */
  let dragged = null;
  /** @type {HTMLElement | null} */
  let lit = null;
  element.addEventListener("click", (event) => {
    const item = itemOf(event);
    if (item !== null) view.pick(item, event);
  });
  element.addEventListener("focusin", (event) => {
    const node = around(event, "[data-stop]");
    const place =
      node?.dataset.item ?? node?.closest("[data-cluster]")?.getAttribute("data-cluster");
    if (place && place !== view.board.current) view.focus(place);
  });
  element.addEventListener("dragstart", (event) => {
    const item = itemOf(event);
    if (item === null || !event.dataTransfer) return;
    if (!view.board.selected.has(item)) view.selectOnly(item);
    view.focus(item);
    dragged = view.board.subject();
    event.dataTransfer.setData("text/plain", dragged.join("\n"));
    event.dataTransfer.effectAllowed = "move";
    const ghost = h("div", { class: "drag-ghost" }, plural(dragged.length, "sentence"));
    document.body.append(ghost);
    event.dataTransfer.setDragImage(ghost, -8, 12);
    requestAnimationFrame(() => ghost.remove());
    element.classList.add("dragging");
  });
  /** @param {DragEvent} event */
  const over = (event) => (dragged ? around(event, "[data-drop], [data-cluster]") : null);
  /** @param {HTMLElement | null} node */
  const light = (node) => {
    if (lit === node) return;
    lit?.classList.remove("drop-here");
    node?.classList.add("drop-here");
    lit = node;
  };
  element.addEventListener("dragover", (event) => {
    const node = over(event);
    light(node);
    if (node) event.preventDefault();
  });
  element.addEventListener("drop", (event) => {
    const node = over(event);
    if (!node || !dragged) return;
    event.preventDefault();
    const items = dragged;
    if (node.dataset.cluster) view.send(node.dataset.cluster, items);
    else if (node.dataset.drop === "new") view.create(items);
    else view.send(node.dataset.drop === "aside" ? "aside" : null, items);
  });
  element.addEventListener("dragend", () => {
    dragged = null;
    light(null);
    element.classList.remove("dragging");
  });
}

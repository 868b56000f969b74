// Clicking and dragging on the board of clusters.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/format.js";

/** view: what the board can do; see cluster.js. */
export function pointer(element, view) {
  let dragged = null;
  let lit = null;
  element.addEventListener("click", (event) => {
    const node = event.target.closest(".card");
    if (node) view.pick(node, event);
  });
  element.addEventListener("focusin", (event) => {
    const node = event.target.closest("[data-stop]");
    if (node) view.onFocus(node);
  });
  element.addEventListener("dragstart", (event) => {
    const node = event.target.closest?.(".card");
    if (!node) return;
    if (!view.isSelected(view.itemOf(node))) view.selectOnly(view.itemOf(node));
    view.focus(node);
    dragged = view.subject();
    event.dataTransfer.setData("text/plain", dragged.join("\n"));
    event.dataTransfer.effectAllowed = "move";
    const ghost = h("div", { class: "drag-ghost" }, plural(dragged.length, "sentence"));
    document.body.append(ghost);
    event.dataTransfer.setDragImage(ghost, -8, 12);
    requestAnimationFrame(() => ghost.remove());
    element.classList.add("dragging");
  });
  const over = (event) =>
    (dragged ? event.target.closest?.("[data-drop], [data-cluster]") : null) ?? null;
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
    if (!node) return;
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

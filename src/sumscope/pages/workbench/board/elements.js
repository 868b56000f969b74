// @ts-check
// The elements of the board of clusters: unsorted sentences, the columns of clusters, the tray.

import { h, put, replace } from "../../shared/dom.js";
import { arrange } from "../cards.js";

export const ORDERS = {
  reading: "Reading order",
  near: "Similar ones together",
  disputed: "Most disputed first",
};

/** @typedef {keyof typeof ORDERS} Order */
/** @typedef {ReturnType<typeof boardElements>} BoardElements */

/** What can be done with buttons and fields.
 * @typedef {object} BoardActions
 * @property {() => void} filter
 * @property {() => void} reorder
 * @property {() => void} toggleTray
 * @property {() => void} create
 * @property {(target: string | null) => void} send
 * @property {() => void} rankAll
 * @property {() => void} foldAll */

/** @param {{ orders: Order[], order: Order, beside?: HTMLElement, on: BoardActions }} options */
export function boardElements({ orders, order: chosen, beside, on }) {
  const unsorted = cardList("Unsorted sentences", "unsorted");
  const tray = cardList("Sentences set aside", "aside");
  const columns = h("div", { class: "columns" });
  const unsortedCount = h("span", { class: "soft number" });
  const trayCount = h("span", { class: "soft number" });
  const find = h("input", {
    type: "search",
    placeholder: "Filter ( / )",
    "aria-label": "Filter sentences",
    on: { input: on.filter },
  });
  const order = h(
    "select",
    { "aria-label": "Order of unsorted sentences", on: { change: on.reorder } },
    orders.map((name) => h("option", { value: name }, ORDERS[name])),
  );
  order.value = chosen;
  const trayHead = h("button", { type: "button", class: "plain", on: { click: on.toggleTray } });
  const done = h(
    "p",
    { class: "empty all-done", hidden: true },
    "Everything has a place. Check coverage, go through the sentences set aside once more, and rank the clusters.",
  );
  const left = h(
    "section",
    { class: "left", "aria-label": "Sentences" },
    h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Unsorted ", unsortedCount),
      orders.length > 1 && order,
      find,
    ),
    h("div", { class: "scroller", data: { drop: "unsorted" } }, unsorted, done),
    h(
      "div",
      { class: "tray", data: { drop: "aside" } },
      h("div", { class: "pane-head" }, h("h2", {}, trayHead), trayCount),
      h("div", { class: "scroller" }, tray),
    ),
  );
  const picked = h("span", { class: "small picked number", role: "status" });
  const board = h(
    "section",
    { class: "board", "aria-label": "Clusters" },
    h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Clusters"),
      button("New", "New cluster with the selected sentences (n)", on.create),
      button("Set aside", "Set the selected sentences aside (x)", () => on.send("aside")),
      button("Unsort", "Back to the unsorted sentences (u)", () => on.send(null)),
      button("Rank…", "Order the clusters by importance (p)", on.rankAll),
      button("Fold all", "Fold or unfold all clusters (z)", on.foldAll),
      picked,
    ),
    h(
      "div",
      { class: "scroller" },
      columns,
      h(
        "button",
        { type: "button", class: "new-zone", data: { drop: "new" }, on: { click: on.create } },
        "＋ New cluster",
        h("kbd", {}, "n"),
      ),
    ),
  );
  return {
    element: h("div", { class: "cluster-space" }, left, board, beside),
    unsorted,
    tray,
    columns,
    find,
    order,
    picked,

    /** Show the two lists of sentences beside the board.
     * @param {Board} state @param {(item: string) => HTMLElement} card */
    drawLists(state, card) {
      const free = state.all("unsorted");
      arrange(unsorted, free.map(card));
      arrange(tray, state.tray.map(card));
      done.hidden = free.length > 0;
      replace(trayHead, state.trayOpen ? "▾ " : "▸ ", "Set aside");
      trayHead.setAttribute("aria-expanded", String(state.trayOpen));
      if (tray.parentElement) tray.parentElement.hidden = !state.trayOpen;
      this.drawCounts(state);
    },

    /** @param {Board} state */
    drawCounts(state) {
      /** @param {string[]} items */
      const words = (items) =>
        state.found ? `${state.countFound(items)} of ${items.length}` : String(items.length);
      unsortedCount.textContent = words(state.all("unsorted"));
      trayCount.textContent = words(state.tray);
    },

    /** Clusters in columns, each always in the same one, so that a place can be remembered.
     * @param {HTMLElement[]} boxes */
    drawColumns(boxes) {
      const wide = columns.clientWidth || 700;
      const many = Math.max(1, Math.min(6, Math.floor(wide / 300)));
      while (columns.children.length < many) put(columns, h("div", { class: "column" }));
      while (columns.children.length > many) columns.lastChild?.remove();
      [...columns.children].forEach((column, at) =>
        arrange(
          column,
          boxes.filter((_, index) => index % many === at),
        ),
      );
    },
  };
}

/** @param {string} label @param {string} zone */
function cardList(label, zone) {
  return h("ul", {
    class: "cards",
    role: "listbox",
    "aria-label": label,
    "aria-multiselectable": "true",
    data: { zone },
  });
}

/** @param {string} label @param {string} title @param {() => void} run */
function button(label, title, run) {
  return h("button", { type: "button", title, on: { click: run } }, label);
}

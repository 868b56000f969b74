// @ts-check
// One cluster on the board: a head with code, label, counts and rank, and the list of its sentences.

import { h, replace } from "../../shared/dom.js";
import { plural } from "../../shared/format.js";
import { arrange } from "../cards.js";

/** @typedef {ReturnType<typeof clusterBox>} ClusterBox */

/** What a head and a list show.
 * @typedef {object} BoxState
 * @property {ClusterGroup} group
 * @property {number} number
 * @property {string} mark the key of the cluster
 * @property {() => Element[]} cards
 * @property {number} documents
 * @property {boolean} folded
 * @property {number} sending how many sentences are selected
 * @property {string} [note]
 * @property {string} [broken] */

/** Hears what was entered, null where it was given up.
 * @callback Edited @param {string | null} value @param {"key" | "blur"} way @returns {void} */

/** @param {string} id
 * @param {Record<"add" | "label" | "rank" | "fold" | "menu", () => void>} actions */
export function clusterBox(id, actions) {
  const code = h("button", {
    type: "button",
    class: "code",
    tabIndex: -1,
    on: { click: () => actions.add() },
  });
  const label = h("button", {
    type: "button",
    class: "label",
    tabIndex: -1,
    data: { stop: "head" },
    on: { click: () => actions.label() },
  });
  const count = h("span", { class: "counts small number" });
  const rank = h("button", {
    type: "button",
    class: "rank small",
    tabIndex: -1,
    title: "Rank (r)",
    on: { click: () => actions.rank() },
  });
  const fold = h("button", {
    type: "button",
    class: "plain fold",
    tabIndex: -1,
    title: "Fold (f)",
    on: { click: () => actions.fold() },
  });
  const menu = h(
    "button",
    {
      type: "button",
      class: "plain more",
      tabIndex: -1,
      "aria-haspopup": "dialog",
      title: "Merge, break off, note, drop",
      on: { click: () => actions.menu() },
    },
    "⋯",
  );
  const note = h("p", { class: "note small", hidden: true, dir: "auto" });
  const list = h("ul", { class: "cards", role: "listbox", "aria-multiselectable": "true" });
  const title = h("h3", { dir: "auto" }, label);
  const element = h(
    "section",
    { class: "cluster", data: { cluster: id } },
    h("div", { class: "cluster-head" }, code, title, count, rank, fold, menu),
    note,
    list,
  );
  /** @type {ClusterGroup | null} */
  let now = null;
  let shown = "";
  /** @type {string[] | null} */
  let held = null;

  /** @param {string | number} old @param {Edited} done @param {{ kind: "label" | "rank", title: string }} what */
  function edit(old, done, { kind, title: asked }) {
    const field = h("input", {
      type: kind === "rank" ? "number" : "text",
      min: 1,
      max: 9999,
      maxlength: 4000,
      class: kind,
      value: old ?? "",
      "aria-label": asked,
      placeholder: kind === "rank" ? "" : "One sentence that says what it is about",
    });
    let over = false;
    /** @param {string | null} value @param {"key" | "blur"} way */
    const finish = (value, way) => {
      if (over) return;
      over = true;
      field.replaceWith(kind === "rank" ? rank : label);
      done(value, way);
    };
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || (event.key === "Tab" && kind !== "rank")) {
        event.preventDefault();
        finish(field.value, "key");
      } else if (event.key === "Escape") {
        event.preventDefault();
        finish(null, "key");
      }
    });
    field.addEventListener("blur", () => finish(field.value, "blur"));
    (kind === "rank" ? rank : label).replaceWith(field);
    field.focus();
    field.select();
  }

  return {
    id,
    element,
    head: label,
    list,
    /** @param {BoxState} state */
    update({ group, number, mark, cards, documents, folded, sending, note: said, broken }) {
      now = group;
      const name = group.label ?? "No label yet";
      const size = group.items.length;
      if (held !== group.items || list.childElementCount !== size) arrange(list, cards());
      held = group.items;
      const sign = JSON.stringify([
        group.label,
        group.rank,
        size,
        number,
        mark,
        documents,
        folded,
        sending,
        said,
        broken,
      ]);
      if (sign === shown) return; // most clusters stay as they are at each action
      shown = sign;
      if (label.textContent !== name) replace(label, name);
      label.classList.toggle("none", group.label === null);
      label.setAttribute(
        "aria-label",
        `Cluster ${number}${mark ? `, key ${mark}` : ""}: ${name}, ${plural(size, "sentence")} from ${plural(documents, "document")}, ${group.rank === null ? "no rank" : `rank ${group.rank}`}${broken ? `, to fix: ${broken}` : ""}`,
      );
      code.textContent = mark || "·";
      code.title = sending
        ? `Put ${plural(sending, "sentence")} here (${mark || "g"})`
        : mark
          ? `Key ${mark}`
          : "Press g to choose it";
      code.setAttribute("aria-label", `Put what is selected into cluster ${number}`);
      code.classList.toggle("ready", sending > 0);
      count.textContent = `${size} · ${documents}D`;
      count.title = `${plural(size, "sentence")} from ${plural(documents, "document")}`;
      rank.textContent = group.rank === null ? "rank" : `#${group.rank}`;
      rank.setAttribute(
        "aria-label",
        group.rank === null ? `Rank cluster ${number}` : `Rank ${group.rank} of cluster ${number}`,
      );
      fold.textContent = folded ? "▸" : "▾";
      fold.setAttribute("aria-expanded", String(!folded));
      fold.setAttribute(
        "aria-label",
        folded ? `Unfold cluster ${number}` : `Fold cluster ${number}`,
      );
      menu.setAttribute("aria-label", `More for cluster ${number}`);
      list.setAttribute("aria-label", `Sentences of cluster ${number}: ${name}`);
      list.hidden = folded || size === 0;
      note.hidden = !said;
      note.textContent = said ? `✎ ${said}` : "";
      element.classList.toggle("broken", Boolean(broken));
      element.classList.toggle("folded", folded);
    },
    /** @param {Edited} done */
    editLabel(done) {
      edit(now?.label ?? "", done, { kind: "label", title: "Label of the cluster" });
    },
    /** @param {Edited} done */
    editRank(done) {
      edit(now?.rank ?? "", done, { kind: "rank", title: "Rank of the cluster" });
    },
  };
}

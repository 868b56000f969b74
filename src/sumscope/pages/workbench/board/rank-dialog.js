// @ts-check
// Order the clusters by importance; their places become their ranks.

import { h, replace, within } from "../../shared/dom.js";
import { openDialog } from "../../shared/dialog.js";
import { plural } from "../../shared/format.js";

/** Gives the operations that make the chosen order the ranks, or null.
 * @param {ClusterGroup[]} groups @returns {Promise<Op[] | null>} */
export async function rankDialog(groups) {
  const order = [...groups].sort(
    (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || groups.indexOf(a) - groups.indexOf(b),
  );
  const list = h("ol", { class: "ranking", "aria-label": "Clusters, most important first" });
  const said = h("p", { class: "hidden-text", role: "status" });
  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const [one] = order.splice(from, 1);
    order.splice(to, 0, one);
    draw();
    within(list.children[to], "button.name")?.focus();
    said.textContent = `${one.label ?? "No label"}: rank ${to + 1}`;
  };
  const draw = () =>
    replace(
      list,
      order.map((group, at) =>
        h(
          "li",
          {
            draggable: true,
            on: {
              dragstart: ({ dataTransfer }) => {
                if (!dataTransfer) return;
                dataTransfer.setData("text/plain", String(at));
                dataTransfer.effectAllowed = "move";
              },
              dragover: (event) => event.preventDefault(),
              drop: (event) => {
                event.preventDefault();
                move(Number(event.dataTransfer?.getData("text/plain")), at);
              },
            },
          },
          h("span", { class: "place number" }, at + 1),
          h(
            "button",
            {
              type: "button",
              class: "plain name grow",
              dir: "auto",
              on: {
                keydown: (event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (!step) return;
                  event.preventDefault();
                  if (event.altKey || event.shiftKey) move(at, at + step);
                  else if (list.children[at + step])
                    within(list.children[at + step], "button.name")?.focus();
                },
              },
            },
            group.label ?? "No label yet",
            h("span", { class: "soft small" }, ` ${plural(group.items.length, "sentence")}`),
          ),
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": `Move up: ${group.label ?? "no label"}`,
              tabIndex: -1,
              disabled: at === 0,
              on: { click: () => move(at, at - 1) },
            },
            "↑",
          ),
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": `Move down: ${group.label ?? "no label"}`,
              tabIndex: -1,
              disabled: at === order.length - 1,
              on: { click: () => move(at, at + 1) },
            },
            "↓",
          ),
        ),
      ),
    );
  draw();
  const { done, element } = openDialog({
    title: "Rank the clusters",
    wide: true,
    body: [
      h(
        "p",
        { class: "soft" },
        "Most important first. Arrow keys move between clusters, Shift with an arrow moves the cluster; or drag.",
      ),
      list,
      said,
    ],
    buttons: [
      { label: "Use this order", value: true, main: true },
      { label: "Cancel", value: null },
    ],
  });
  within(element, "button.name")?.focus();
  if (!(await done)) return null;
  return order
    .map((group, at) => ({ group, rank: at + 1 }))
    .filter(({ group, rank }) => group.rank !== rank)
    .map(({ group, rank }) => ({ do: "rank", cluster: group.id, rank }));
}

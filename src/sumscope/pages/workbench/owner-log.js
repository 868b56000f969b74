// A judge's log, and the work as it was after any entry.

import { h } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { plural, shorten } from "../shared/format.js";
import { timeline } from "../shared/timeline.js";
import { get, path } from "./api.js";

/** Show what a judge did; an entry opens the state after it. */
export async function showLog(attempt, judge, id) {
  const log = await attempt(() => get(path`/api/tasks/${id}/log`));
  if (!log) return;
  const entries = log.ops.map((entry) => ({
    at: entry.at,
    words: describe(entry.op),
    version: entry.version,
  }));
  openDialog({
    title: `${judge}: what was done`,
    wide: true,
    body: [
      h("p", { class: "soft small" }, "Choose an entry to see the work as it was after it."),
      timeline({
        entries,
        label: `Log of ${judge}`,
        onChoose: (entry) => showState(attempt, judge, id, entry.version),
      }),
    ],
  });
}

async function showState(attempt, judge, id, version) {
  const task = await attempt(() => get(`${path`/api/tasks/${id}`}?version=${version}`));
  if (task)
    openDialog({
      title: `${judge}, after ${plural(version, "action")}`,
      wide: true,
      body: h("div", { class: "state" }, STATES[task.task](task.state, task)),
    });
}

function describe(op) {
  const { do: action, ...rest } = op;
  const words = Object.entries(rest).map(
    ([key, value]) =>
      `${key} ${Array.isArray(value) ? value.join(", ") : value === null ? "none" : value}`,
  );
  return [action, ...words].join(" · ");
}

function texts(task) {
  const known = new Map(task.items.map((item) => [item.id, item.text ?? item.id]));
  return (ids) =>
    h(
      "ul",
      {},
      ids.map((id) => h("li", { dir: "auto" }, shorten(known.get(id) ?? id, 160))),
    );
}

const STATES = {
  cluster: (state, task) => {
    const list = texts(task);
    return [
      state.clusters.map((one) =>
        h(
          "section",
          {},
          h(
            "h3",
            { dir: "auto" },
            one.label ?? "No label",
            one.rank !== null && h("span", { class: "soft" }, ` rank ${one.rank}`),
          ),
          list(one.items),
        ),
      ),
      h("section", {}, h("h3", {}, `Set aside: ${state.aside.length}`), list(state.aside)),
    ];
  },
  link: (state, task) =>
    task.targets.map((target) =>
      h(
        "section",
        {},
        h("h3", { dir: "auto" }, target.text),
        texts(task)(state.links[target.id] ?? []),
      ),
    ),
  extract: (state, task) => texts(task)(state.picked),
  rate: (state) =>
    h(
      "ul",
      {},
      Object.entries(state.ratings).map(([item, given]) =>
        h(
          "li",
          {},
          `Summary ${item}: ${Object.entries(given)
            .map(([scale, value]) => `${scale} ${value}`)
            .join(", ")}`,
        ),
      ),
    ),
  prefer: (state) =>
    h(
      "ul",
      {},
      Object.entries(state.choices).map(([item, choice]) =>
        h(
          "li",
          {},
          `Comparison ${item}: ${typeof choice === "string" ? choice : `best ${choice.best ?? "–"}, worst ${choice.worst ?? "–"}`}`,
        ),
      ),
    ),
};

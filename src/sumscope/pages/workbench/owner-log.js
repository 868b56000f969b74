// @ts-check
// A judge's log, and the work as it was after any entry.

import { h } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { plural } from "../shared/format.js";
import { timeline } from "../shared/timeline.js";
import { get, path } from "./api.js";
import { TASKS } from "./tasks/registry.js";

/** Show what a judge did; an entry opens the state after it.
 * @param {Attempt} attempt @param {string} judge @param {string} id */
export async function showLog(attempt, judge, id) {
  const log = await attempt(() => get(path`/api/tasks/${id}/log`));
  if (!log) return;
  const entries = log.ops.map((/** @type {LogEntry} */ entry) => ({
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
        onChoose: ({ version }) => showState(attempt, judge, id, version ?? 0),
      }),
    ],
  });
}

/** @param {Attempt} attempt @param {string} judge @param {string} id @param {number} version */
async function showState(attempt, judge, id, version) {
  const task = await attempt(() => get(`${path`/api/tasks/${id}`}?version=${version}`));
  if (task)
    openDialog({
      title: `${judge}, after ${plural(version, "action")}`,
      wide: true,
      body: h("div", { class: "state" }, TASKS[task.task].shown(task.state, task)),
    });
}

/** @param {Op} op */
function describe(op) {
  const { do: action, ...rest } = op;
  const words = Object.entries(rest).map(
    ([key, value]) =>
      `${key} ${Array.isArray(value) ? value.join(", ") : value === null ? "none" : value}`,
  );
  return [action, ...words].join(" · ");
}

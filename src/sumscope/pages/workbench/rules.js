// @ts-check
// The rules of a task, checked live: the twin of sumscope.covers.rules for states that the page can reach.

import { TASKS } from "./tasks/registry.js";

/** Rules that are broken.
 * @param {Brief} brief @param {any} state @returns {Broken[]} */
export function check(brief, state) {
  return TASKS[brief.task].rules?.(brief, state) ?? [];
}

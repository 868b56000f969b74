// @ts-check
// The algebra of operations, the twin of sumscope.workbench.operations. What a kind of task adds stands in its
// module in tasks/. States are never changed, only replaced.

import { TASKS } from "./tasks/registry.js";
import { Refused, keys, text, withoutNotes } from "./twin.js";

/** States to go back or forward to, the nearest first.
 * @typedef {{ state: any, rest: Steps } | null} Steps */

/** What operations need to know about a task, from the answer of GET /api/tasks/ID.
 * @param {TaskPage} task @returns {Brief} */
export function makeBrief(task) {
  return {
    task: task.task,
    items: task.items,
    documents: new Map(task.items.map((item) => [item.id, item.document ?? ""])),
    words: new Map(task.items.map((item) => [item.id, item.words ?? 0])),
    targets: task.targets ?? [],
    targetIds: new Set((task.targets ?? []).map((target) => target.id)),
    scales: new Map((task.scales ?? []).map((scale) => [scale.name, scale])),
    options: new Map(
      task.items.map((item) => [item.id, (item.options ?? []).map((option) => option.id)]),
    ),
    limit: task.limit?.words ?? null,
  };
}

/** A state with the states to go back and forward to, each list as nested pairs. */
export class Session {
  /** @param {any} state @param {Steps} [past] @param {Steps} [future] */
  constructor(state, past = null, future = null) {
    this.state = state;
    this.past = past;
    this.future = future;
  }

  /** Carry out one operation of any kind; throws Refused and changes nothing if it does not fit.
   * @param {Brief} brief @param {Op} op @returns {Session} */
  apply(brief, op) {
    if (op === null || typeof op !== "object" || Array.isArray(op))
      throw new Refused("an operation is an object with `do`");
    const { operations } = TASKS[brief.task];
    if (op.do === "undo") {
      keys(op, []);
      if (!this.past) throw new Refused("there is nothing to undo");
      return new Session(this.past.state, this.past.rest, { state: this.state, rest: this.future });
    }
    if (op.do === "redo") {
      keys(op, []);
      if (!this.future) throw new Refused("there is nothing to redo");
      return new Session(
        this.future.state,
        { state: this.state, rest: this.past },
        this.future.rest,
      );
    }
    let after;
    if (op.do === "note") {
      const place = operations.notePlace(brief, this.state, op);
      after = { ...this.state, notes: noted(this.state.notes, place, op) };
    } else if (operations.actions.includes(op.do)) after = operations.apply(brief, this.state, op);
    else throw new Refused(`unknown operation ${String(op.do)}`);
    return new Session(after, { state: this.state, rest: this.past }, null);
  }
}

/** @param {Notes} notes @param {string} place @param {Op} op */
function noted(notes, place, op) {
  const said = text(op);
  const rest = new Map(withoutNotes(notes, [place]));
  if (said !== null) rest.set(place, said);
  return rest;
}

/** The session after a log of operations.
 * @param {Brief} brief @param {Op[]} ops */
export function replay(brief, ops) {
  let session = new Session(emptyState(brief.task));
  for (const op of ops) session = session.apply(brief, op);
  return session;
}

/** @param {string} task */
export function emptyState(task) {
  return TASKS[task].operations.empty();
}

/** The state as the server gives it.
 * @param {string} task @param {any} state */
export function toJson(task, state) {
  return TASKS[task].operations.toJson(state);
}

/** A state from what the server gives.
 * @param {string} task @param {any} made */
export function fromJson(task, made) {
  return TASKS[task].operations.fromJson(made);
}

/** Units of work finished, and all of them.
 * @param {Brief} brief @param {any} state */
export function progress(brief, state) {
  const { operations } = TASKS[brief.task];
  return { done: operations.done(brief, state), units: operations.units(brief) };
}

/** Values written so that equal states give equal texts, whatever the order of keys.
 * @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}

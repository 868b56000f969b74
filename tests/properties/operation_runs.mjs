// Runs operations through the page's own module: lines of JSON in, lines of JSON out.

import { createInterface } from "node:readline";
import {
  Session,
  emptyState,
  makeBrief,
  progress,
  toJson,
} from "../../src/sumscope/pages/workbench/ops.js";
import { check } from "../../src/sumscope/pages/workbench/rules.js";
import { Refused } from "../../src/sumscope/pages/workbench/twin.js";

let briefs = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const given = JSON.parse(line);
  if (briefs === null) {
    briefs = Object.fromEntries(
      Object.entries(given).map(([task, page]) => [task, makeBrief(page)]),
    );
    continue;
  }
  const brief = briefs[given.task];
  let session = new Session(emptyState(given.task));
  const taken = [];
  for (const op of given.ops) {
    try {
      session = session.apply(brief, op);
      taken.push(1);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      taken.push(0);
    }
  }
  const state = session.state;
  process.stdout.write(
    `${JSON.stringify({
      taken,
      state: toJson(given.task, state),
      done: progress(brief, state).done,
      undo: session.past !== null,
      redo: session.future !== null,
      rules: check(brief, state),
    })}\n`,
  );
}

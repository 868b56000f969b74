// Runs operations through the page's algebra: a line {task, ops} in, a line {refused, state, rules, done} out.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`).href;
const { Session, emptyState, makeBrief, progress, toJson } = await import(`${folder}ops.js`);
const { check } = await import(`${folder}rules.js`);
const { Refused } = await import(`${folder}twin.js`);

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ops } = JSON.parse(line);
  const brief = makeBrief(task);
  let session = new Session(emptyState(task.task));
  let refused = "";
  for (const op of ops) {
    try {
      session = session.apply(brief, op);
      refused += "0";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused += "1";
    }
  }
  const state = toJson(task.task, session.state);
  process.stdout.write(
    `${JSON.stringify({ refused, state, rules: check(brief, session.state), done: progress(brief, session.state) })}\n`,
  );
}

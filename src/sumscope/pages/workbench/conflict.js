// @ts-check
// What differs between two states of a task, in words, and the dialog that lets the judge choose.

import { h } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { plural, shorten } from "../shared/format.js";
import { table } from "../shared/table.js";
import { download } from "./download.js";
import { TASKS } from "./tasks/registry.js";

const NONE = "–";

/** Rows {what, here, there}: every place where two states of the same task differ.
 * @param {Work} work @param {any} before @param {any} after */
export function differences(work, before, after) {
  const [mine, theirs] = [facts(work, before), facts(work, after)];
  const places = new Set([...mine.keys(), ...theirs.keys()]);
  const rows = [];
  for (const place of places) {
    const [a, b] = [mine.get(place), theirs.get(place)];
    const [here, there] = [a?.value ?? NONE, b?.value ?? NONE];
    if (here !== there) rows.push({ what: (a ?? b)?.what, here, there });
  }
  return rows;
}

/** @param {Work} work @param {any} state */
function facts(work, state) {
  /** @type {Map<string, { what: string, value: string }>} */
  const made = new Map();
  /** @type {AddFact} */
  const add = (place, what, value) => {
    made.set(place, { what, value: String(value) });
  };
  const texts = new Map(
    work.task.items.map((item) => [item.id, item.text ?? `Comparison ${item.id}`]),
  );
  /** @param {string} id */
  const named = (id) => shorten(texts.get(id) ?? id, 90);
  TASKS[work.brief.task].facts(work.task, state, add, named);
  for (const [place, note] of state.notes) add(`note ${place}`, `Note on ${named(place)}`, note);
  return made;
}

/** Show a conflict until the judge has chosen.
 * @param {Work} work */
export async function conflictDialog(work) {
  if (!work.conflict) return null;
  const { mine, theirs, others, ops } = work.conflict;
  const choices = work.choices();
  const rows = differences(work, mine.state, theirs.state);
  const left = choices.both.left.length;
  const { done } = openDialog({
    title: "This task was changed elsewhere",
    wide: true,
    closable: false,
    body: [
      h(
        "p",
        {},
        `Another tab or another machine made ${plural(others, "change")} to this task; ${plural(ops.length, "change")} made here ${ops.length === 1 ? "is" : "are"} not saved yet. Nothing is lost: choose what to keep.`,
      ),
      rows.length
        ? table({
            caption: "What differs",
            filter: rows.length > 12,
            copy: false,
            height: "40vh",
            rows,
            columns: [
              { key: "what", label: "Where" },
              { key: "here", label: "Here" },
              { key: "there", label: "Elsewhere" },
            ],
          })
        : h("p", {}, "Both versions look the same."),
      left > 0 &&
        h(
          "p",
          { class: "problem" },
          `With “Keep both”, ${plural(left, "change")} made here ${left === 1 ? "does" : "do"} not fit any more and would be left out.`,
        ),
      h(
        "p",
        { class: "soft small" },
        "With “Keep the other version” the changes made here are dropped: download them first if you are not sure.",
      ),
      h(
        "p",
        {},
        h(
          "button",
          {
            type: "button",
            on: { click: () => download(`${work.task.id}-changes.json`, work.answers()) },
          },
          "Download the changes made here",
        ),
      ),
    ],
    buttons: [
      { label: "Keep both: mine on top", value: "both", main: true },
      { label: "Keep only mine", value: "mine", disabled: !choices.mine },
      { label: "Keep the other version", value: "theirs" },
    ],
  });
  const answer = await done;
  const { both, mine: ours, theirs: other } = choices;
  await work.settle((answer === "mine" && ours) || (answer === "theirs" ? other : both));
  return answer;
}

// What differs between two states of a task, in words, and the dialog that lets the judge choose.

import { h } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { plural, shorten } from "../shared/format.js";
import { table } from "../shared/table.js";
import { download } from "./download.js";

const NONE = "–";

/** Rows {what, here, there}: every place where two states of the same task differ. */
export function differences(work, here, there) {
  const [mine, theirs] = [facts(work, here), facts(work, there)];
  const places = new Set([...mine.keys(), ...theirs.keys()]);
  const rows = [];
  for (const place of places) {
    const [a, b] = [mine.get(place)?.value ?? NONE, theirs.get(place)?.value ?? NONE];
    if (a !== b)
      rows.push({ what: (mine.get(place) ?? theirs.get(place)).what, here: a, there: b });
  }
  return rows;
}

function facts(work, state) {
  const made = new Map();
  const add = (place, what, value) => made.set(place, { what, value: String(value) });
  const texts = new Map(
    work.task.items.map((item) => [item.id, item.text ?? `Comparison ${item.id}`]),
  );
  const named = (id) => shorten(texts.get(id) ?? id, 90);
  FACTS[work.brief.task](work, state, add, named);
  for (const [place, note] of state.notes) add(`note ${place}`, `Note on ${named(place)}`, note);
  return made;
}

const FACTS = {
  cluster(work, state, add, named) {
    state.groups.forEach((group, at) => {
      const name = group.label ?? `cluster ${at + 1}, no label`;
      for (const item of group.items) add(`item ${item}`, named(item), `in “${name}”`);
      add(
        `label ${group.id}`,
        `Label of the cluster that begins with ${named(group.items[0] ?? group.id)}`,
        group.label ?? NONE,
      );
      add(`rank ${group.id}`, `Rank of “${name}”`, group.rank ?? NONE);
    });
    for (const item of state.tray) add(`item ${item}`, named(item), "set aside");
    const placed = new Set([...state.tray, ...state.groups.flatMap((group) => group.items)]);
    for (const item of work.task.items)
      if (!placed.has(item.id)) add(`item ${item.id}`, named(item.id), "unsorted");
  },
  link(work, state, add, named) {
    const targets = new Map(work.task.targets.map((target) => [target.id, target.text]));
    for (const [to, items] of state.links) {
      for (const item of items)
        add(`${to} ${item}`, `${shorten(targets.get(to), 60)} ← ${named(item)}`, "linked");
    }
  },
  extract(work, state, add, named) {
    for (const item of state.picked) add(item, named(item), "picked");
  },
  rate(work, state, add, named) {
    for (const [item, given] of state.ratings)
      for (const [scale, value] of given)
        add(`${item} ${scale}`, `${scale}: ${named(item)}`, value);
  },
  prefer(work, state, add) {
    for (const [item, choice] of state.choices) {
      add(
        item,
        `Comparison ${item}`,
        typeof choice === "string"
          ? choice
          : `best ${choice.best ?? NONE}, worst ${choice.worst ?? NONE}`,
      );
    }
  },
};

/** Show a conflict until the judge has chosen. */
export async function conflictDialog(work) {
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
  await work.settle(choices[answer ?? "both"]);
  return answer;
}

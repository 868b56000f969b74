// @ts-check
// Where judges disagree: who was put together, which sentences are disputed, how to get from one judge to another.

import { h, replace } from "../shared/dom.js";
import { heatMap } from "../shared/heat-map.js";
import { plural, shorten } from "../shared/format.js";
import { picker } from "../shared/picker.js";
import { table } from "../shared/table.js";
import { CAUSES } from "./adjudicate.js";
import { get, path, post } from "./api.js";
import { loaded } from "./owner-parts.js";
import { TASKS } from "./tasks/registry.js";

/** @param {OwnerContext} context @returns {OwnerTab} */
export function disputeTab({ project, attempt }) {
  const judges = () => project.judges.map((judge) => judge.name);
  const grouped = TASKS[project.task].groups;
  const space = h("div", { class: "stack-wide" });
  /** @param {string} part @param {Record<string, string>} query */
  const address = (part, query) =>
    `${path`/api/projects/${project.id}/`}${part}?${new URLSearchParams(query)}`;
  /** @type {Child[]} */
  const parts = [];

  /** @param {Record<string, string>} choice */
  function draw({ topic, left, right }) {
    const disputed = get(address("disagreement", { topic }));
    parts.length = 0;
    parts.push(
      loaded(async () => sentences(await disputed, topic)),
      grouped && loaded(async () => heat(await get(address("matrix", { topic })), await disputed)),
      grouped &&
        left !== right &&
        loaded(async () =>
          script(await get(address("edits", { topic, left, right })), await disputed),
        ),
    );
    replace(space, parts[0], h("div", { class: "split" }, parts[1], parts[2]));
  }

  /** @param {Disputed[]} rows @param {string} topic */
  function sentences(rows, topic) {
    if (!rows.length) return h("p", { class: "empty" }, "Nobody has begun this topic yet.");
    const names = Object.keys(rows[0].places);
    /** @param {Disputed} row */
    const cause = (row) => {
      const now = row.causes.find((one) => one.left === null && one.right === null)?.cause ?? "";
      const select = h(
        "select",
        {
          "aria-label": `Cause: ${shorten(row.text, 40)}`,
          on: {
            change: async () => {
              const next = select.value || null;
              const done = await attempt(() =>
                post(path`/api/projects/${project.id}/causes`, {
                  topic,
                  item: row.item,
                  left: null,
                  right: null,
                  cause: next,
                }),
              );
              if (done)
                row.causes = done.filter(
                  (/** @type {Disputed["causes"][0]} */ one) =>
                    one.topic === topic && one.item === row.item,
                );
              else select.value = now;
            },
          },
        },
        h("option", { value: "" }, "–"),
        Object.keys(CAUSES).map((name) => h("option", { value: name }, name)),
      );
      select.value = now;
      return select;
    };
    return table({
      caption: "Sentences, most disputed first",
      rows,
      rowKey: (row) => row.item,
      sort: { key: "disagreement", descending: true },
      height: "46vh",
      columns: [
        {
          key: "text",
          label: "Sentence",
          value: (row) => row.text,
          render: (row) => h("span", { dir: "auto", class: "clamp" }, row.text),
        },
        {
          key: "disagreement",
          label: "Disagreement",
          title:
            "Mean over pairs of judges of the share of cluster mates that only one of them gives the sentence",
          kind: "number",
          digits: 2,
        },
        ...names.map((name) => ({
          key: `place ${name}`,
          label: name,
          value: (/** @type {Disputed} */ row) =>
            row.places[name] === null ? "not placed" : row.places[name],
        })),
        { key: "cause", label: "Cause", value: (row) => row.causes[0]?.cause ?? "", render: cause },
      ],
    });
  }

  /** @param {{ items: string[], order: number[], counts: number[][], judges: number }} found @param {Disputed[]} rows */
  function heat(found, rows) {
    const texts = new Map(rows.map((row) => [row.item, row.text]));
    const { items, order, counts, judges: n } = found;
    if (!items.length || !n) return h("p", { class: "empty" }, "Nobody has begun this topic yet.");
    /** @param {number} row @param {number} column */
    const words = (row, column) => {
      const [a, b] = [items[order[row]], items[order[column]]];
      return [
        h("b", {}, `${counts[order[row]][order[column]]} of ${plural(n, "judge")}: `),
        h("span", { dir: "auto" }, `“${shorten(texts.get(a), 110)}”`),
        " with ",
        h("span", { dir: "auto" }, `“${shorten(texts.get(b), 110)}”`),
      ];
    };
    return heatMap({
      caption: "How many judges put two sentences together",
      size: items.length,
      value: (row, column) => (row === column ? NaN : counts[order[row]][order[column]] / n),
      words,
    });
  }

  /** @param {{ left: string, right: string, script: any, labels?: Record<string, (string | null)[]>, reason?: string }} found @param {Disputed[]} rows */
  function script(found, rows) {
    const texts = new Map(rows.map((row) => [row.item, row.text]));
    if (!found.script) return h("p", { class: "empty" }, found.reason ?? "No edit script.");
    const { script: made, labels } = found;
    /** @param {string} code */
    const name = (code) => {
      const one = /^([AB])(\d+)(?:>.*)?$/.exec(code);
      const label = one && labels?.[one[1]]?.[Number(one[2]) - 1];
      return label ? `${code} “${shorten(label, 46)}”` : code;
    };
    /** @param {string} id */
    const said = (id) => h("span", { dir: "auto" }, `“${shorten(texts.get(id) ?? id, 90)}”`);
    /** @param {string} title @param {any[]} list @param {(step: any) => Child} one */
    const group = (title, list, one) =>
      list.length > 0 &&
      h(
        "details",
        { open: list.length < 8 },
        h("summary", {}, `${title}: ${list.length}`),
        h(
          "ul",
          { class: "script" },
          list.map((step) => h("li", {}, one(step))),
        ),
      );
    return h(
      "section",
      {},
      h(
        "h2",
        { dir: "auto" },
        `From ${found.left} to ${found.right}: ${plural(made.steps, "step")}`,
      ),
      h(
        "p",
        { class: "soft small" },
        `Clusters of ${found.left} are A1, A2, …; those of ${found.right} B1, B2, …`,
      ),
      group("Identical clusters", made.identical, (s) => `${name(s.left)} is ${name(s.right)}`),
      group("Clusters that go on", made.kept, (s) => `${name(s.left)} becomes ${name(s.right)}`),
      group("Delete", made.deleted, (s) => [said(s.sentence), ` from ${name(s.cluster)}`]),
      group(
        "Split",
        made.splits,
        (s) =>
          `${name(s.cluster)}: ${plural(s.sentences.length, "sentence")} become ${name(s.into)}`,
      ),
      group("Merge", made.merges, (s) => `${s.clusters.map(name).join(", ")} into ${name(s.into)}`),
      group("Move", made.moves, (s) => [
        said(s.sentence),
        ` from ${name(s.cluster)} to ${name(s.into)}`,
      ]),
      group("Add", made.added, (s) => [said(s.sentence), ` to ${name(s.into)}`]),
      group("Left out by both", made.both_left_out, said),
    );
  }

  const [first, second] = judges();
  const choose = picker({
    fields: [
      {
        name: "topic",
        label: "Topic",
        options: project.topics.map((t) => ({ value: t.id, label: t.title || t.id })),
      },
      ...(!grouped || !second
        ? []
        : [
            { name: "left", label: "From judge", options: judges(), value: first },
            { name: "right", label: "to judge", options: judges(), value: second },
          ]),
    ],
    onChange: draw,
  });
  draw(choose.choices());
  return Object.assign(h("div", { class: "stack-wide" }, choose, space), {
    update: () => draw(choose.choices()),
  });
}

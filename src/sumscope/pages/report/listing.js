// @ts-check
// The summaries behind a number: of one system, worst first, or of two systems, by their difference. Each view has an address.

import { h, put } from "../shared/dom.js";
import { number, plural, shorten } from "../shared/format.js";
import { openDialog } from "../shared/dialog.js";
import { readAddress, writeAddress } from "../shared/picker.js";
import { table } from "../shared/table.js";
import { nameOf } from "./names.js";

const START = 110;
const NONE = { list: null, of: null, versus: null };

/** place(topic) -> {rank, n, mean} of a system among the systems that have a value of a column there; people are none of them.
 * @param {Model} data @param {string} name @param {string} system */
function places(data, name, system) {
  const up = data.named(name).better === "higher";
  const own = data.values(name, system);
  const all = data.systems
    .filter((one) => !one.human || one.id === system)
    .map((one) => data.values(name, one.id));
  /** @param {number} topic */
  return (topic) => {
    let [sum, n, rank] = [0, 0, 1];
    for (const values of all) {
      const value = values[topic];
      if (Number.isNaN(value)) continue;
      n += 1;
      sum += value;
      if (up ? value > own[topic] : value < own[topic]) rank += 1;
    }
    return { rank, n, mean: n ? sum / n : null };
  };
}

/** The first words of a summary, where the page holds the texts.
 * @param {Model} data @param {string} topic @param {string} system */
function beginning(data, topic, system) {
  const sentences = data.text(topic)?.peers.find((peer) => peer.id === system)?.sentences ?? [];
  const text = sentences.map((one) => one.text).join(" ");
  const letters = [...text];
  return letters.length > START ? `${letters.slice(0, START).join("")}…` : text;
}

/** Open the list that an address names: {list: column, of: system, versus: system or nothing}.
 * @param {Model} data @param {OpenReading} open @param {{ list?: string, of?: string, versus?: string }} what @param {{ push?: boolean }} options */
export function openListing(
  data,
  open,
  { list: name, of: system, versus: against },
  { push = true } = {},
) {
  if (!name || !system || !data.column.has(name) || !data.place.has(system)) return;
  if (against && !data.place.has(against)) return;
  writeAddress({ ...NONE, list: name, of: system, versus: against || null }, { push });
  const follow = () => {
    const now = readAddress();
    if (now.list !== name || now.of !== system || (now.versus ?? "") !== (against ?? ""))
      view.close("elsewhere");
  };
  const view = openDialog({
    title: against
      ? `${shorten(system, 30)} against ${shorten(against, 30)}: ${name}`
      : `${shorten(system, 40)}: ${name}`,
    wide: !against,
    body: against
      ? differences(data, open, name, system, against)
      : summaries(data, open, name, system),
    onClose: (how) => {
      removeEventListener("popstate", follow);
      if (how !== "elsewhere") writeAddress(NONE);
    },
  });
  addEventListener("popstate", follow);
}

/** @param {string} words @param {() => void} run */
const link = (words, run) =>
  h("button", { class: "link", type: "button", on: { click: run } }, nameOf(words, 32));

/** How a number was made: the signature of a measure.
 * @param {Model} data @param {string} name */
function made(data, name) {
  const signature = data.signature?.(name);
  return signature
    ? h("p", { class: "soft small" }, "Signature: ", h("code", {}, signature))
    : null;
}

/** @param {Model} data @param {OpenReading} open @param {string} name @param {string} system */
function summaries(data, open, name, system) {
  const column = data.named(name);
  const digits = data.digits[data.at(name)];
  const texts = innerWidth > 700 && data.readable();
  const place = places(data, name, system);
  /** @type {any[]} */
  const rows = [];
  data.topics.forEach((topic, index) => {
    const value = data.value(name, system, index);
    if (value !== null)
      rows.push({ topic, value, words: data.length(system, index), ...place(index) });
  });
  const list = table({
    caption: `Summaries of ${shorten(system, 40)} by ${name}`,
    rows,
    filter: rows.length > 12,
    copy: false,
    columns: [
      {
        key: "topic",
        label: "Topic",
        kind: "text",
        render: (row) => link(row.topic, () => open(row.topic, system)),
      },
      { key: "value", label: shorten(name, 24), kind: "number", digits, better: column.better },
      {
        key: "mean",
        label: "topic mean",
        title: "Mean of all systems on the topic: low where the topic is hard for everyone",
        kind: "number",
        digits,
        better: column.better,
      },
      {
        key: "rank",
        label: "rank",
        title: "Place among the systems on the topic",
        kind: "number",
        digits: 0,
        better: "lower",
        render: (row) => h("span", {}, `${row.rank} of ${row.n}`),
      },
      { key: "words", label: "words", kind: "number", digits: 0 },
      ...(texts
        ? [
            /** @type {Column} */ ({
              key: "text",
              label: "summary",
              kind: "text",
              sortable: false,
              value: (row) => beginning(data, row.topic, system),
            }),
          ]
        : []),
    ],
    sort: { key: "value", descending: column.better === "lower" },
  });
  const values = rows.map((row) => row.value);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return [
    h(
      "p",
      { class: "small soft" },
      `${plural(rows.length, "summary", "summaries")}, mean ${number(mean, digits)}. Worst first; open a topic to read.`,
    ),
    list,
    made(data, name),
  ];
}

/** @param {Model} data @param {OpenReading} open @param {string} name @param {string} system @param {string} against */
function differences(data, open, name, system, against) {
  const column = data.named(name);
  const sign = column.better === "higher" ? 1 : -1;
  const digits = data.digits[data.at(name)];
  /** @type {any[]} */
  const rows = [];
  data.topics.forEach((topic, index) => {
    const [mine, theirs] = [data.value(name, system, index), data.value(name, against, index)];
    if (mine !== null && theirs !== null) rows.push({ topic, mine, theirs, gap: mine - theirs });
  });
  const won = rows.filter((row) => sign * row.gap > 0).length;
  const lost = rows.filter((row) => sign * row.gap < 0).length;
  const test = data.duel(name, system, against);
  const said = h(
    "p",
    { class: "small" },
    `${shorten(system, 40)} is better on ${won} and worse on ${lost} of ${plural(rows.length, "common topic")}.`,
  );
  if (test)
    put(
      said,
      ` Mean difference ${number(test.difference, digits)}, corrected p ${number(test.corrected, 3)}${test.pairs > 1 ? ` (paired randomization, Holm-corrected over ${test.pairs} pairs)` : ""}.`,
    );
  return [
    said,
    table({
      caption: `Topics by the difference in ${name}`,
      rows,
      filter: rows.length > 12,
      copy: false,
      columns: [
        {
          key: "topic",
          label: "Topic",
          kind: "text",
          render: (row) => link(row.topic, () => open(row.topic, system, against)),
        },
        { key: "gap", label: "difference", kind: "number", digits, better: column.better },
        { key: "mine", label: shorten(system, 24), kind: "number", digits, better: column.better },
        {
          key: "theirs",
          label: shorten(against, 24),
          kind: "number",
          digits,
          better: column.better,
        },
      ],
      sort: { key: "gap", descending: column.better === "lower" },
    }),
    made(data, name),
  ];
}

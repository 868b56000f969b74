// @ts-check
// Explorers: what one measure says of systems and summaries, from several sides.

import { h, replace } from "../shared/dom.js";
import { number, plural, shorten } from "../shared/format.js";
import { rankCorrelation } from "../shared/order.js";
import { scatter } from "../shared/scatter.js";
import { boxes, boxOf } from "../shared/boxes.js";
import { intervalPlot } from "../shared/interval-plot.js";
import { table } from "../shared/table.js";
import { openListing } from "./listing.js";
import { nameOf } from "./names.js";

const DOTS = 1500;
const WORST = 20;
const LINE = 31;

/** {element, parts}: a part has an element, update(choice) and the choices it follows.
 * @param {Model} data @param {OpenReading} open */
export function explorers(data, open) {
  const parts = [];
  if (data.columns.some((c) => c.kind === "judgement")) parts.push(againstPeople(data, open));
  if (data.systems.length > 1) parts.push(againstBaseline(data, open));
  parts.push(spread(data), lengths(data, open));
  if (data.topics.length > 1) parts.push(hardest(data, open));
  parts.push(lowest(data, open));
  const left = halved(parts.map((p) => p.tall));
  /** @param {ReturnType<typeof card>[]} list */
  const side = (list) =>
    list.length > 0 &&
    h(
      "div",
      { class: "explore-side" },
      list.map((p) => p.element),
    );
  return {
    element: h(
      "div",
      { class: "explore" },
      side(parts.filter((_, at) => left[at])),
      side(parts.filter((_, at) => !left[at])),
    ),
    parts,
  };
}

/** Which cards stand left, so that both columns are most alike: cards keep their column whatever is drawn in them. The first is left.
 * @param {number[]} heights */
function halved(heights) {
  /** @type {boolean[]} */
  let best = [];
  let least = Infinity;
  for (let way = 1; way < 2 ** heights.length; way += 2) {
    const left = heights.map((_, at) => Boolean(way & (2 ** at)));
    const gap = Math.abs(heights.reduce((sum, tall, at) => sum + (left[at] ? tall : -tall), 0));
    if (gap < least) {
      best = left;
      least = gap;
    }
  }
  return best;
}

/** A card that keeps the room it will take until it is drawn: part = {title, above, body, tall, keys, update}.
 * @param {{ title: string, above?: Child, body: Child, tall: number, keys: string[], update(choice: StudyChoice): void }} options */
function card({ title, above, body, tall, keys, update }) {
  const element = h(
    "section",
    { class: "card", css: { "min-height": `${tall}px` } },
    h("h3", {}, title),
    above,
    body,
  );
  return {
    element,
    tall,
    keys,
    /** @param {StudyChoice} choice */
    update(choice) {
      update(choice);
      element.style.removeProperty("min-height");
    },
  };
}

/** Keep what `make` drew in a place and renew it; make another where it cannot be renewed.
 * @param {HTMLElement} space @param {(options: any) => HTMLElement} make */
function renewed(space, make) {
  /** @type {(HTMLElement & { update?: (options: any) => boolean }) | null} */
  let held = null;
  /** @param {any} options */
  return (options) => {
    if (held?.isConnected && held.update?.(options)) return;
    held = make({ ...options, width: space.clientWidth || undefined });
    replace(space, held);
  };
}

/** Summaries with two values x and y (typed arrays, topics run fastest): at most `DOTS` points, evenly spread, and a note.
 * @param {Model} data @param {Float64Array} x @param {Float64Array} y */
function summaries(data, x, y) {
  /** @type {number[]} */
  const both = [];
  for (let at = 0; at < x.length; at += 1)
    if (!Number.isNaN(x[at]) && !Number.isNaN(y[at])) both.push(at);
  const whole = both.length === x.length;
  const rho = rankCorrelation(
    whole ? x : both.map((at) => x[at]),
    whole ? y : both.map((at) => y[at]),
  );
  const said = Number.isFinite(rho)
    ? `Spearman's rho ${number(rho, 2)} over ${plural(both.length, "summary", "summaries")} of all topics.`
    : null;
  const few = both.length <= DOTS;
  const drawn = few
    ? both
    : Array.from(
        { length: DOTS },
        (_, i) => both[Math.round((i * (both.length - 1)) / (DOTS - 1))],
      );
  const points = drawn.map((at) => {
    const system = data.systems[Math.floor(at / data.topics.length)];
    const topic = data.topics[at % data.topics.length];
    return {
      x: x[at],
      y: y[at],
      system: system.id,
      topic,
      kind: system.human ? 1 : 0,
      name: `${shorten(topic, 24)}, ${shorten(system.id, 24)}`,
    };
  });
  return {
    points,
    note: few
      ? said
      : [said, `${DOTS} of them are drawn, evenly spread.`].filter(Boolean).join(" "),
  };
}

/** Every summary in a region of two columns, drawn or not, as a list that leads to them.
 * @param {Model} data @param {Region} region @param {string} across @param {string} up @param {OpenReading} open */
function listed(data, region, across, up, open) {
  const [x, y] = [data.every(across), data.every(up)];
  /** @type {{ topic: string, system: string, x: number, y: number }[]} */
  const rows = [];
  for (let at = 0; at < x.length; at += 1) {
    if (
      x[at] >= region.x[0] &&
      x[at] <= region.x[1] &&
      y[at] >= region.y[0] &&
      y[at] <= region.y[1]
    )
      rows.push({
        topic: data.topics[at % data.topics.length],
        system: data.systems[Math.floor(at / data.topics.length)].id,
        x: x[at],
        y: y[at],
      });
  }
  return table({
    caption: `${plural(rows.length, "summary", "summaries")} in the region`,
    rows,
    copy: false,
    filter: rows.length > 12,
    height: "18rem",
    columns: [
      {
        key: "topic",
        label: "Topic",
        kind: "text",
        render: (p) =>
          h(
            "button",
            { class: "link", type: "button", on: { click: () => open(p.topic, p.system) } },
            nameOf(p.topic, 32),
          ),
      },
      { key: "system", label: "System", kind: "text", render: (p) => nameOf(p.system) },
      { key: "x", label: shorten(across, 20), kind: "number" },
      { key: "y", label: shorten(up, 20), kind: "number" },
    ],
  });
}

/** @param {Model} data @param {OpenReading} open */
function againstPeople(data, open) {
  const [space, below] = [h("div"), h("div", { "aria-live": "polite" })];
  const what = h(
    "select",
    { "aria-label": "A dot is", on: { change: () => last && draw(last) } },
    h("option", { value: "summary" }, "a summary"),
    h("option", { value: "system" }, "a system"),
  );
  const plot = renewed(space, scatter);
  const found = data.remembered((pair) => {
    const [measure, judgement] = JSON.parse(pair);
    return summaries(data, data.every(measure), data.every(judgement));
  });
  /** @type {StudyChoice | null} */
  let last = null;
  /** @param {StudyChoice} choice */
  const draw = (choice) => {
    last = choice;
    const { measure, judgement } = choice;
    replace(below);
    if (what.value === "system") {
      const points = data.systems.map((s) => ({
        x: data.cell(measure, s.id).value,
        y: data.cell(judgement, s.id).value,
        name: shorten(s.id, 24),
        kind: s.human ? 1 : 0,
      }));
      plot({
        caption: `${judgement} against ${measure}, means of systems`,
        points,
        x: measure,
        y: judgement,
        names: true,
        note: people(data),
      });
      return;
    }
    const { points, note } = found(JSON.stringify([measure, judgement]));
    plot({
      caption: `${judgement} against ${measure}, every summary`,
      points,
      x: measure,
      y: judgement,
      onOpen: (/** @type {{ topic: string, system: string }} */ p) => open(p.topic, p.system),
      onBrush: (/** @type {Region | null} */ region) =>
        replace(below, region && listed(data, region, measure, judgement, open)),
      note: [note, people(data), "Drag a region to list its summaries."].filter(Boolean).join(" "),
    });
  };
  return card({
    title: "Measure against judgement",
    above: h("label", { class: "small no-print" }, "A dot is", what),
    body: [space, below],
    tall: 500,
    keys: ["measure", "judgement"],
    update: draw,
  });
}

/** @param {Model} data */
const people = (data) => (data.systems.some((s) => s.human) ? "Orange: people." : null);

/** Differences of two systems over their common topics: mean, normal interval, topics won (ties count half).
 * @param {Float64Array} values @param {Float64Array} base */
function gap(values, base) {
  let [n, sum, won] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const d = values[at] - base[at];
    if (Number.isNaN(d)) continue;
    n += 1;
    sum += d;
    won += d > 0 ? 1 : d === 0 ? 0.5 : 0;
  }
  const mean = sum / n;
  let squares = 0;
  for (let at = 0; at < values.length; at += 1)
    if (!Number.isNaN(values[at] - base[at])) squares += (values[at] - base[at] - mean) ** 2;
  const error = Math.sqrt(squares / Math.max(1, n - 1) / Math.max(1, n));
  return {
    value: mean,
    low: n > 1 ? mean - 1.96 * error : undefined,
    high: n > 1 ? mean + 1.96 * error : undefined,
    won,
    n,
  };
}

const SURE = 0.05;

/** What a test says of a difference, where lower may be better.
 * @param {ReturnType<Model["duel"]>} test @param {number} difference @param {number} sign */
function verdict(test, difference, sign) {
  if (!test || test.corrected === null) return "";
  return test.corrected >= SURE ? "not different" : sign * difference > 0 ? "▲ better" : "▼ worse";
}

/** @param {Model} data @param {OpenReading} open */
function againstBaseline(data, open) {
  const [space, below] = [h("div"), h("div")];
  const plot = renewed(space, intervalPlot);
  return card({
    title: "Everyone against the baseline",
    body: [space, below],
    tall: 220 + data.systems.length * (24 + LINE),
    keys: ["measure", "baseline"],
    update({ measure, baseline }) {
      const at = data.at(measure);
      const base = data.values(measure, baseline);
      const sign = data.columns[at].better === "higher" ? 1 : -1;
      const rows = data.systems
        .filter((s) => s.id !== baseline)
        .map((s) => {
          const test = data.duel(measure, s.id, baseline);
          const found = gap(data.values(measure, s.id), base);
          return {
            name: s.id,
            ...found,
            kind: s.human ? 1 : 0,
            test,
            verdict: verdict(test, found.value, sign),
            hollow: !test || test.corrected === null || test.corrected >= SURE,
            words:
              test && test.corrected !== null ? `corrected p ${number(test.corrected, 3)}` : "",
          };
        });
      /** @param {string} word */
      const count = (word) => rows.filter((row) => row.verdict.endsWith(word)).length;
      /** @param {{ name: string }} row */
      const openOne = (row) =>
        openListing(data, open, { list: measure, of: row.name, versus: baseline });
      plot({
        caption: `Difference in ${measure} from ${shorten(baseline, 30)}`,
        rows,
        label: `mean difference over common topics (95% normal interval)`,
        reference: 0,
        digits: data.digits[at],
        onOpen: openOne,
        note: [
          `${count("better")} significantly better, ${count("worse")} worse (filled dots; Holm-corrected over all pairs of peers), ${count("different")} not different (hollow).`,
          people(data),
          "Open one for its topics.",
        ]
          .filter(Boolean)
          .join(" "),
      });
      replace(
        below,
        table({
          caption: `Tests against ${shorten(baseline, 30)}`,
          rows,
          filter: false,
          sort: { key: "value", descending: data.columns[at].better === "higher" },
          columns: [
            {
              key: "name",
              label: "System",
              kind: "text",
              render: (r) =>
                h(
                  "button",
                  { class: "link", type: "button", on: { click: () => openOne(r) } },
                  nameOf(r.name, 24),
                ),
            },
            { key: "verdict", label: "verdict", kind: "text", title: "At 5%, corrected" },
            { key: "value", label: "difference", kind: "number", digits: data.digits[at] },
            {
              key: "p",
              label: "corrected p",
              title: "Paired approximate randomization, Holm-corrected over all pairs of peers",
              kind: "number",
              digits: 3,
              value: (r) => r.test?.corrected ?? null,
            },
            {
              key: "share",
              label: "topics won",
              kind: "number",
              digits: 0,
              value: (r) => (r.n ? Math.round((100 * r.won) / r.n) : null),
              render: (r) => h("span", {}, r.n ? `${number((100 * r.won) / r.n, 0)} %` : "–"),
            },
          ],
        }),
      );
    },
  });
}

/** @param {Model} data */
function spread(data) {
  const space = h("div");
  const plot = renewed(space, boxes);
  const found = data.remembered((measure) =>
    data.systems.map((s) => ({
      name: s.id,
      values: [],
      box: boxOf(data.values(measure, s.id)),
      kind: s.human ? 1 : 0,
    })),
  );
  return card({
    title: "Spread over the topics",
    body: space,
    tall: 190 + 24 * data.systems.length,
    keys: ["measure"],
    update({ measure }) {
      plot({
        caption: `Distribution of ${measure} over topics`,
        rows: found(measure),
        label: measure,
        digits: data.digits[data.at(measure)],
        note: "Boxes: middle half; line: median; whiskers: last score within 1.5 times the box; dots: scores beyond.",
      });
    },
  });
}

/** @param {Model} data @param {OpenReading} open */
function lengths(data, open) {
  const space = h("div");
  const plot = renewed(space, scatter);
  const found = data.remembered((measure) => summaries(data, data.lengths(), data.every(measure)));
  return card({
    title: "Length against score",
    body: space,
    tall: 450,
    keys: ["measure"],
    update({ measure }) {
      const { points, note } = found(measure);
      plot({
        caption: `${measure} against the length of summaries`,
        points,
        x: "words",
        y: measure,
        onOpen: (/** @type {{ topic: string, system: string }} */ p) => open(p.topic, p.system),
        note: [note, people(data)].filter(Boolean).join(" ") || null,
      });
    },
  });
}

/** Topics by the mean over the systems, the worst first.
 * @param {Model} data @param {OpenReading} open */
function hardest(data, open) {
  const space = h("div");
  const found = data.remembered((measure) => {
    const up = data.named(measure).better === "higher";
    const systems = data.systems.some((s) => !s.human)
      ? data.systems.filter((s) => !s.human)
      : data.systems;
    const all = systems.map((s) => data.values(measure, s.id));
    const rows = data.topics
      .map((topic, index) => {
        let [sum, n, best] = [0, 0, -1];
        all.forEach((values, at) => {
          const value = values[index];
          if (Number.isNaN(value)) return;
          sum += value;
          n += 1;
          if (best < 0 || (up ? value > all[best][index] : value < all[best][index])) best = at;
        });
        return { topic, mean: sum / n, best: systems[best]?.id, top: all[best]?.[index] };
      })
      .filter((row) => Number.isFinite(row.mean));
    return {
      rows: rows.sort((a, b) => (up ? a.mean - b.mean : b.mean - a.mean)).slice(0, WORST),
      count: rows.length,
    };
  });
  return card({
    title: "Hardest topics",
    body: space,
    tall: 150 + LINE * Math.min(WORST, data.topics.length),
    keys: ["measure"],
    update({ measure }) {
      const at = data.at(measure);
      const { rows, count } = found(measure);
      replace(
        space,
        table({
          caption: `The ${rows.length} hardest of ${plural(count, "topic")} by ${measure}`,
          rows,
          filter: false,
          copy: false,
          columns: [
            {
              key: "topic",
              label: "Topic",
              kind: "text",
              render: (r) =>
                h(
                  "button",
                  { class: "link", type: "button", on: { click: () => open(r.topic, r.best) } },
                  nameOf(r.topic, 32),
                ),
            },
            {
              key: "mean",
              label: "mean of systems",
              kind: "number",
              digits: data.digits[at],
              better: data.columns[at].better,
            },
            { key: "best", label: "best there", kind: "text", render: (r) => nameOf(r.best, 24) },
            {
              key: "top",
              label: "with",
              kind: "number",
              digits: data.digits[at],
              better: data.columns[at].better,
            },
          ],
        }),
      );
    },
  });
}

/** The `WORST` worst values of some systems, in order, ties as they stand; and how many values there are.
 * @param {Model} data @param {string} measure @param {string[]} systems */
function worstOf(data, measure, systems) {
  const up = data.named(measure).better === "higher";
  /** @type {{ topic: string, system: string, value: number, words: number | null }[]} */
  const rows = [];
  let count = 0;
  for (const system of systems) {
    data.values(measure, system).forEach((value, topic) => {
      if (Number.isNaN(value)) return;
      count += 1;
      let to = rows.length;
      while (to > 0 && (up ? value < rows[to - 1].value : value > rows[to - 1].value)) to -= 1;
      if (to === WORST) return;
      rows.splice(to, 0, {
        topic: data.topics[topic],
        system,
        value,
        words: data.length(system, topic),
      });
      if (rows.length > WORST) rows.pop();
    });
  }
  return { rows, count };
}

/** @param {Model} data @param {OpenReading} open */
function lowest(data, open) {
  const space = h("div");
  const which = h(
    "select",
    { "aria-label": "System", on: { change: () => last && draw(last) } },
    h("option", { value: "" }, "all systems"),
    data.systems.map((s) => h("option", { value: s.id }, shorten(s.id, 32))),
  );
  /** @type {StudyChoice | null} */
  let last = null;
  /** @param {StudyChoice} choice */
  const draw = (choice) => {
    last = choice;
    const { measure } = choice;
    const at = data.at(measure);
    const { rows, count } = worstOf(
      data,
      measure,
      data.systems.filter((s) => (which.value ? s.id === which.value : !s.human)).map((s) => s.id),
    );
    replace(
      space,
      table({
        caption: `The ${rows.length} worst of ${plural(count, "summary", "summaries")}${which.value ? ` of ${shorten(which.value, 30)}` : ""} by ${measure}`,
        rows,
        filter: false,
        copy: false,
        columns: [
          {
            key: "topic",
            label: "Topic",
            kind: "text",
            render: (r) =>
              h(
                "button",
                { class: "link", type: "button", on: { click: () => open(r.topic, r.system) } },
                nameOf(r.topic, 32),
              ),
          },
          { key: "system", label: "System", kind: "text", render: (r) => nameOf(r.system) },
          {
            key: "value",
            label: shorten(measure, 24),
            kind: "number",
            digits: data.digits[at],
            better: data.columns[at].better,
          },
          { key: "words", label: "words", kind: "number", digits: 0 },
        ],
      }),
    );
  };
  return card({
    title: "Worst summaries",
    above: h("label", { class: "small no-print" }, "Of", which),
    body: space,
    tall: 180 + LINE * WORST,
    keys: ["measure"],
    update: draw,
  });
}

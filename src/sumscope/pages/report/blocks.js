// @ts-check
// The blocks of a section, drawn: words, tables, charts.

import { h } from "../shared/dom.js";
import { number, shorten } from "../shared/format.js";
import { heatMap } from "../shared/heat-map.js";
import { copyText, table } from "../shared/table.js";
import { intervalPlot } from "../shared/interval-plot.js";
import { matrix } from "../shared/matrix.js";
import { lines } from "../shared/lines.js";
import { graphView } from "../shared/graph-view.js";
import { prose } from "./words.js";
import { files, nameOf } from "./names.js";
import { growing } from "./growing.js";

/** Elements of blocks; open(topic, system) leads to a summary.
 * @param {Block[]} blocks @param {Model} data @param {OpenReading} open @returns {HTMLElement[]} */
export function blocksOf(blocks, data, open) {
  return blocks.map((block) => DRAWN[block.kind](block, data, open));
}

/** @type {Record<string, (block: any, data: Model, open: OpenReading) => HTMLElement>} */
const DRAWN = {
  say: (block) => h("p", { class: block.soft ? "soft small" : undefined }, prose(block.text)),
  heading: (block) => h("h3", {}, prose(block.text)),
  missing: (block) => h("p", { class: "empty" }, prose(block.text)),
  command: (block) =>
    h("div", { class: "command" }, h("pre", { tabIndex: 0 }, block.text), copyButton(block.text)),
  fold: (block) =>
    h(
      "details",
      {},
      h("summary", {}, block.title),
      h(
        "ol",
        {},
        block.lines.map((/** @type {string} */ line) => h("li", { dir: "auto" }, line)),
      ),
    ),
  beside: (block, data, open) => h("div", { class: "beside" }, blocksOf(block.blocks, data, open)),
  table: drawTable,
  live: (block) => LIVE[block.chart.type](block.chart, block.caption),
  chart: (block) =>
    h(
      "div",
      { class: "figure-block" },
      drawChart(block.chart, block.caption),
      files("figures", block.name, ["svg", "png", "pdf"]),
    ),
};

/** Topic, system, and then another system and an extract to open with, if any.
 * @param {{ link: Parameters<OpenReading> }} row */
const linkOf = (row) => row.link;

/** @param {TableBlock} block @param {Model} data @param {OpenReading} open */
function drawTable(block, data, open) {
  // A column without any entry, such as reasons where nothing went wrong, stands in the files only.
  const filled = block.heading.map(
    (_, at) =>
      at === 0 ||
      !block.rows.length ||
      block.rows.some((row) => row[at] !== null && row[at] !== ""),
  );
  /** @type {Column[]} */
  const columns = block.heading.flatMap((label, at) =>
    filled[at]
      ? {
          key: `c${at}`,
          label,
          kind: block.words[at] ? "text" : "number",
          digits: block.digits[at],
          render:
            at === 0
              ? (row) =>
                  row.link
                    ? h(
                        "button",
                        {
                          class: "link",
                          type: "button",
                          on: { click: () => open(...linkOf(row)) },
                        },
                        nameOf(String(row.c0 ?? ""), 40),
                      )
                    : nameOf(String(row.c0 ?? ""), 60)
              : undefined,
        }
      : [],
  );
  const rows = block.rows.map((cells, index) => ({
    ...Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])),
    link: block.links?.[index],
  }));
  const made = table({
    caption: block.caption,
    columns,
    rows,
    filter: rows.length > 12,
    height: rows.length > 40 ? "32rem" : undefined,
  });
  return h(
    "div",
    { class: "table-block" },
    made,
    files("tables", block.name, ["csv", "json", "tex"]),
  );
}

/** @param {string} text */
function copyButton(text) {
  const said = h("span", { class: "soft small", role: "status" });
  return h(
    "span",
    { class: "row no-print" },
    h(
      "button",
      {
        type: "button",
        class: "small",
        on: {
          click: async () => {
            said.textContent = (await copyText(text))
              ? "Copied."
              : "The browser did not allow copying.";
          },
        },
      },
      "Copy",
    ),
    said,
  );
}

/** @type {Record<string, (chart: any, caption: string) => HTMLElement>} */
const LIVE = { growing };

/** TypeScript does not see that the drawing fits the type of its chart.
 * @param {Chart} chart @param {string} caption @returns {HTMLElement} */
function drawChart(chart, caption) {
  const drawn = /** @type {any} */ (CHARTS);
  return drawn[chart.type](chart, caption);
}

/** @type {{ [Type in Chart["type"]]?: (chart: Extract<Chart, { type: Type }>, caption: string) => HTMLElement }} */
const CHARTS = {
  intervals: (c, caption) =>
    intervalPlot({
      caption,
      label: c.label,
      reference: c.reference,
      order: c.ordered ? "value" : "given",
      rows: c.rows.map(([name, value, low, high], at) => ({
        name,
        value,
        low: low ?? undefined,
        high: high ?? undefined,
        kind: c.kinds[at] ?? 0,
      })),
    }),
  heat: (c, caption) => {
    if (!c.numbers) {
      return h(
        "div",
        { class: "figure" },
        heatMap({
          caption,
          size: c.rows.length,
          value: (a, b) => c.values[a][b] ?? NaN,
          words: (a, b) =>
            `${shorten(c.rows[a], 60)} with ${shorten(c.columns[b], 60)}: ${number(c.values[a][b], 2)}`,
        }),
      );
    }
    /** @param {string[]} list */
    const place = (list) => new Map(list.map((name, at) => [name, at]));
    const [down, across] = [place(c.rows), place(c.columns)];
    return matrix({
      caption,
      rows: c.rows,
      columns: c.columns,
      scale: c.scale,
      domain: c.domain,
      longest: 22,
      cell: (row, column) => {
        const value = c.values[down.get(row) ?? -1][across.get(column) ?? -1];
        return value === null ? null : { value };
      },
    });
  },
  curves: (c, caption) =>
    lines({
      caption,
      x: c.x,
      y: c.y,
      series: c.series.map((one) => ({
        name: shorten(one.name, 24),
        points: one.points.map(([x, y, low, high]) => ({
          x,
          y,
          low: low ?? undefined,
          high: high ?? undefined,
        })),
      })),
    }),
  network: (c, caption) =>
    graphView({
      caption,
      level: c.level,
      nodes: c.nodes.map(([id, label, x, y]) => ({ id, label: shorten(label, 160), x, y })),
      edges: c.edges.map(([a, b, weight]) => ({ from: c.nodes[a][0], to: c.nodes[b][0], weight })),
      levels: c.levels.map(([label, groups]) => ({
        label,
        groups: Object.fromEntries(groups.map((g, at) => [c.nodes[at][0], g])),
      })),
    }),
};

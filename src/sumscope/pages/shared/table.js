// @ts-check
// Table: sort with the order shown, filter, sticky head and first column, copy as text, all rows on paper.
//
// table({caption, columns, rows, ...}) -> HTMLElement with .update(rows), .sortBy(key, descending), .shown().
// A column: {key, label, title, kind: "text" | "number", digits, better: "higher" | "lower", render, value, domain, orders, chosen}.
// A cell is a plain value, or {value, low, high, bold, muted, reason, text, href}.
// Up to WINDOW rows are all in the page; of more, those in view are (see row-window.js), on paper and in copies all.

import { around, h, replace, put, hiddenText, roving } from "./dom.js";
import { number, interval, plural, shorten } from "./format.js";
import { order as orderOf } from "./order.js";
import { rowWindow } from "./row-window.js";
import { extent } from "./scale.js";
import { tooltip } from "./tooltip.js";

const FIRST = 40;
const CHUNK = 100;
const WINDOW = 400;
const LONGEST = 40;
let printing = false;
/** @param {string} which */
const flushAll = (which) => {
  /** @type {NodeListOf<TableElement>} */
  const roots = document.querySelectorAll(which);
  for (const root of roots) root.flush();
};
addEventListener("beforeprint", () => {
  printing = true;
  flushAll(".table-root");
});
addEventListener("afterprint", () => {
  printing = false;
  flushAll(".table-root.windowed");
});

/** @param {any} cell */
const plain = (cell) =>
  cell !== null && typeof cell === "object" && "value" in cell ? cell.value : cell;
/** @param {Column} column */
const isNumber = (column) => column.kind === "number";

/** The text of a cell as it is shown and copied.
 * @param {Column} column @param {any} row */
export function cellText(column, row) {
  const cell = row[column.key];
  if (cell !== null && typeof cell === "object" && cell.text !== undefined)
    return String(cell.text);
  const value = column.value ? column.value(row) : plain(cell);
  if (isNumber(column)) return number(value, column.digits ?? 3);
  return value === null || value === undefined ? "" : String(value);
}

/** Rows of a window are all of one height: long text is shortened in the middle, the whole is in its tooltip.
 * @param {string} text */
function shortText(text) {
  const short = shorten(text, LONGEST);
  return short === text
    ? h("span", { dir: "auto" }, text)
    : tooltip(
        h("span", { dir: "auto", tabIndex: 0, role: "note", "aria-label": text }, short),
        text,
      );
}

/** @param {Column} column @param {any} row @param {number[] | null} domain @param {boolean} windowed @returns {Child} */
function cellNode(column, row, domain, windowed) {
  if (column.render) return column.render(row);
  const cell = row[column.key];
  const text = cellText(column, row);
  const rich = cell !== null && typeof cell === "object";
  if (rich && cell.href) return h("a", { href: cell.href, dir: "auto" }, text);
  if (!isNumber(column)) return windowed ? shortText(text) : h("span", { dir: "auto" }, text);
  const parts = [
    h("span", { class: rich && cell.bold ? "figure best" : "figure", dir: "ltr" }, text),
  ];
  if (rich && domain && Number.isFinite(cell.low) && Number.isFinite(cell.high))
    parts.unshift(bar(cell, domain));
  return parts;
}

/** @param {{ low: number, high: number, value: number }} cell @param {number[]} domain */
function bar({ low, high, value }, [from, to]) {
  /** @param {number} v */
  const share = (v) => `${Math.max(0, Math.min(100, (100 * (v - from)) / (to - from || 1)))}%`;
  return h("span", {
    class: "cell-bar",
    "aria-hidden": "true",
    css: { "--from": share(low), "--to": share(high), "--at": share(value) },
  });
}

/** A long name that may go on in the next line after a hyphen or an underscore.
 * @param {string} label */
function breakable(label) {
  return label
    .replace(/ (?=\S$)/u, "\u00a0")
    .split(/(?<=[_-])/u)
    .flatMap((piece) => [piece, h("wbr")]);
}

/** @param {Column} column @param {any} cell @returns {string | null} */
function explain(column, cell) {
  if (cell === null || typeof cell !== "object") return null;
  if (cell.reason) return cell.reason;
  return Number.isFinite(cell.low)
    ? `${column.label}: ${interval(cell, column.digits ?? 3)}`
    : null;
}

/** @param {TableOptions} options @returns {TableElement} */
export function table(options) {
  const {
    caption,
    columns,
    rowKey = (row, at) => at,
    onOpen,
    filter = true,
    copy = true,
    empty = "No rows.",
    note,
    rule,
    height,
  } = options;
  let rows = options.rows;
  /** @type {Sorting | null} */
  let sort = options.sort ?? null;
  let wanted = "";
  const base = h("table", { class: "table" });
  const head = h("tr");
  const body = h("tbody", { on: { click: opened } });
  const order = h("span", { class: "order" });
  const size = h("span", { class: "soft small", role: "status" });
  put(
    base,
    h(
      "caption",
      {},
      h("span", { class: "words" }, h("span", { class: "title" }, caption), " ", order),
    ),
    h("thead", {}, head),
    body,
  );
  const box = h(
    "div",
    {
      class: "table-box",
      tabIndex: 0,
      role: "group",
      "aria-label": caption,
      css: height ? { "max-height": height } : {},
    },
    base,
  );
  const find = h("input", {
    type: "search",
    placeholder: "Filter rows",
    "aria-label": `Filter rows of ${caption}`,
    on: {
      input: () => {
        wanted = find.value.trim().toLowerCase();
        draw();
      },
      focus: () => known.search.prepare(),
    },
  });
  const more = h("button", {
    class: "plain small more-columns",
    type: "button",
    hidden: true,
    on: { click: () => box.scrollBy({ left: box.clientWidth / 2, behavior: "smooth" }) },
  });
  const bar = h(
    "div",
    { class: "row table-tools no-print" },
    filter && find,
    size,
    more,
    copy && copyMenu(() => text),
  );
  const root = Object.assign(
    h(
      "div",
      { class: "table-root" },
      (filter || copy) && bar,
      box,
      note && h("p", { class: "soft small" }, note),
    ),
    {
      flush: () => {},
      /** @param {any[]} next */
      update(next) {
        rows = next;
        known = about();
        draw();
      },
      /** @param {string} key @param {boolean} [descending] */
      sortBy(key, descending = true) {
        sort = { key, descending };
        draw();
      },
      shown,
      reveal,
    },
  );
  const text = { columns, caption, rows: () => shown() };
  box.addEventListener("scroll", () => {
    if (!more.hidden || box.scrollLeft > 0) cut();
  });
  new ResizeObserver(cut).observe(box);
  /** @type {WeakMap<Element, any>} */
  const rowOf = new WeakMap();
  let pending = 0;
  let known = about();

  /** Columns beyond the edge are counted, and lead there. */
  function cut() {
    const over = box.scrollWidth - box.clientWidth > 1;
    const left = over ? hiddenColumns() : 0;
    more.hidden = !left;
    box.classList.toggle("cut", left > 0);
    if (left) more.textContent = `${plural(left, "more column")} →`;
  }

  function hiddenColumns() {
    const edge = box.getBoundingClientRect();
    const ltr = getComputedStyle(box).direction !== "rtl";
    return [...head.children].filter((cell) => {
      const at = cell.getBoundingClientRect();
      return ltr ? at.right > edge.right + 4 : at.left < edge.left - 4;
    }).length;
  }

  /** Bring a column into view, beside the first one that stays.
   * @param {string} key */
  function reveal(key) {
    const cell = head.children[columns.findIndex((c) => c.key === key)];
    if (!cell || box.scrollWidth - box.clientWidth < 2) return;
    const [edge, at, first] = [box, cell, head.children[0]].map((one) =>
      one.getBoundingClientRect(),
    );
    if (at.right > edge.right || at.left < first.right)
      box.scrollBy({ left: at.left - first.right });
  }

  /** What is made once of the rows: orders, domains of the bars, words to search in, and lines. */
  function about() {
    return {
      /** @type {Map<string, Int32Array>} */
      orders: new Map(),
      /** @type {(number[] | null)[]} */
      domains: [],
      search: searchable(rows, columns),
      /** @type {WeakMap<object, HTMLTableRowElement>} */
      lines: new WeakMap(),
    };
  }

  function shown() {
    const found = wanted ? known.search.find(wanted) : null;
    let list = rows;
    if (sort) {
      list = [];
      for (const at of sorted(sort)) if (!found || found[at]) list.push(rows[at]);
    } else if (found) list = rows.filter((_, at) => found[at]);
    return rule
      ? [...list.filter((row) => !rule.test(row)), ...list.filter((row) => rule.test(row))]
      : list;
  }

  /** The places of the rows in an order, made once.
   * @param {Sorting} by */
  function sorted({ key, descending }) {
    const name = JSON.stringify([key, descending]);
    const before = known.orders.get(name);
    if (before) return before;
    const column = columns.find((c) => c.key === key);
    const values = rows.map((row) => (column?.value ? column.value(row) : plain(row[key])));
    const made = orderOf(values, descending);
    known.orders.set(name, made);
    return made;
  }

  function drawHead() {
    const now = sort;
    replace(
      head,
      columns.map((column) => {
        const active = now?.key === column.key;
        const arrow = active ? (now?.descending ? "▼" : "▲") : "";
        const press = h(
          "button",
          { class: "sort", type: "button", on: { click: () => turn(column) } },
          column.wrap ? breakable(column.label) : column.label,
          h("span", { class: "arrow", "aria-hidden": "true" }, arrow),
        );
        if (column.title) tooltip(press, column.title);
        return h(
          "th",
          {
            scope: "col",
            class: `${isNumber(column) ? "num" : "txt"}${column.chosen ? " chosen" : ""}${column.wrap ? " wrap" : ""}`,
            "aria-sort": active ? (now?.descending ? "descending" : "ascending") : "none",
          },
          column.sortable === false ? column.label : press,
        );
      }),
    );
    const by = now && columns.find((c) => c.key === now.key);
    const way =
      by &&
      (by.orders
        ? by.orders[now?.descending ? 0 : 1]
        : isNumber(by)
          ? now?.descending
            ? "highest first"
            : "lowest first"
          : now?.descending
            ? "Z to A"
            : "A to Z");
    order.textContent = by ? `sorted by ${by.label}, ${way}` : "";
  }

  /** @param {Column} column */
  function turn(column) {
    const first = isNumber(column) && column.better !== "lower";
    sort = { key: column.key, descending: sort?.key === column.key ? !sort.descending : first };
    const at = columns.indexOf(column);
    draw();
    head.children[at].querySelector("button")?.focus();
    options.onSort?.(sort);
  }

  /** @param {Event} event */
  function opened(event) {
    const cell = around(event, ".cell-open")?.closest("td");
    const row = cell?.closest("tr");
    if (cell && row) onOpen?.(rowOf.get(row), columns[cell.cellIndex]);
  }

  /** @param {any} row */
  function line(row) {
    const ruled = rule?.test(row);
    const made = h(
      "tr",
      { class: ruled ? "apart" : undefined },
      columns.map((column, index) => {
        const cell = row[column.key];
        const muted = cell !== null && typeof cell === "object" && cell.muted;
        const made = h(index === 0 ? "th" : "td", {
          scope: index === 0 ? "row" : undefined,
          class: `${isNumber(column) ? "num" : "txt"}${muted ? " muted" : ""}`,
        });
        const inside = cellNode(column, row, known.domains[index], rows.length > WINDOW);
        const tip = explain(column, cell);
        const opens = onOpen && column.open !== false && index > 0;
        if (opens)
          put(
            made,
            tooltip(
              h(
                "button",
                { class: "cell-open", type: "button" },
                inside,
                tip && hiddenText(`, ${tip}`),
              ),
              tip,
            ),
          );
        else
          put(
            made,
            tip
              ? tooltip(
                  h(
                    "span",
                    {
                      class: "cell-tip",
                      tabIndex: 0,
                      role: "note",
                      "aria-label": `${cellText(column, row)}, ${tip}`,
                    },
                    inside,
                  ),
                  tip,
                )
              : inside,
          );
        return made;
      }),
    );
    rowOf.set(made, row);
    return made;
  }

  /** The line of a row, made once; which columns are chosen may have changed.
   * @param {any} row @param {number} at */
  function lineOf(row, at) {
    const made = known.lines.get(row) ?? line(row);
    known.lines.set(row, made);
    made.dataset.key = String(rowKey(row, at));
    columns.forEach((column, index) =>
      made.cells[index].classList.toggle("chosen", Boolean(column.chosen)),
    );
    return made;
  }

  function domainsOf() {
    return columns.map((column) => {
      if (!isNumber(column)) return null;
      if (column.domain) return column.domain;
      const ends = [];
      for (const row of rows) {
        const cell = row[column.key];
        if (cell !== null && typeof cell === "object") ends.push(cell.low, cell.high, cell.value);
      }
      return extent(ends, { margin: 0 });
    });
  }

  // Cells that open are one stop of the Tab key; arrow keys move between them.
  const openable = columns.filter((column, index) => index > 0 && column.open !== false).length;
  const reach = onOpen ? roving(body, ".cell-open", { columns: () => openable }) : null;
  const ruleLine = () =>
    h(
      "tr",
      { class: "rule" },
      h("th", { colspan: columns.length, scope: "colgroup" }, rule?.label),
    );
  const view = rowWindow({
    box,
    head,
    body,
    span: columns.length,
    line: (row) => (row === rule ? ruleLine() : line(row)),
    drawn: () => reach?.(),
  });

  /** Rows with the rule among them, before the first one below it.
   * @param {any[]} list */
  function ruled(list) {
    const at = rule ? list.findIndex((row) => rule.test(row)) : -1;
    return at < 0 ? list : [...list.slice(0, at), rule, ...list.slice(at)];
  }

  function draw() {
    drawHead();
    const list = shown();
    if (!known.domains.length) known.domains = domainsOf();
    cancelAnimationFrame(pending);
    const windowed = rows.length > WINDOW;
    root.classList.toggle("windowed", windowed);
    if (windowed && !height) box.style.setProperty("max-height", "60vh");
    if (windowed) {
      root.flush = () => view.show(ruled(list), printing);
      root.flush();
    } else drawAll(ruled(list));
    if (!list.length)
      put(
        body,
        h(
          "tr",
          {},
          h(
            "td",
            { colspan: columns.length, class: "txt soft" },
            rows.length ? "No row matches the filter." : empty,
          ),
        ),
      );
    size.textContent =
      (wanted ? `${plural(list.length, "row")} of ${rows.length}` : plural(rows.length, "row")) +
      (windowed ? ", drawn as you scroll; the filter searches all of them" : "");
  }

  /** Every row, the first ones at once and the others in the frames that follow.
   * @param {any[]} list */
  function drawAll(list) {
    let done = 0;
    /** @param {number} until */
    const more = (until) => {
      const made = [];
      for (; done < Math.min(until, list.length); done += 1)
        made.push(list[done] === rule ? ruleLine() : lineOf(list[done], done));
      body.append(...made);
      reach?.();
      if (done < list.length) pending = requestAnimationFrame(() => more(done + CHUNK));
    };
    body.replaceChildren();
    more(printing ? Infinity : FIRST);
    root.flush = () => {
      if (printing) more(Infinity);
    };
  }

  draw();
  return root;
}

/** Find rows by a part of their text. The text is made when the filter gets the focus, a little at a time, or when it is needed.
 * @param {any[]} rows @param {Column[]} columns */
function searchable(rows, columns) {
  /** @type {string[]} */
  const texts = [];
  let asked = 0;
  /** @param {() => boolean} until */
  const make = (until) => {
    while (texts.length < rows.length && !until())
      texts.push(
        columns
          .map((c) => cellText(c, rows[texts.length]))
          .join("\n")
          .toLowerCase(),
      );
    return texts.length === rows.length;
  };
  const prepare = () => {
    const end = performance.now() + 12;
    clearTimeout(asked);
    if (!make(() => texts.length % 50 === 49 && performance.now() > end))
      asked = setTimeout(prepare, 5);
  };
  return {
    prepare,
    /** @param {string} wanted */
    find(wanted) {
      clearTimeout(asked);
      make(() => false);
      return texts.map((text) => text.includes(wanted));
    },
  };
}

/** Rows as Markdown, CSV or LaTeX, with the columns and the order of the screen.
 * @param {"markdown" | "csv" | "latex"} format @param {{ columns: Column[], caption: string, rows: () => any[] }} source */
export function asText(format, { columns, caption, rows }) {
  const list = rows();
  const cells = [
    columns.map((c) => c.label),
    ...list.map((row) => columns.map((c) => cellText(c, row))),
  ];
  /** @param {number} line @param {number} at @param {string} text @param {string[]} around */
  const bold = (line, at, text, [before, after]) =>
    line > 0 && list[line - 1][columns[at].key]?.bold === true ? `${before}${text}${after}` : text;
  if (format === "csv") {
    // A leading =, +, - or @ would be a formula in a spreadsheet; a number is not.
    /** @param {string} v */
    const safe = (v) => (/^[=+@\t\r]|^-(?!\d|\.)/.test(v) ? `'${v}` : v);
    /** @param {string} v */
    const raw = (v) => safe(v.replace(/^−/, "-"));
    return (
      cells
        .map((line) =>
          line
            .map((v) => (/[",\n\r]/.test(raw(v)) ? `"${raw(v).replace(/"/g, '""')}"` : raw(v)))
            .join(","),
        )
        .join("\n") + "\n"
    );
  }
  if (format === "latex") {
    /** @type {Record<string, string>} */
    const special = {
      "\\": "\\textbackslash{}",
      "~": "\\textasciitilde{}",
      "^": "\\textasciicircum{}",
      "−": "$-$",
    };
    /** @param {string} v */
    const safe = (v) =>
      v.replace(/[\\~^−]|[&%$#_{}]/g, (c) => special[c] ?? `\\${c}`).replace(/\s+/g, " ");
    /** @param {string[]} list_ @param {number} number_ */
    const line = (list_, number_) =>
      `${list_.map((v, at) => bold(number_, at, safe(v), ["\\textbf{", "}"])).join(" & ")} \\\\`;
    const way = columns.map((c) => (isNumber(c) ? "r" : "l")).join("");
    return [
      `% ${caption}`,
      `\\begin{tabular}{${way}}`,
      "\\toprule",
      line(cells[0], 0),
      "\\midrule",
      ...cells.slice(1).map((one, at) => line(one, at + 1)),
      "\\bottomrule",
      "\\end{tabular}",
      "",
    ].join("\n");
  }
  /** @param {string} v */
  const safe = (v) => v.replace(/\|/g, "\\|").replace(/\s+/g, " ");
  /** @param {string[]} list_ @param {number} number_ */
  const line = (list_, number_) =>
    `| ${list_.map((v, at) => bold(number_, at, safe(v), ["**", "**"])).join(" | ")} |`;
  return [
    line(cells[0], 0),
    `| ${columns.map((c) => (isNumber(c) ? "---:" : "---")).join(" | ")} |`,
    ...cells.slice(1).map((one, at) => line(one, at + 1)),
    "",
  ].join("\n");
}

/** @param {() => { columns: Column[], caption: string, rows: () => any[] }} source */
function copyMenu(source) {
  const said = h("span", { class: "soft small", role: "status" });
  /** @param {"markdown" | "csv" | "latex"} format @param {string} label */
  const one = (format, label) =>
    h(
      "button",
      {
        type: "button",
        class: "plain small",
        on: {
          click: async () => {
            const done = await copyText(asText(format, source()));
            said.textContent = done ? `Copied as ${label}.` : "The browser did not allow copying.";
            setTimeout(() => {
              said.textContent = "";
            }, 2500);
          },
        },
      },
      label,
    );
  return h(
    "span",
    { class: "row copy-menu", role: "group", "aria-label": "Copy the table" },
    h("span", { class: "soft small" }, "Copy:"),
    one("markdown", "Markdown"),
    one("csv", "CSV"),
    one("latex", "LaTeX"),
    said,
  );
}

/** Put text on the clipboard, also on pages from disk where the newer interface is missing.
 * @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "hidden-text", value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

// @ts-check
// Reading: source beside one summary or two, with scores, judgements, matches, links and differences.

import { chosenIn, h, put, within, replace } from "../shared/dom.js";
import { number, plural, shorten } from "../shared/format.js";
import { tooltip } from "../shared/tooltip.js";
import { openDialog } from "../shared/dialog.js";
import { writeAddress, readAddress } from "../shared/picker.js";
import { dispatcher } from "../shared/key-help.js";
import { markedText, sourceText } from "../shared/reader.js";
import { difference } from "./difference.js";
import { extractBar, extractProblem, fromAddress, toAddress } from "./extract.js";
import { novel, shared } from "./matching.js";

/** @typedef {object} ReadingOptions
 * @property {Reading} text
 * @property {string[]} columns scores and judgements
 * @property {("higher" | "lower")[]} better for each column
 * @property {(peer: string) => (number | null)[]} values
 * @property {number[]} [digits]
 * @property {string | null} [system]
 * @property {string | null} [other]
 * @property {string | null} [extract]
 * @property {string | null} [mark]
 * @property {string | number | null} [n]
 * @property {(choice: ReadingChoice) => void} choose called when the reader chooses others
 * @property {(extract: string) => void} [keep] called when an extract in the making changes
 * @property {(() => void) | null} [before] leads to the topic before, where there is one
 * @property {(() => void) | null} [after]
 * @property {Child} [extra]
 * @property {"h2" | "h3"} [heading] */

/** What an address keeps of a view, besides the topic. */
const KEPT = ["system", "with", "extract", "mark", "n"];

/** What an address keeps of a choice.
 * @param {Record<string, any>} from @returns {Record<string, string | null>} */
export const kept = (from) => Object.fromEntries(KEPT.map((name) => [name, from[name] ?? null]));

/** @type {Record<string | number, string>} */
const LENGTHS = {
  1: "one word",
  2: "two words in a row",
  3: "three words in a row",
  4: "four words in a row",
};
const DEFAULT_LENGTH = 2;

/** text: a topic for reading; columns and values(peer): scores and judgements; choose({system, with, extract, mark, n}) is called when
 *  the reader chooses others, better: "higher" or "lower" for each column; keep(extract) when an extract in the making changes; before, after lead to other topics, or are null.
 * @param {ReadingOptions} options */
export function readingView({
  text,
  columns,
  better,
  values,
  digits,
  system,
  other,
  extract,
  mark,
  n,
  choose,
  keep,
  before,
  after,
  extra,
  heading = "h3",
}) {
  const peers = text.peers.map((p) => p.id);
  const mine = system && peers.includes(system) ? system : peers[0];
  const theirs = other && peers.includes(other) && other !== mine ? other : null;
  const oracle = new Set(text.oracle);
  const ids = text.documents.flatMap((d) => d.sentences.map((one) => one.id));
  const length = n && LENGTHS[n] ? Number(n) : DEFAULT_LENGTH;
  const ways = [["shared", "words in common"]];
  if (ids.length && peers.length) ways.push(["novel", "words not in the source"]);
  if (theirs) ways.push(["difference", "differences"]);
  ways.push(["none", "nothing"]);
  const way =
    mark && ways.some(([value]) => value === mark) ? mark : theirs ? "difference" : "shared";
  const making = Boolean(text.extract && extract);
  /** @type {ReturnType<typeof extractBar> | null} */
  let bar = null;
  const source = sourceText({
    label: "Source",
    fold: text.documents.length > 12,
    onSentence: making ? ({ id }) => bar?.toggle(id ?? "") : undefined,
    documents: text.documents.map((d) => ({
      id: d.id,
      date: d.date,
      lang: text.lang,
      sentences: d.sentences.map((one) => ({
        id: one.id,
        text: one.text,
        spans: way === "shared" ? shared(one.text, one.marks, length) : [],
        kind: one.topic === undefined ? undefined : one.topic % 6,
        note:
          [topicName(one), oracle.has(one.id) ? "★ best extract" : null]
            .filter(Boolean)
            .join(" · ") || undefined,
      })),
    })),
  });
  for (const id of oracle) source.sentence(id)?.classList.add("oracle");
  if (text.extract && extract) {
    const chosen = extract === "best" ? text.oracle : fromAddress(extract, ids);
    bar = extractBar({
      problem: extractProblem(text.extract, ids),
      source,
      oracle: text.oracle,
      chosen,
      changed: (next) => keep?.(toAddress(next, ids)),
    });
  }
  /** @param {string[]} list @param {string} now @param {number} by */
  const step = (list, now, by) => list[(list.indexOf(now) + by + list.length) % list.length];
  /** @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} changed */
  const select = (label, options, value, changed) =>
    h(
      "label",
      { class: "field" },
      h("span", { class: "soft small" }, label),
      h(
        "select",
        { value, on: { change: (event) => changed(chosenIn(event)) } },
        options.map(([v, l]) => h("option", { value: v, selected: v === value }, l)),
      ),
    );
  /** @param {string} label @param {string} words @param {(() => void) | null | undefined} run */
  const go = (label, words, run) =>
    h(
      "button",
      { type: "button", "aria-label": words, disabled: !run, on: { click: () => run?.() } },
      label,
    );
  const now = {
    system: mine,
    with: theirs,
    extract: making ? extract : null,
    mark: way === mark ? mark : null,
    n: length === DEFAULT_LENGTH ? null : length,
  };
  /** @param {ReadingChoice} next */
  const turn = (next) => choose({ ...now, ...next });
  /** @param {number} by */
  const nextSystem = (by) => turn({ system: step(peers, mine, by) });
  const tools = h(
    "div",
    { class: "row reader-tools" },
    (before || after) &&
      h(
        "span",
        { class: "row around" },
        go("←", "Previous topic", before),
        extra ?? h("span", { class: "small" }, "Topic"),
        go("→", "Next topic", after),
      ),
    peers.length > 0 &&
      h(
        "span",
        { class: "row" },
        peers.length > 1 && go("↑", "Previous system", () => nextSystem(-1)),
        select(
          "Summary by",
          peers.map((p) => [p, shorten(p, 32)]),
          mine,
          (v) => turn({ system: v }),
        ),
        peers.length > 1 && go("↓", "Next system", () => nextSystem(1)),
      ),
    peers.length > 1 &&
      select(
        "Compare with",
        [["", "no other"], ...peers.filter((p) => p !== mine).map((p) => [p, shorten(p, 32)])],
        theirs ?? "",
        (v) => turn({ with: v || null, mark: null }),
      ),
    h(
      "span",
      { class: "row" },
      select("Mark", ways, way, (v) => turn({ mark: v })),
      (way === "shared" || way === "novel") &&
        select("Match", Object.entries(LENGTHS), String(length), (v) =>
          turn({ n: Number(v) === DEFAULT_LENGTH ? null : v }),
        ),
    ),
    text.extract &&
      h(
        "button",
        {
          type: "button",
          "aria-label": "Build an extract",
          "aria-pressed": String(making),
          on: { click: () => turn({ extract: making ? null : "none" }) },
        },
        "Build an extract",
      ),
  );
  const panes = [];
  const links = linking(source, ids);
  const shown = [mine, theirs].flatMap((id) => text.peers.find((p) => p.id === id) ?? []);
  const differs = way === "difference" ? difference(textsOf(shown[0]), textsOf(shown[1])) : null;
  const marked = way === "shared" ? shared : way === "novel" ? novel : null;
  shown.forEach((peer, at) =>
    panes.push(
      pane(peer, {
        links,
        heading,
        scores: scoreList(columns, {
          better,
          digits,
          mine: values(peer.id) ?? [],
          all: text.peers.filter((p) => !p.human || p === peer).map((p) => values(p.id) ?? []),
        }),
        spans: differs
          ? differs[at]
          : peer.sentences.map((one) => marked?.(one.text, one.marks, length) ?? []),
      }),
    ),
  );
  for (const reference of text.references)
    panes.push(
      pane(reference, {
        links,
        heading,
        title: `Reference ${reference.id}`,
        spans: reference.sentences.map((one) =>
          way === "shared" ? shared(one.text, one.marks, length) : [],
        ),
      }),
    );
  links.back();
  const root = h(
    "div",
    { class: "reading" },
    tools,
    legend(text, way, length, shown),
    h(
      "div",
      { class: "reading-columns" },
      text.documents.length > 0 &&
        h(
          "div",
          { class: "side", tabIndex: 0, role: "group", "aria-label": "Source" },
          h(heading, {}, "Source"),
          bar?.element,
          source,
        ),
      h(
        "div",
        { class: "side", tabIndex: 0, role: "group", "aria-label": "Summaries and references" },
        panes,
      ),
    ),
  );
  const keys = [
    {
      title: "Reader",
      keys: [
        { keys: ["ArrowLeft"], run: () => (before ? before() : false) },
        { keys: ["ArrowRight"], run: () => (after ? after() : false) },
        { keys: ["k"], run: () => nextSystem(-1) },
        { keys: ["j"], run: () => nextSystem(1) },
      ],
    },
  ];
  root.addEventListener(
    "keydown",
    dispatcher(keys, { enabled: () => !document.activeElement?.closest("select, .side") }),
  );
  return root;
}

/** @param {ReadText} text */
const textsOf = (text) => text.sentences.map((one) => one.text);

/** @param {{ topic?: number }} one */
const topicName = (one) => (one.topic === undefined ? null : `T${one.topic + 1}`);

/** Scores and judgements of a summary, each with its place among the systems on the topic.
 * @param {string[]} columns @param {{ mine: Maybe[], all: Maybe[][], better: string[], digits?: number[] }} options */
function scoreList(columns, { mine, all, better, digits }) {
  if (!columns.length) return null;
  /** @param {number} at */
  const place = (at) => {
    const known = all.map((one) => one[at]).flatMap((v) => v ?? []);
    const own = mine[at];
    if (own === null || own === undefined || known.length < 2) return null;
    const sign = better?.[at] === "lower" ? -1 : 1;
    const mean = known.reduce((a, b) => a + b, 0) / known.length;
    return {
      rank: 1 + known.filter((v) => sign * v > sign * own).length,
      n: known.length,
      mean,
    };
  };
  return h(
    "dl",
    { class: "scores" },
    columns.map((name, at) => {
      const found = place(at);
      const places = digits?.[at] ?? 3;
      const words =
        found &&
        `${name} ${number(mine[at], places)}: place ${found.rank} of ${found.n} systems on this topic, whose mean is ${number(found.mean, places)}`;
      const shown = [
        number(mine[at], places),
        found && h("span", { class: "place" }, ` ${found.rank}/${found.n}`),
      ];
      return h(
        "div",
        {},
        h("dt", {}, shorten(name, 28)),
        h(
          "dd",
          {},
          words
            ? tooltip(h("span", { tabIndex: 0, role: "note", "aria-label": words }, shown), words)
            : shown,
        ),
      );
    }),
  );
}

/** @type {Record<string, string>} */
const HOW = {
  extract: "taken from it",
  judges: "linked by a judge",
  words: "most words in common",
};

/** Links between sentences of summaries and the source, both ways: what has the pointer or the focus lights what it is linked to.
 * @param {any} source @param {string[]} ids */
function linking(source, ids) {
  /** @type {Map<string, HTMLElement[]>} */
  const lines = new Map();
  /** @param {Element} element @param {() => Element[]} lit @param {(on: boolean) => void} [on] */
  const follow = (element, lit, on) => {
    /** @param {boolean} state */
    const light = (state) => {
      for (const one of [element, ...lit()]) one.classList.toggle("linked", state);
      on?.(state);
    };
    for (const type of ["pointerenter", "focusin"])
      element.addEventListener(type, () => light(true));
    for (const type of ["pointerleave", "focusout"])
      element.addEventListener(type, () => light(false));
  };
  /** @param {Element[]} list */
  const flash = (list) => {
    for (const one of list) one.classList.add("linked");
    setTimeout(() => {
      for (const one of list) one.classList.remove("linked");
    }, 2500);
  };
  return {
    /** The links of a line of a summary: a button that leads to the first.
     * @param {HTMLElement} line @param {ReadSentence} sentence */
    of(line, { sources = [], how = "words" }) {
      const known = sources
        .map((place) => ids[place])
        .filter((id) => id !== undefined && source.sentence(id));
      if (!known.length) return null;
      for (const id of known) lines.set(id, [...(lines.get(id) ?? []), line]);
      const lit = () => known.map((id) => source.sentence(id));
      follow(line, lit);
      const more = known.length > 1 ? ` +${known.length - 1}` : "";
      return tooltip(
        h(
          "button",
          {
            class: "plain small source-link",
            type: "button",
            "aria-label": `Show source ${known.join(", ")}, ${HOW[how]}`,
            on: {
              click: () => {
                source.show(known[0]);
                flash(lit());
              },
            },
          },
          `→ ${shorten(known[0], 14)}${more}${how === "judges" ? " (judge)" : ""}`,
        ),
        `${known.join(", ")}: ${HOW[how]}`,
      );
    },
    /** The way back, once all lines are there. */
    back() {
      for (const [id, list] of lines) {
        const item = source.sentence(id);
        follow(item, () => list);
        const words = `Show ${plural(list.length, "sentence")} of summaries and references that come from ${id}`;
        put(
          item,
          " ",
          h(
            "button",
            {
              class: "plain small source-link",
              type: "button",
              "aria-label": words,
              on: {
                click: () => {
                  list[0].scrollIntoView({ block: "center" });
                  flash(list);
                },
              },
            },
            `← ${list.length}`,
          ),
        );
      }
    },
  };
}

/** A summary; pointing at a sentence, or focusing its link, shows the source sentences it comes from.
 * @param {ReadText} text @param {{ links: any, heading: "h2" | "h3", scores?: Child, spans: any, title?: string }} options */
function pane(text, { links, heading, scores, spans, title }) {
  const list = h("div", { class: "summary-text", dir: "auto" });
  text.sentences.forEach((one, at) => {
    const line = h(
      "p",
      { dir: "auto", class: one.topic === undefined ? undefined : `topic cat-${one.topic % 6}` },
      markedText(one.text, spans[at]),
    );
    const name = topicName(one);
    put(line, name && h("span", { class: "soft small" }, ` ${name}`), links.of(line, one));
    put(list, line);
  });
  if (text.more)
    put(list, h("p", { class: "soft small" }, `${text.more} more sentences are in the corpus.`));
  if (!text.sentences.length) put(list, h("p", { class: "soft" }, "This text is empty."));
  return h(
    "section",
    { class: "pane panel" },
    h(heading, { dir: "auto" }, title ?? text.id, text.human && " (human)"),
    scores,
    list,
  );
}

/** @param {Reading} text @param {string} way @param {number} length @param {ReadText[]} shown */
function legend(text, way, length, shown) {
  const parts = [];
  const marked = LENGTHS[length];
  const by = "Words are compared by their stems, inside sentences";
  if (way === "difference")
    parts.push([
      h("mark", { class: "only" }, "marked"),
      " words that the other summary does not have in this order",
    ]);
  if (way === "novel")
    parts.push([
      h("mark", { class: "novel" }, "marked"),
      length === 1
        ? " words of the summary that the source does not have"
        : ` words of the summary that are not part of ${marked} of the source`,
    ]);
  if (way === "shared" && text.references.length)
    parts.push([h("mark", { class: "in-reference" }, marked), " that a reference has too"]);
  if (way === "shared" && text.documents.length && text.peers.length)
    parts.push([h("mark", { class: "in-source" }, "underlined"), " that the source has too"]);
  if (text.oracle.length) parts.push(["★ the best extract of this length"]);
  const linked = [...shown, ...text.references]
    .flatMap((one) => one.sentences)
    .filter((one) => one.sources);
  const ways = [...new Set(linked.map((one) => one.how ?? "words"))];
  if (ways.length)
    parts.push([
      `→ and ← link a sentence to its sources: ${ways.map((how) => LINKS[how]).join("; ")}`,
    ]);
  const said = h(
    "p",
    { class: "soft small legend" },
    parts.flatMap((part, at) => (at ? ["; ", part] : [part])),
    parts.length ? "." : "",
    (way === "shared" || way === "novel") && ` ${by}.`,
  );
  return h(
    "details",
    { class: "legend-box", open: innerWidth > 700 },
    h("summary", { class: "small" }, "What the marks mean"),
    said,
    topicLegend(text),
  );
}

/** @type {Record<string, string>} */
const LINKS = {
  extract: "the sentence it was taken from",
  judges: "those a judge linked it to",
  words: "up to three that have at least 30% of its words, stop words aside",
};

/** The topics of the references: colour, number, words that weigh most, share of the weight.
 * @param {Reading} text */
function topicLegend(text) {
  if (!text.topics?.length) return null;
  const what = text.references.length ? "references" : "source";
  return h(
    "p",
    { class: "soft small legend" },
    `Topics of the ${what}, with the words that weigh most and their share: `,
    text.topics.map(({ words, share }, at) => [
      at > 0 && " ",
      h(
        "span",
        { class: `topic-key cat-${at % 6}` },
        `T${at + 1} `,
        h("bdi", {}, words.join(", ")),
        ` ${number(share, 0)} %`,
      ),
    ]),
    ` A sentence has the colour of the topic it is most like.${text.topics.length > 6 ? " Colours repeat after six topics." : ""}`,
  );
}

/** @param {string} topic */
const titleOf = (topic) => `Topic ${shorten(topic, 60)}: source beside summary`;

/** Open a summary: in a dialog where the page holds the texts, else in the topic's own page. `view` holds what KEPT names.
 * @param {Model} data @param {string} topic @param {ReadingChoice} view_ */
export function openReading(data, topic, view_ = {}) {
  const list = data.textTopics();
  if (!data.readable()) {
    const number_ = String(data.topics.indexOf(topic) + 1).padStart(5, "0");
    location.assign(
      `topics/${number_}.html#${new URLSearchParams(Object.entries(kept(view_)).flatMap(([k, v]) => (v ? [[k, v]] : [])))}`,
    );
    return;
  }
  if (!list.includes(topic)) return;
  const body = h("div");
  /** @type {ReadingChoice & { topic: string }} */
  let now = { topic, ...kept(view_) };
  /** @param {ReadingChoice & { topic?: string }} next @param {boolean} [push] */
  const show = (next, push = false) => {
    // Sentences of one topic are none of another.
    const extract_ =
      next.topic && next.topic !== now.topic && now.extract ? { extract: "none" } : {};
    now = { ...now, ...extract_, ...next };
    writeAddress({ topic: now.topic, ...kept(now) }, { push });
    const at = list.indexOf(now.topic);
    const index = data.topics.indexOf(now.topic);
    const jump = h(
      "label",
      { class: "field" },
      h("span", { class: "soft small" }, "Topic"),
      h(
        "select",
        { on: { change: (event) => show({ topic: chosenIn(event) }, true) } },
        list.map((id) => h("option", { value: id, selected: id === now.topic }, shorten(id, 40))),
      ),
    );
    if (heading) heading.textContent = titleOf(now.topic);
    const inside =
      document.activeElement && body.contains(document.activeElement)
        ? document.activeElement.getAttribute("aria-label")
        : null;
    const text = data.text(now.topic);
    if (!text) return;
    replace(
      body,
      readingView({
        text,
        columns: data.columns.map((c) => c.name),
        better: data.columns.map((c) => c.better),
        digits: data.digits,
        values: (peer) =>
          index < 0 || !data.place.has(peer)
            ? []
            : data.columns.map((c) => data.value(c.name, peer, index)),
        ...now,
        other: now.with,
        choose: (chosen) => show(chosen, true),
        extra: jump,
        keep: (list_) => {
          now.extract = list_;
          writeAddress({ extract: list_ });
        },
        before: at > 0 ? () => show({ topic: list[at - 1] }, true) : null,
        after: at + 1 < list.length ? () => show({ topic: list[at + 1] }, true) : null,
      }),
    );
    if (inside) within(body, `[aria-label="${CSS.escape(inside)}"]:not(:disabled)`)?.focus();
  };
  /** @type {HTMLElement | null} */
  let heading = null;
  show({}, true);
  const follow = () => {
    const address = readAddress();
    if (!address.topic) view.close();
    else show({ topic: address.topic, ...kept(address) });
  };
  addEventListener("popstate", follow);
  const view = openDialog({
    title: titleOf(topic),
    body,
    buttons: [],
    wide: true,
    onClose: () => {
      removeEventListener("popstate", follow);
      if (readAddress().topic) writeAddress({ topic: null, ...kept({}) });
    },
  });
  view.element.classList.add("reading-dialog");
  heading = view.element.querySelector("h2");
}

// @ts-check
// Extracts. The judge's view: the source, and what was picked with its length against the limit.

import { askText } from "../../shared/dialog.js";
import { around, h, replace } from "../../shared/dom.js";
import { plural } from "../../shared/format.js";
import { listed } from "../cards.js";
import { sourceList } from "../source-list.js";
import { broken, itemPlace, keys, knownItem, map, object, word } from "../twin.js";

/** @type {TaskKind<ExtractState>["view"]} */
function extractView(work, { announce, act }) {
  const { task } = work;
  const { limit } = work.brief;
  const source = sourceList(task.items, { onToggle: (id) => toggle(id) });
  const list = h("ol", { class: "extract-list" });
  const meter = h("progress", {
    max: limit ?? 1,
    value: 0,
    "aria-label": "Words of the extract",
    hidden: limit === null,
  });
  const words = h("p", { class: "words number", role: "status" });
  const pane = h(
    "section",
    { class: "targets", "aria-label": "Extract" },
    h("div", { class: "pane-head" }, h("h2", {}, "Extract"), words),
    meter,
    h("div", { class: "scroller" }, list),
  );

  const total = () => wordsOf(work.brief, work.state);
  /** @param {string | null} item */
  function toggle(item) {
    if (!item) return;
    const picked = work.state.picked.includes(item);
    if (act({ do: picked ? "drop" : "pick", item }))
      announce(
        `${picked ? "Dropped" : "Picked"}. ${plural(total(), "word")}${limit === null ? "" : ` of ${limit}`}.`,
      );
  }

  async function note() {
    const item = source.current();
    if (item === null) return;
    const text = await askText({
      title: "Note",
      label: "On this sentence",
      value: work.state.notes.get(item) ?? "",
      many: true,
      hint: "Ctrl+Enter saves.",
    });
    if (text !== null) act({ do: "note", item, text: text.trim() || null });
  }

  function draw() {
    const picked = new Set(work.state.picked);
    const now = total();
    meter.value = now;
    meter.classList.toggle("over", limit !== null && now > limit);
    const share = task.limit?.rate ? ` (${Math.round(task.limit.rate * 100)} % of the source)` : "";
    words.textContent =
      limit === null
        ? plural(now, "word")
        : `${now} of at most ${plural(limit, "word")}${share}${now > limit ? `: ${now - limit} too many` : `, ${limit - now} left`}`;
    words.classList.toggle("over", limit !== null && now > limit);
    replace(
      list,
      task.items
        .filter((item) => picked.has(item.id))
        .map((item) =>
          h(
            "li",
            { dir: "auto" },
            h(
              "button",
              {
                type: "button",
                class: "plain link-text",
                dir: "auto",
                on: { click: () => source.focus(item.id) },
              },
              item.text,
            ),
            h("span", { class: "soft small number" }, String(item.words ?? "")),
            h(
              "button",
              {
                type: "button",
                class: "plain",
                "aria-label": "Drop this sentence",
                on: { click: () => toggle(item.id) },
              },
              "✕",
            ),
          ),
        ),
    );
    if (!picked.size)
      replace(
        list,
        h("li", { class: "empty" }, "Nothing picked yet. Press Space on a sentence, or click it."),
      );
    for (const [id, one] of source.cards) {
      one.select(picked.has(id));
      one.note(work.state.notes.get(id));
      source.mark(id, String(work.brief.words.get(id) || ""));
    }
  }

  /** @param {number} step */
  const jump = (step) => {
    const ids = task.items.map((item) => item.id);
    const at = ids.findIndex((id) => id === source.current());
    const picked = new Set(work.state.picked);
    const next =
      step > 0
        ? ids.slice(at + 1).find((id) => picked.has(id))
        : ids
            .slice(0, at)
            .reverse()
            .find((id) => picked.has(id));
    if (next) source.focus(next);
  };
  /** @type {KeyGroup[]} */
  const bindings = [
    {
      title: "Move",
      keys: [
        ...source.keys,
        { keys: ["ArrowRight", "]"], words: "next picked sentence", run: () => jump(1) },
        { keys: ["ArrowLeft", "["], words: "previous picked sentence", run: () => jump(-1) },
      ],
    },
    {
      title: "Extract",
      keys: [
        {
          keys: [" ", "Enter", "x"],
          words: "pick the sentence, or drop it",
          run: (event) => {
            if (around(event, "button, a")) return false;
            toggle(source.current());
            return true;
          },
        },
        {
          keys: ["t"],
          words: "write a note",
          run: () => {
            note();
          },
        },
      ],
    },
  ];
  return {
    element: h("div", { class: "two-panes" }, source.element, pane),
    keys: bindings,
    hasRules: true,
    summary: () => plural(work.state.picked.length, "sentence"),
    update: draw,
    goTo: ({ item }) => source.focus(item),
    start: () => source.focus(source.current()),
  };
}

/** @type {TaskKind<ExtractState>} */
export const extract = {
  title: "Mark an extract",
  many: "Mark extracts",
  unit: "extract",
  units: "extracts",
  done: "begun",
  byTopic: true,
  groups: false,
  suggests: false,
  agreement: "ratings",
  operations: {
    actions: ["pick", "drop"],
    empty: () => ({ picked: [], notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item"]);
      const item = knownItem(brief, word(op, "item"));
      if (state.picked.includes(item) === (op.do === "pick")) return state;
      return {
        ...state,
        picked:
          op.do === "pick" ? [...state.picked, item] : state.picked.filter((one) => one !== item),
      };
    },
    notePlace: itemPlace,
    toJson: (state) => ({ picked: [...state.picked], notes: object(state.notes) }),
    fromJson: (made) => ({ picked: [...made.picked], notes: map(made.notes) }),
    done: (brief, state) => Number(state.picked.length > 0),
    units: () => 1,
  },
  rules(brief, state) {
    const total = wordsOf(brief, state);
    if (brief.limit === null || total <= brief.limit) return [];
    return [
      broken(
        "limit",
        `the extract has ${total} words, ${total - brief.limit} more than the limit of ${brief.limit}`,
        state.picked.at(-1),
      ),
    ];
  },
  view: extractView,
  facts(task, state, add, named) {
    for (const item of state.picked) add(item, named(item), "picked");
  },
  shown: (state, task) => listed(task, state.picked),
  settings(field) {
    const words = h("input", { type: "number", min: 1 });
    return {
      elements: [field("Words at most", words, "optional")],
      values: () => (words.value ? { limit: { words: Number(words.value) } } : {}),
    };
  },
};

/** Words of what is picked.
 * @param {Brief} brief @param {ExtractState} state */
function wordsOf(brief, state) {
  return state.picked.reduce((sum, item) => sum + (brief.words.get(item) ?? 0), 0);
}

// @ts-check
// Links. The judge's view of a linking task: source sentences left, the sentences of the abstract right.

import { askText } from "../../shared/dialog.js";
import { around, h, replace } from "../../shared/dom.js";
import { plural, shorten } from "../../shared/format.js";
import { listed, reveal } from "../cards.js";
import { sourceList } from "../source-list.js";
import { Refused, itemPlace, keys, knownItem, map, object, set, word } from "../twin.js";

const CODES = [..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** @type {TaskKind<LinkState>["view"]} */
function linkView(work, { announce, act }) {
  const { task } = work;
  const texts = new Map(task.items.map((item) => [item.id, item.text]));
  /** @type {string | null} */
  let chosen = task.targets[0]?.id ?? null;
  const source = sourceList(task.items, { onToggle: (id) => toggle(id) });
  const boxes = task.targets.map((target, at) => targetBox(target, at));
  const references = [...new Set(task.targets.map((target) => target.reference))];
  const scroller = h(
    "div",
    { class: "scroller" },
    references.map((name) =>
      h(
        "section",
        { "aria-label": `Abstract ${name ?? ""}` },
        references.length > 1 && h("h3", { class: "reference", dir: "auto" }, `Abstract ${name}`),
        task.targets.flatMap((target, at) => (target.reference === name ? boxes[at].element : [])),
      ),
    ),
  );
  const abstract = h(
    "section",
    { class: "targets", "aria-label": "Abstract" },
    h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Abstract ", h("span", { class: "soft number" }, String(task.targets.length))),
      h("span", { class: "small soft" }, "Links go to the marked sentence"),
    ),
    scroller,
  );

  /** @param {TaskTarget} target @param {number} at */
  function targetBox(target, at) {
    const head = h(
      "button",
      {
        type: "button",
        class: "target-head",
        "aria-pressed": "false",
        on: { click: () => pick(target.id) },
      },
      h("span", { class: "code" }, CODES[at] ?? "·"),
      h("span", { dir: "auto", class: "grow" }, target.text),
    );
    const list = h("ul", { class: "links" });
    const note = h("p", { class: "note small", dir: "auto" });
    return { head, list, note, element: h("article", { class: "target" }, head, list, note) };
  }

  /** @param {string} id @param {boolean} [say] */
  function pick(id, say = true) {
    chosen = id;
    draw();
    const at = task.targets.findIndex((target) => target.id === id);
    reveal(boxes[at].element);
    if (say) announce(`Links go to: ${task.targets[at].text}`);
  }

  /** @param {string | null} item @param {string | null} [to] */
  function toggle(item, to = chosen) {
    if (!to || !item) return;
    const linked = (work.state.links.get(to) ?? []).includes(item);
    if (act({ do: linked ? "unlink" : "link", item, to }))
      announce(linked ? "Link removed." : "Linked.");
  }

  /** @param {number} by */
  function step(by) {
    const at = task.targets.findIndex((target) => target.id === chosen);
    const next = task.targets[at + by];
    if (next) pick(next.id);
  }

  /** @param {{ item?: string, to?: string }} place */
  async function note(place) {
    const id = place.item ?? place.to ?? "";
    const text = await askText({
      title: "Note",
      label: place.item ? "On this sentence" : "On this sentence of the abstract",
      value: work.state.notes.get(id) ?? "",
      many: true,
      hint: "Ctrl+Enter saves.",
    });
    if (text !== null) act({ do: "note", ...place, text: text.trim() || null });
  }

  function draw() {
    const { links, notes } = work.state;
    /** @type {Map<string, (string | number)[]>} sentence -> keys of what it is linked to */
    const back = new Map();
    task.targets.forEach((target, at) => {
      const box = boxes[at];
      const items = links.get(target.id) ?? [];
      for (const item of items) back.set(item, [...(back.get(item) ?? []), CODES[at] ?? at + 1]);
      box.element.classList.toggle("chosen", target.id === chosen);
      box.head.setAttribute("aria-pressed", String(target.id === chosen));
      replace(
        box.list,
        items.map((item) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "plain link-text",
                dir: "auto",
                on: { click: () => source.focus(item) },
              },
              shorten(texts.get(item), 110),
            ),
            h(
              "button",
              {
                type: "button",
                class: "plain",
                "aria-label": `Remove the link to ${shorten(texts.get(item), 60)}`,
                on: { click: () => toggle(item, target.id) },
              },
              "✕",
            ),
          ),
        ),
      );
      box.note.textContent = notes.has(target.id) ? `✎ ${notes.get(target.id)}` : "";
    });
    const mine = new Set((chosen !== null && links.get(chosen)) || []);
    for (const [id, one] of source.cards) {
      one.select(mine.has(id));
      one.note(notes.get(id));
      source.mark(id, back.has(id) ? `→ ${(back.get(id) ?? []).join(" ")}` : "");
    }
  }

  /** @type {KeyGroup[]} */
  const bindings = [
    {
      title: "Move",
      keys: [
        ...source.keys,
        { keys: ["ArrowRight", "]"], words: "next sentence of the abstract", run: () => step(1) },
        {
          keys: ["ArrowLeft", "["],
          words: "previous sentence of the abstract",
          run: () => step(-1),
        },
      ],
    },
    {
      title: "Link",
      keys: [
        {
          keys: [" ", "Enter"],
          words: "link the sentence to the marked one, or unlink it",
          run: (event) => {
            if (around(event, "button, a")) return false;
            toggle(source.current());
            return true;
          },
        },
        {
          keys: CODES,
          show: ["1", "…", "9", "Shift+A", "…", "Shift+Z"],
          words: "link it to the sentence with this key, or unlink it",
          run: (event) => {
            const at = CODES.indexOf(event.key);
            if (task.targets[at]) toggle(source.current(), task.targets[at].id);
          },
        },
        {
          keys: ["t"],
          words: "note on the source sentence",
          run: () => {
            const item = source.current();
            if (item !== null) note({ item });
          },
        },
        {
          keys: ["y"],
          words: "note on the sentence of the abstract",
          run: () => {
            if (chosen) note({ to: chosen });
          },
        },
      ],
    },
  ];
  return {
    element: h("div", { class: "two-panes" }, source.element, abstract),
    keys: bindings,
    hasRules: false,
    summary: () =>
      plural(
        [...work.state.links.values()].reduce((sum, list) => sum + list.length, 0),
        "link",
      ),
    update: draw,
    start: () => source.focus(source.current()),
  };
}

/** @type {TaskKind<LinkState>} */
export const link = {
  title: "Link sentences",
  many: "Link sentences",
  unit: "abstract sentence",
  units: "abstract sentences",
  done: "linked",
  byTopic: true,
  groups: true,
  suggests: false,
  agreement: "covers",
  operations: {
    actions: ["link", "unlink"],
    empty: () => ({ links: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item", "to"]);
      const item = knownItem(brief, word(op, "item"));
      const to = targetId(brief, op);
      const held = state.links.get(to) ?? [];
      if (held.includes(item) === (op.do === "link")) return state;
      const after = op.do === "link" ? [...held, item] : held.filter((one) => one !== item);
      return { ...state, links: set(state.links, to, after.length ? after : null) };
    },
    notePlace(brief, state, op) {
      if (!Object.hasOwn(op, "to")) return itemPlace(brief, state, op);
      keys(op, ["to", "text"]);
      return targetId(brief, op);
    },
    toJson: (state) => ({ links: object(state.links), notes: object(state.notes) }),
    fromJson: (made) => ({ links: map(made.links), notes: map(made.notes) }),
    done: (brief, state) => state.links.size,
    units: (brief) => brief.targets.length,
  },
  view: linkView,
  facts(task, state, add, named) {
    const targets = new Map(task.targets.map((target) => [target.id, target.text]));
    for (const [to, items] of state.links) {
      for (const item of items)
        add(`${to} ${item}`, `${shorten(targets.get(to), 60)} ← ${named(item)}`, "linked");
    }
  },
  shown: (state, task) =>
    task.targets.map((target) =>
      h(
        "section",
        {},
        h("h3", { dir: "auto" }, target.text),
        listed(task, state.links[target.id] ?? []),
      ),
    ),
};

/** @param {Brief} brief @param {Op} op */
function targetId(brief, op) {
  const to = word(op, "to");
  if (!brief.targetIds.has(to)) throw new Refused(`unknown abstract sentence '${to}'`);
  return to;
}

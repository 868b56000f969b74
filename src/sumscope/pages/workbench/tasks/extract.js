// The judge's view of an extract: the source, and what was picked with its length against the limit.

import { askText } from "../../shared/dialog.js";
import { h, replace } from "../../shared/dom.js";
import { plural } from "../../shared/format.js";
import { sourceList } from "../source-list.js";

export function extractView(work, { announce, act }) {
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

  const total = () => work.state.picked.reduce((sum, item) => sum + work.brief.words.get(item), 0);
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

  const jump = (step) => {
    const ids = task.items.map((item) => item.id);
    const at = ids.indexOf(source.current());
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
  const keys = [
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
            if (event.target.closest?.("button, a")) return false;
            toggle(source.current());
            return true;
          },
        },
        {
          keys: ["t"],
          words: "write a note",
          run: () => {
            if (source.current()) note();
          },
        },
      ],
    },
  ];
  return {
    element: h("div", { class: "two-panes" }, source.element, pane),
    keys,
    hasRules: true,
    summary: () => plural(work.state.picked.length, "sentence"),
    update: draw,
    goTo: ({ item }) => source.focus(item),
    start: () => source.focus(source.current()),
  };
}

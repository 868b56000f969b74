// @ts-check
// Timeline: a log of what happened, with the time between entries as distance and rests made visible.

import { h, put } from "./dom.js";
import { duration } from "./format.js";

/** @typedef {{ at: number, words: Child, kind?: string, version?: number }} TimelineEntry */

/** entries: [{at: milliseconds, words, kind}]; gaps over `rest` seconds are shown as a rest. onChoose(entry, index).
 * @template {TimelineEntry} E @param {{ entries: E[], label?: string, rest?: number, onChoose?: (entry: E, index: number) => void, newest?: boolean, limit?: number }} options */
export function timeline({
  entries,
  label = "Log",
  rest = 300,
  onChoose,
  newest = true,
  limit = 400,
}) {
  const list = h("ol", { class: "timeline", "aria-label": label });
  const shown = newest ? [...entries.entries()].reverse() : [...entries.entries()];
  const time = new Intl.DateTimeFormat(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
  /** @type {number | null} */
  let before = null;
  let date = "";
  /** @param {number} from @param {number} to */
  const draw = (from, to) => {
    for (const [index, entry] of shown.slice(from, to)) {
      const today = Number.isFinite(entry.at) ? day.format(entry.at) : "";
      if (today !== date) put(list, h("li", { class: "day soft small" }, today));
      else if (before !== null && Math.abs(entry.at - before) > rest * 1000)
        put(
          list,
          h(
            "li",
            { class: "rest soft small" },
            `${duration(Math.abs(entry.at - before) / 1000)} without work`,
          ),
        );
      date = today;
      before = entry.at;
      const words = [
        h(
          "time",
          {
            class: "soft number",
            datetime: Number.isFinite(entry.at) ? new Date(entry.at).toISOString() : undefined,
          },
          Number.isFinite(entry.at) ? time.format(entry.at) : "",
        ),
        h("span", { dir: "auto" }, entry.words),
      ];
      put(
        list,
        h(
          "li",
          { class: entry.kind },
          onChoose
            ? h(
                "button",
                { type: "button", class: "plain", on: { click: () => onChoose(entry, index) } },
                words,
              )
            : words,
        ),
      );
    }
  };
  draw(0, limit);
  const more = h(
    "button",
    {
      type: "button",
      on: {
        click: () => {
          draw(limit, shown.length);
          more.remove();
        },
      },
    },
    `Show all ${shown.length} entries`,
  );
  return entries.length
    ? h("div", { class: "timeline-box" }, list, shown.length > limit && more)
    : h("p", { class: "empty" }, "Nothing has happened yet.");
}

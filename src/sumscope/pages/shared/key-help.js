// @ts-check
// KeyHelp: the keys of a page as a dialog (`?`), and the one list from which they are dispatched.

import { h, typing } from "./dom.js";
import { openDialog } from "./dialog.js";

/** @type {Record<string, string>} */
const NAMES = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  " ": "Space",
  Escape: "Esc",
  Delete: "Del",
};

/** @param {string} combination */
function keyName(combination) {
  const parts = combination.split("+");
  return parts
    .map((part) => h("kbd", {}, NAMES[part] ?? (part === "Mod" ? "Ctrl" : part || "+")))
    .flatMap((node, at) => (at ? ["+", node] : [node]));
}

/** The combination of an event as it is written in a list of keys: `Mod+z`, `Shift+ArrowDown`, `?`.
 * @param {KeyboardEvent} event */
export function combination(event) {
  const mod = event.ctrlKey || event.metaKey ? "Mod+" : "";
  const alt = event.altKey ? "Alt+" : "";
  const named = event.key.length > 1 || event.key === " ";
  const shift = event.shiftKey && (named || mod) ? "Shift+" : "";
  return `${mod}${alt}${shift}${mod && event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
}

/** groups: [{title, keys: [{keys: ["j", "ArrowDown"], words, run, typing}]}].
 *  Gives a listener for keydown; letters belong to text fields unless `typing` is true.
 * @param {KeyGroup[]} groups @param {{ enabled?: () => boolean }} options */
export function dispatcher(groups, { enabled = () => true } = {}) {
  const known = new Map(
    groups.flatMap((g) => g.keys.flatMap((k) => k.keys.map((name) => [name, k]))),
  );
  /** @param {KeyboardEvent} event */
  return (event) => {
    if (event.defaultPrevented || event.isComposing || !enabled()) return;
    const key = known.get(combination(event));
    if (!key?.run || (typing(event) && !key.typing)) return;
    if (event.repeat && key.once) return;
    if (key.run(event) === false) return;
    event.preventDefault();
  };
}

/** Show the keys.
 * @param {KeyGroup[]} groups @param {{ title?: string }} options */
export function keyHelp(groups, { title = "Keys" } = {}) {
  return openDialog({
    title,
    wide: true,
    body: h(
      "div",
      { class: "key-help" },
      groups.map((group) =>
        h(
          "section",
          {},
          h("h3", {}, group.title),
          h(
            "dl",
            {},
            group.keys
              .filter((k) => k.words)
              .map((k) => [
                h(
                  "dt",
                  {},
                  (k.show ?? k.keys).flatMap((name, at) => [
                    at ? " " : "",
                    ...(name === "…" ? ["…"] : keyName(name)),
                  ]),
                ),
                h("dd", {}, k.words),
              ]),
          ),
        ),
      ),
    ),
  });
}

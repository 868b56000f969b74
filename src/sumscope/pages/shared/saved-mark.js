// @ts-check
// SavedMark: whether work is safe, in words, always in the same place.

import { h, replace } from "./dom.js";

/** @type {Record<string, [string, string]>} */
const WORDS = {
  loading: ["…", "Loading"],
  saved: ["✓", "Saved"],
  saving: ["●", "Saving"],
  unsaved: ["●", "Not saved yet"],
  offline: ["▲", "Offline, kept here"],
  conflict: ["!", "Changed elsewhere"],
  failed: ["!", "Not saved"],
  submitted: ["✓", "Submitted"],
  local: ["✓", "Kept in this browser"],
};

/** Gives an element with .set(status, {pending, words}). Only what changes is said aloud.
 * @param {{ onPress?: () => void }} options */
export function savedMark({ onPress } = {}) {
  const sign = h("span", { class: "sign", "aria-hidden": "true" });
  const words = h("span", { role: "status" });
  const root = h(
    onPress ? "button" : "span",
    {
      class: "saved-mark",
      type: onPress ? "button" : undefined,
      on: onPress ? { click: onPress } : {},
    },
    sign,
    words,
  );
  let last = "";
  /** @param {string} status @param {{ pending?: number, words?: string }} more */
  const set = (status, { pending = 0, words: more } = {}) => {
    const [mark, text] = WORDS[status] ?? WORDS.failed;
    const said =
      (more ?? text) +
      (pending && ["unsaved", "offline", "conflict", "failed"].includes(status)
        ? ` (${pending})`
        : "");
    root.dataset.status = status;
    if (said === last) return;
    last = said;
    sign.textContent = mark;
    replace(words, said);
  };
  set("loading");
  return Object.assign(root, { set });
}

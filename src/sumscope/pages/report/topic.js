// @ts-check
// A topic as a page of its own: the reader, with links to the topics around it.

import { pageData, pageElement, replace, within } from "../shared/dom.js";
import { readAddress, writeAddress } from "../shared/picker.js";
import { kept, readingView } from "./reading.js";

/** @type {{ columns: string[], lower: string[], values: Record<string, (number | null)[]>, before: string | null, after: string | null }} */
const topic = pageData("data-topic");
/** @type {Reading} */
const text = pageData("data-text");
const main = pageElement("main");

/** @param {boolean} [push] @param {ReadingChoice | null} [chosen] */
function show(push = false, chosen = null) {
  if (chosen) writeAddress(kept(chosen), { push });
  const address = readAddress();
  // Sentences of this topic are none of another.
  /** @param {string | null} file */
  const to = (file) => {
    if (file === null) return null;
    return () => {
      if (readAddress().extract) writeAddress({ extract: "none" });
      location.assign(file + location.hash);
    };
  };
  const held = document.activeElement?.getAttribute("aria-label");
  replace(
    main,
    readingView({
      text,
      columns: topic.columns,
      better: topic.columns.map((name) => (topic.lower.includes(name) ? "lower" : "higher")),
      values: (peer) => topic.values[peer],
      ...address,
      other: address.with,
      keep: (list) => writeAddress({ extract: list }),
      choose: (next) => show(true, next),
      before: to(topic.before),
      after: to(topic.after),
      heading: "h2",
    }),
  );
  if (held) within(main, `[aria-label="${CSS.escape(held)}"]:not(:disabled)`)?.focus();
}

addEventListener("popstate", () => show());
show();

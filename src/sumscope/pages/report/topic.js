// A topic as a page of its own: the reader, with links to the topics around it.

import { replace } from "../shared/dom.js";
import { readAddress, writeAddress } from "../shared/picker.js";
import { KEPT, readingView } from "./reading.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const topic = { ...read("data-topic"), text: read("data-text") };
const main = document.getElementById("main");

function show(push = false, chosen = null) {
  if (chosen)
    writeAddress(Object.fromEntries(KEPT.map((name) => [name, chosen[name] ?? null])), { push });
  const address = readAddress();
  // Sentences of this topic are none of another.
  const to = (file) =>
    file &&
    (() => {
      if (readAddress().extract) writeAddress({ extract: "none" });
      location.assign(file + location.hash);
    });
  const held = document.activeElement?.getAttribute("aria-label");
  replace(
    main,
    readingView({
      text: topic.text,
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
  if (held) main.querySelector(`[aria-label="${CSS.escape(held)}"]:not(:disabled)`)?.focus();
}

addEventListener("popstate", () => show());
show();

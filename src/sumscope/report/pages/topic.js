// A topic as a page of its own: the reader, with links to the topics around it.

import { replace } from "../front/dom.js";
import { readAddress, writeAddress } from "../front/picker.js";
import { readingView } from "./reading.js";

const topic = JSON.parse(document.getElementById("data-topic").textContent);
const main = document.getElementById("main");

function show(push = false, chosen = null) {
  if (chosen) writeAddress({ system: chosen.system, with: chosen.with ?? null }, { push });
  const address = readAddress();
  const to = (file) => file && (() => location.assign(file + location.hash));
  const held = document.activeElement?.getAttribute("aria-label");
  replace(main, readingView({
    text: topic.text, columns: topic.columns, values: (peer) => topic.values[peer], system: address.system, other: address.with,
    choose: (next) => show(true, next), before: to(topic.before), after: to(topic.after), heading: "h2",
  }));
  if (held) main.querySelector(`[aria-label="${CSS.escape(held)}"]:not(:disabled)`)?.focus();
}

addEventListener("popstate", () => show());
show();

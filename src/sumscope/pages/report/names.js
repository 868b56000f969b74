// @ts-check
// Names of systems and topics, and links to the files of a table or figure.

import { h } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { tooltip } from "../shared/tooltip.js";

/** A long name, shortened in the middle; the whole stands in its tooltip.
 * @param {string} text @param {number} [longest] */
export function nameOf(text, longest = 28) {
  const short = shorten(text, longest);
  const made = h("bdi", {}, short);
  return short === text
    ? made
    : tooltip(h("span", { tabIndex: 0, "aria-label": text }, made), text);
}

/** Links to the files that lie beside the page.
 * @param {string} folder @param {string} name @param {string[]} endings */
export function files(folder, name, endings) {
  return h(
    "p",
    { class: "files small soft no-print" },
    "Files: ",
    endings.map((end, at) => [
      at > 0 && " ",
      h(
        "a",
        { href: `${folder}/${name}.${end}`, "aria-label": `${name} as ${end.toUpperCase()}` },
        end.toUpperCase(),
      ),
    ]),
  );
}

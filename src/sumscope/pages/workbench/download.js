// @ts-check
// Give the reader a file.

import { h } from "../shared/dom.js";

/** @param {string} name @param {unknown} value */
export function download(name, value) {
  const text = typeof value === "string" ? value : `${JSON.stringify(value, null, 1)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: address, download: name.replace(/[^\w.-]+/g, "_") });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

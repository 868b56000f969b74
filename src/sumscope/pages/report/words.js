// @ts-check
// Sentences of a report: `names` between backticks as code, whatever direction they have.

import { h } from "../shared/dom.js";

/** Text with `code`; every piece keeps its direction to itself.
 * @param {string} text */
export function prose(text) {
  return String(text)
    .split(/`([^`]+)`/)
    .map((piece, at) => (at % 2 ? h("code", {}, piece) : isolate(piece)));
}

const LEFTWARDS =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?:[\s\u200b-\u200f._/-]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*)/;

/** @param {string} text */
function isolate(text) {
  return text.split(LEFTWARDS).map((piece, at) => (at % 2 ? h("bdi", {}, piece) : piece));
}

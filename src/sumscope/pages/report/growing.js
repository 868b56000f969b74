// @ts-check
// A word network as its text is read: the curve of its components, and the text under the pointer.

import { h, replace, s } from "../shared/dom.js";
import { number, plural, shorten } from "../shared/format.js";
import { canvas, chart, xAxis, yAxis } from "../shared/chart.js";
import { markedText } from "../shared/reader.js";

/** From a walk (sentence, from, to, lemma of each content word) to f(0), ..., f(A): components after each association.
 * @param {number[]} walk */
export function components(walk) {
  const lemmas = walk.filter((_, at) => at % 4 === 3);
  const above = [...new Set(lemmas)].reduce((map, lemma) => map.set(lemma, lemma), new Map());
  /** @param {number} lemma @returns {number} */
  const root = (lemma) => {
    let at = lemma;
    while (above.get(at) !== at) {
      above.set(at, above.get(above.get(at)));
      at = above.get(at);
    }
    return at;
  };
  const made = [above.size];
  for (let at = 1; at < lemmas.length; at += 1) {
    const [a, b] = [root(lemmas[at - 1]), root(lemmas[at])];
    if (a !== b) above.set(a, b);
    made.push(made[at - 1] - Number(a !== b));
  }
  return made;
}

/** @param {{ texts: GrowingText[] }} chart @param {string} caption */
export function growing({ texts }, caption) {
  const topics = [...new Set(texts.map((one) => one.topic))];
  const body = h("div");
  /** @param {string} value @param {string} label */
  const option = (value, label) => h("option", { value }, label);
  const topic = h(
    "select",
    {
      on: {
        change: () => {
          fill();
          draw();
        },
      },
    },
    topics.map((id) => option(id, shorten(id, 40))),
  );
  /** @type {HTMLSelectElement} */
  const which = h("select", { on: { change: () => draw() } });
  const fill = () =>
    replace(
      which,
      texts.flatMap((one, at) =>
        one.topic === topic.value ? [option(String(at), shorten(one.name, 40))] : [],
      ),
    );
  const draw = () => {
    replace(body, watched(texts[Number(which.value)]));
  };
  fill();
  draw();
  /** @param {string} label @param {Element} control */
  const field = (label, control) =>
    h("label", { class: "field" }, h("span", { class: "soft small" }, label), control);
  return h(
    "div",
    { class: "growing" },
    h("h3", {}, caption),
    h("div", { class: "row picker" }, field("Topic", topic), field("Text", which)),
    body,
  );
}

/** @param {GrowingText} text */
function watched(text) {
  const curve = components(text.walk);
  const last = curve.length - 1;
  let now = last;
  let place = () => {}; // moves the cursor to where the reader is
  const said = h("p", { class: "small", role: "status" });
  const words = h("div", { class: "growing-text", lang: text.lang ?? undefined, dir: "auto" });
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    value: last,
    "aria-label": "Word associations read",
    on: { input: () => move(Number(slider.value)) },
  });
  /** @param {number} m */
  const line = (m) => curve[0] - (m * (curve[0] - 1)) / Math.max(1, last);
  /** @param {number} width */
  const draw = (width) => {
    const height = 260;
    const svg = canvas(
      width,
      height,
      `Components of the word network of ${text.name} as it is read`,
      { marks: false },
    );
    const [left, right, top, bottom] = [44, width - 16, 24, height - 44];
    const atX = xAxis(svg, {
      domain: [0, Math.max(1, last)],
      range: [left, right],
      top,
      bottom,
      label: "word associations read",
      digits: 0,
    });
    const atY = yAxis(svg, {
      domain: [0, curve[0]],
      range: [bottom, top],
      left,
      right,
      label: "components",
      digits: 0,
    });
    svg.append(
      s("line", { class: "reference", x1: atX(0), y1: atY(curve[0]), x2: atX(last), y2: atY(1) }),
    );
    svg.append(
      s("polyline", {
        class: "line cat-0",
        points: curve.map((y, m) => `${atX(m)},${atY(y)}`).join(" "),
      }),
    );
    const line_ = s("line", { class: "whisker", y1: top, y2: bottom });
    const dot = s("circle", { r: 4 });
    place = () => {
      for (const name of ["x1", "x2"]) line_.setAttribute(name, String(atX(now)));
      dot.setAttribute("cx", String(atX(now)));
      dot.setAttribute("cy", String(atY(curve[now])));
    };
    place();
    svg.append(s("g", { class: "cat-1" }, line_, dot));
    /** @param {MouseEvent} event */
    const from = (event) =>
      Math.round(
        ((event.clientX - svg.getBoundingClientRect().left - left) / (right - left)) * last,
      );
    svg.addEventListener("pointermove", (event) => move(from(event)));
    svg.addEventListener("pointerdown", (event) => move(from(event)));
    return svg;
  };
  /** @param {number} next */
  const move = (next) => {
    const m = Math.max(0, Math.min(last, next));
    if (m === now && words.childNodes.length) return;
    now = m;
    slider.value = String(m);
    slider.setAttribute("aria-valuetext", `${m} of ${last}`);
    place();
    tell();
  };
  const tell = () => {
    /** @param {number} word */
    const at = (word) => text.walk.slice(4 * word, 4 * word + 4);
    const [first, second] = [at(Math.max(0, now - 1)), at(now)];
    const joined = now > 0 && curve[now] < curve[now - 1];
    replace(
      said,
      `${plural(curve[now], "component")} after ${plural(now, "association")} (on the line: ${number(line(now), 1)})`,
      now > 0 &&
        (joined
          ? "; the marked words join two components."
          : "; the marked words are in one component already."),
    );
    replace(
      words,
      text.sentences.map((sentence, index) => {
        const spans = [];
        for (const word of now > 0 ? [first, second] : [second])
          if (word[0] === index)
            spans.push({ from: word[1], to: word[2], kind: joined ? "joins" : "only" });
        const read =
          now === last || index < second[0] ? sentence.length : index === second[0] ? second[2] : 0;
        if (read < sentence.length) spans.push({ from: read, to: sentence.length, kind: "unread" });
        return h("p", { dir: "auto" }, markedText(sentence, spans));
      }),
    );
  };
  const figure = chart({
    draw,
    note: "Dashed: the straight line from all words apart to one component. Point at the curve, or move the slider.",
  });
  tell();
  return h(
    "div",
    { class: "beside" },
    h("div", {}, figure, h("label", { class: "row small" }, "Read", slider), said),
    h(
      "div",
      {
        class: "panel growing-pane",
        tabIndex: 0,
        role: "group",
        "aria-label": `Text of ${text.name}`,
      },
      words,
    ),
  );
}

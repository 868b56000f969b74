// @ts-check
// Ratings. The judge's view: one summary at a time, the scales below it, the source beside it.

import { around, h, put, replace } from "../../shared/dom.js";
import { lines } from "../../shared/format.js";
import { saidLine } from "../adjudicate.js";
import { noteLine, sourcePane, stepper } from "../stepper.js";
import { Refused, itemPlace, keys, knownItem, map, object, set, whole, word } from "../twin.js";

const MOST_POINTS = 11;

/** @type {TaskKind<RateState>["view"]} */
function rateView(work, { announce, act }, { evidence = null } = {}) {
  const { task } = work;
  const source = sourcePane(task);
  const text = h("div", {
    class: "summary",
    dir: "auto",
    tabIndex: 0,
    role: "region",
    "aria-label": "Summary",
  });
  const scales = h("div", { class: "scales" });
  const notes = noteLine(work, act);
  /** @param {TaskItem} item */
  const given = (item) => work.state.ratings.get(item.id) ?? new Map();
  const steps = stepper(task.items, {
    label: "Summaries",
    onGo: () => {
      active = 0;
      draw();
      focusScale(firstOpen());
      announce(`Summary ${task.items.indexOf(steps.current()) + 1}`);
    },
    isDone: (item) =>
      given(item).size === task.scales.length ? "done" : given(item).size ? "part" : "",
  });
  const go = h(
    "button",
    {
      type: "button",
      class: "main",
      title: "Next summary without all ratings (Enter)",
      on: { click: () => advance() },
    },
    "Next open summary",
  );
  const pane = h(
    "section",
    { class: "targets", "aria-label": "Summary and ratings" },
    h("div", { class: "pane-head" }, steps.element),
    h("div", { class: "scroller" }, text, evidence?.element, scales, notes.element, go),
  );
  let active = 0;
  /** @type {string | null} */
  let shown = null;
  /** @type {ReturnType<typeof scaleGroup>[]} */
  const groups = [];
  task.scales.forEach((scale, at) => groups.push(scaleGroup(scale, at)));
  put(
    scales,
    groups.map((group) => group.element),
  );

  /** @param {TaskScale} scale @param {number} at */
  function scaleGroup(scale, at) {
    /** @type {number[]} */
    const values = [];
    if (scale.high - scale.low + 1 <= MOST_POINTS)
      for (let v = scale.low; v <= scale.high; v += 1) values.push(v);
    /** @param {number} v */
    const words = (v) => scale.points?.[String(v)] ?? "";
    const clear = h(
      "button",
      { type: "button", class: "plain small", on: { click: () => rate(at, null) } },
      "Clear",
    );
    const question = scale.question || scale.name;
    /** @type {HTMLInputElement[]} */
    let inputs = [];
    let body;
    if (values.length) {
      inputs = values.map((v) =>
        h("input", {
          type: "radio",
          name: `scale-${at}`,
          value: String(v),
          on: { change: () => rate(at, v) },
        }),
      );
      body = h(
        "div",
        { class: "points" },
        values.map((v, index) =>
          h(
            "label",
            { class: "point" },
            inputs[index],
            h("b", { class: "number" }, String(v)),
            words(v) && h("span", { class: "small", dir: "auto" }, words(v)),
          ),
        ),
      );
    } else {
      const field = h("input", {
        type: "number",
        min: scale.low,
        max: scale.high,
        "aria-label": `${question}, ${scale.low} to ${scale.high}`,
        on: {
          change: () => {
            const v = field.value === "" ? null : Number(field.value);
            if (v === null || (Number.isInteger(v) && v >= scale.low && v <= scale.high))
              rate(at, v, false);
            else announce(`A whole number from ${scale.low} to ${scale.high}.`);
          },
        },
      });
      inputs = [field];
      body = h(
        "div",
        { class: "points" },
        field,
        h(
          "span",
          { class: "soft small" },
          `${scale.low}${words(scale.low) && ` ${words(scale.low)}`} to ${scale.high}${words(scale.high) && ` ${words(scale.high)}`}`,
        ),
      );
    }
    const element = h(
      "fieldset",
      {
        class: "scale",
        on: {
          focusin: () => {
            active = at;
            light();
          },
        },
      },
      h("legend", { dir: "auto" }, h("b", {}, scale.name), scale.question && ` ${scale.question}`),
      body,
      clear,
    );
    return { element, inputs, values, clear };
  }

  /** @param {number} at @param {number | null} value */
  function rate(at, value, onward = true) {
    const item = steps.current();
    const scale = task.scales[at];
    if ((given(item).get(scale.name) ?? null) === value) {
      if (onward && value !== null) onwards(at);
      return;
    }
    if (act({ do: "rate", item: item.id, scale: scale.name, value })) {
      announce(value === null ? `${scale.name}: no rating` : `${scale.name}: ${value}`);
      if (onward && value !== null) onwards(at);
    } else draw();
  }
  const firstOpen = () =>
    Math.max(
      0,
      task.scales.findIndex((scale) => !given(steps.current()).has(scale.name)),
    );
  /** @param {number} at */
  function onwards(at) {
    if (at + 1 < groups.length) focusScale(at + 1);
    else if (given(steps.current()).size === task.scales.length) go.focus();
  }
  /** @param {number} at */
  function focusScale(at) {
    active = at;
    const { inputs } = groups[at] ?? {};
    (inputs?.find((input) => input.checked) ?? inputs?.[0])?.focus({ preventScroll: true });
    groups[at]?.element.scrollIntoView({ block: "nearest" });
    light();
  }
  const light = () =>
    groups.forEach((group, at) => group.element.classList.toggle("active", at === active));
  function advance() {
    if (!steps.nextOpen()) announce("Every summary is rated.");
  }

  function draw() {
    const item = steps.current();
    if (!item) {
      replace(text, h("p", { class: "empty" }, "There is nothing to rate."));
      return;
    }
    source.show(item.topic);
    if (shown !== item.id) {
      shown = item.id;
      replace(
        text,
        String(item.text)
          .split(/\n+/)
          .map((part) => h("p", { dir: "auto" }, part)),
      );
      if (text.parentElement) text.parentElement.scrollTop = 0;
    }
    groups.forEach((group, at) => {
      const value = given(item).get(task.scales[at].name) ?? null;
      for (const input of group.inputs)
        if (input.type === "radio") input.checked = Number(input.value) === value;
        else if (document.activeElement !== input || value === null) input.value = value ?? "";
      group.clear.hidden = value === null;
    });
    notes.show(item.id);
    evidence?.show(item.id);
    steps.draw();
    light();
  }

  /** @param {KeyboardEvent} event */
  const digit = (event) => {
    const { values } = groups[active] ?? { values: [] };
    const pressed = Number(event.key);
    const value = pressed === 0 && !values.includes(0) ? 10 : pressed;
    if (!values.includes(value)) {
      announce(`${event.key} is not on the scale ${task.scales[active]?.name}.`);
      return;
    }
    rate(active, value);
  };
  /** @type {KeyGroup[]} */
  const bindings = [
    {
      title: "Rate",
      keys: [
        {
          keys: [..."0123456789"],
          show: ["1", "…", "9"],
          words: "rate on the marked scale and go to the next (0 is ten)",
          run: digit,
        },
        {
          keys: ["ArrowDown"],
          words: "next scale",
          run: () => focusScale(Math.min(groups.length - 1, active + 1)),
        },
        {
          keys: ["ArrowUp"],
          words: "previous scale",
          run: () => focusScale(Math.max(0, active - 1)),
        },
        {
          keys: ["Delete", "Backspace"],
          words: "clear the marked scale",
          run: () => rate(active, null),
        },
        {
          keys: ["Enter"],
          words: "next summary that is not rated on every scale",
          run: (event) => {
            if (around(event, "button, a")) return false;
            advance();
            return true;
          },
        },
      ],
    },
    {
      title: "Move",
      keys: [
        {
          keys: ["j", "ArrowRight", "PageDown"],
          words: "next summary",
          run: () => {
            steps.step(1);
          },
        },
        {
          keys: ["k", "ArrowLeft", "PageUp"],
          words: "previous summary",
          run: () => {
            steps.step(-1);
          },
        },
        { keys: ["s"], words: "fold the source", run: () => source.toggle() },
        { keys: ["t"], words: "write a note", run: () => notes.edit() },
      ],
    },
  ];
  return {
    element: h("div", { class: "two-panes read" }, source.element, pane),
    keys: bindings,
    hasRules: false,
    update: draw,
    start: () => {
      draw();
      focusScale(firstOpen());
    },
  };
}

/** @type {TaskKind<RateState>} */
export const rate = {
  title: "Rate summaries",
  many: "Rate summaries",
  unit: "summary",
  units: "summaries",
  done: "rated",
  byTopic: false,
  groups: false,
  suggests: false,
  agreement: "ratings",
  operations: {
    actions: ["rate"],
    empty: () => ({ ratings: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item", "scale", "value"]);
      const item = knownItem(brief, word(op, "item"));
      const name = word(op, "scale");
      const scale = brief.scales.get(name);
      if (!scale) throw new Refused(`unknown scale '${name}'`);
      const given = set(
        state.ratings.get(item) ?? new Map(),
        name,
        whole(op, "value", scale.low, scale.high),
      );
      return { ...state, ratings: set(state.ratings, item, given.size ? given : null) };
    },
    notePlace: itemPlace,
    toJson: (state) => ({
      ratings: Object.fromEntries([...state.ratings].map(([item, given]) => [item, object(given)])),
      notes: object(state.notes),
    }),
    fromJson: (made) => ({
      ratings: new Map(
        Object.entries(made.ratings).map(([item, given]) => [
          item,
          map(/** @type {Record<string, number>} */ (given)),
        ]),
      ),
      notes: map(made.notes),
    }),
    done: (brief, state) =>
      [...state.ratings.values()].filter((given) => given.size === brief.scales.size).length,
    units: (brief) => brief.items.length,
  },
  view: rateView,
  evidence: saidLine,
  facts(task, state, add, named) {
    for (const [item, given] of state.ratings)
      for (const [scale, value] of given)
        add(`${item} ${scale}`, `${scale}: ${named(item)}`, value);
  },
  shown: (state) =>
    h(
      "ul",
      {},
      Object.entries(state.ratings).map(([item, given]) =>
        h(
          "li",
          {},
          `Summary ${item}: ${Object.entries(given)
            .map(([scale, value]) => `${scale} ${value}`)
            .join(", ")}`,
        ),
      ),
    ),
  settings(field) {
    const scales = h("textarea", { rows: 2, placeholder: "quality:1-5" });
    return {
      elements: [field("Scales", scales, "one a line: NAME:LOW-HIGH")],
      values: () => (lines(scales.value).length ? { scales: lines(scales.value) } : {}),
    };
  },
};

// The judge's view of ratings: one summary at a time, the scales below it, the source beside it.

import { askText } from "../../shared/dialog.js";
import { h, put, replace } from "../../shared/dom.js";
import { noteLine, sourcePane, stepper } from "../stepper.js";

const MOST_POINTS = 11;

export function rateView(work, { announce, act }, { evidence = null } = {}) {
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
  const notes = noteLine(work, act, askText);
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
  let shown = null;
  const groups = [];
  task.scales.forEach((scale, at) => groups.push(scaleGroup(scale, at)));
  put(
    scales,
    groups.map((group) => group.element),
  );

  function scaleGroup(scale, at) {
    const values = [];
    if (scale.high - scale.low + 1 <= MOST_POINTS)
      for (let v = scale.low; v <= scale.high; v += 1) values.push(v);
    const words = (v) => scale.points?.[String(v)] ?? "";
    const clear = h(
      "button",
      { type: "button", class: "plain small", on: { click: () => rate(at, null) } },
      "Clear",
    );
    const question = scale.question || scale.name;
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
  function onwards(at) {
    if (at + 1 < groups.length) focusScale(at + 1);
    else if (given(steps.current()).size === task.scales.length) go.focus();
  }
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
      text.parentElement.scrollTop = 0;
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
  const keys = [
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
            if (event.target.closest?.("button, a")) return false;
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
    keys,
    hasRules: false,
    update: draw,
    start: () => {
      draw();
      focusScale(firstOpen());
    },
  };
}

// @ts-check
// Comparisons. The judge's view: two summaries side by side, or the best and the worst of several.

import { h, replace } from "../../shared/dom.js";
import { saidLine } from "../adjudicate.js";
import { noteLine, sourcePane, stepper } from "../stepper.js";
import { Refused, broken, itemPlace, keys, knownItem, map, object, set, word } from "../twin.js";

/** @type {("best" | "worst")[]} */
const EXTREMES = ["best", "worst"];

/** A question as it stands, or a name such as `overall` made into one.
 * @param {string | null | undefined} question */
const asked = (question) =>
  !question || question === "overall"
    ? "Which summary is better?"
    : /[?\s]/.test(question)
      ? question
      : `Which summary is better: ${question}?`;

/** @type {Record<string, string>} */
const PAIR = { left: "Left is better", equal: "Equal", right: "Right is better" };

/** @type {TaskKind<PreferState>["view"]} */
function preferView(work, { say, announce, act }, { evidence = null } = {}) {
  const { task } = work;
  const source = sourcePane(task);
  const options = h("div", { class: "options" });
  const buttons = h("div", { class: "row verdict", role: "group", "aria-label": "Your choice" });
  const notes = noteLine(work, act);
  /** @param {TaskItem} item */
  const choice = (item) => work.state.choices.get(item.id) ?? null;
  /** @param {TaskItem} item */
  const isPair = (item) => item.options.length === 2;
  const steps = stepper(task.items, {
    label: "Comparisons",
    onGo: () => {
      draw();
      announce(`Comparison ${task.items.indexOf(steps.current()) + 1}`);
    },
    isDone: (item) => (whole(choice(item)) ? "done" : choice(item) ? "part" : ""),
  });
  const pane = h(
    "section",
    { class: "targets", "aria-label": "Comparison" },
    h("div", { class: "pane-head" }, steps.element),
    h(
      "div",
      { class: "scroller" },
      h("h2", { class: "question", dir: "auto" }, asked(task.question)),
      options,
      evidence?.element,
      buttons,
      notes.element,
    ),
  );
  /** @type {string | null} */
  let shown = null;

  /** @param {{ choice?: string | null, best?: string | null, worst?: string | null }} change */
  function prefer(change) {
    const item = steps.current();
    const op = isPair(item)
      ? { do: "prefer", item: item.id, choice: change.choice }
      : { do: "prefer", item: item.id, ...change };
    if (!act(op)) return;
    const made = choice(item);
    announce(
      made === null
        ? "Choice removed."
        : typeof made === "string"
          ? PAIR[made]
          : `Best ${made.best ?? "open"}, worst ${made.worst ?? "open"}`,
    );
    if (whole(made) && (isPair(item) || change.best || change.worst)) {
      const number = task.items.indexOf(item) + 1;
      const words =
        typeof made === "string"
          ? PAIR[made].toLowerCase()
          : `best ${made.best.toUpperCase()}, worst ${made.worst.toUpperCase()}`;
      if (steps.nextOpen() && steps.current() !== item)
        say(`Comparison ${number}: ${words}`, {
          action: () => {
            work.undo();
            steps.find(item.id);
          },
          seconds: 4,
        });
      else say("Every comparison is made.", { seconds: 4 });
    }
  }
  /** Best or worst; what was the other one moves out of the way.
   * @param {"best" | "worst"} which @param {string} id */
  function extreme(which, id) {
    const before = choice(steps.current());
    const made = before && typeof before !== "string" ? before : { best: null, worst: null };
    const other = which === "best" ? "worst" : "best";
    const chosen = made[which] === id ? null : id;
    prefer({ [which]: chosen, ...(chosen && made[other] === id ? { [other]: null } : {}) });
  }

  function draw() {
    const item = steps.current();
    if (!item) {
      replace(options, h("p", { class: "empty" }, "There is nothing to compare."));
      return;
    }
    source.show(item.topic);
    const made = choice(item);
    if (shown !== item.id) {
      shown = item.id;
      replace(
        options,
        item.options.map((option, at) =>
          h(
            "article",
            {
              class: "option panel",
              "aria-label": isPair(item)
                ? ["Left", "Right"][at]
                : `Summary ${option.id.toUpperCase()}`,
            },
            h("h3", {}, isPair(item) ? ["Left", "Right"][at] : option.id.toUpperCase()),
            h(
              "div",
              { dir: "auto", class: "summary" },
              String(option.text)
                .split(/\n+/)
                .map((part) => h("p", { dir: "auto" }, part)),
            ),
            !isPair(item) &&
              h(
                "div",
                { class: "row" },
                EXTREMES.map((which) =>
                  h(
                    "button",
                    {
                      type: "button",
                      "aria-pressed": "false",
                      data: { which, option: option.id },
                      on: { click: () => extreme(which, option.id) },
                    },
                    which === "best" ? "Best" : "Worst",
                    h("kbd", {}, which === "best" ? option.id : option.id.toUpperCase()),
                  ),
                ),
              ),
          ),
        ),
      );
      options.classList.toggle("pair", isPair(item));
      replace(
        buttons,
        isPair(item) &&
          Object.entries(PAIR).map(([name, words]) =>
            h(
              "button",
              {
                type: "button",
                "aria-pressed": "false",
                data: { choice: name },
                on: { click: () => prefer({ choice: choice(item) === name ? null : name }) },
              },
              words,
              h("kbd", {}, { left: "1", equal: "0", right: "2" }[name]),
            ),
          ),
      );
      const scroller = pane.querySelector(".scroller");
      if (scroller) scroller.scrollTop = 0;
    }
    for (const button of buttons.children)
      button.setAttribute("aria-pressed", String(made === button.getAttribute("data-choice")));
    for (const which of EXTREMES)
      for (const button of options.querySelectorAll(`[data-which=${which}]`)) {
        const option = button.getAttribute("data-option");
        const chosen = made !== null && typeof made !== "string" && made[which] === option;
        button.setAttribute("aria-pressed", String(chosen));
      }
    [...options.children].forEach((node, at) =>
      node.classList.toggle(
        "won",
        made === "left"
          ? at === 0
          : made === "right"
            ? at === 1
            : typeof made === "object" && made?.best === item.options[at].id,
      ),
    );
    notes.show(item.id);
    evidence?.show(item.id);
    steps.draw();
  }

  /** @param {string} name */
  const pair = (name) => () => {
    if (!isPair(steps.current())) return false;
    prefer({ choice: name });
    return true;
  };
  const letters = [
    ...new Set(
      task.items.flatMap((item) => (isPair(item) ? [] : item.options.map((option) => option.id))),
    ),
  ];
  /** @type {KeyGroup[]} */
  const bindings = [
    {
      title: "Compare",
      keys: [
        ...(task.items.some(isPair)
          ? [
              { keys: ["1", "ArrowLeft"], words: "left is better", run: pair("left") },
              { keys: ["2", "ArrowRight"], words: "right is better", run: pair("right") },
              { keys: ["0", "=", "3"], words: "equal", run: pair("equal") },
            ]
          : []),
        ...(letters.length
          ? [
              {
                keys: letters,
                words: "this one is the best",
                run: (/** @type {KeyboardEvent} */ event) => {
                  if (isPair(steps.current())) return false;
                  extreme("best", event.key);
                  return true;
                },
              },
              {
                keys: letters.map((letter) => letter.toUpperCase()),
                show: letters.map((letter) => `Shift+${letter.toUpperCase()}`),
                words: "this one is the worst",
                run: (/** @type {KeyboardEvent} */ event) => {
                  if (isPair(steps.current())) return false;
                  extreme("worst", event.key.toLowerCase());
                  return true;
                },
              },
            ]
          : []),
        {
          keys: ["Delete", "Backspace"],
          words: "remove the choice",
          run: () =>
            prefer(isPair(steps.current()) ? { choice: null } : { best: null, worst: null }),
        },
      ],
    },
    {
      title: "Move",
      keys: [
        {
          keys: ["j", "PageDown"],
          words: "next comparison",
          run: () => {
            steps.step(1);
          },
        },
        {
          keys: ["k", "PageUp"],
          words: "previous comparison",
          run: () => {
            steps.step(-1);
          },
        },
        {
          keys: ["n"],
          words: "next comparison that is not made",
          run: () => {
            steps.nextOpen();
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
    hasRules: task.items.some((item) => !isPair(item)),
    update: draw,
    goTo: ({ item }) => {
      if (item !== null) steps.find(item);
    },
  };
}

/** Whether a comparison is made.
 * @param {Choice | null} made @returns {made is string | { best: string, worst: string }} */
const whole = (made) =>
  made !== null && (typeof made === "string" || (made.best !== null && made.worst !== null));

/** @type {TaskKind<PreferState>} */
export const prefer = {
  title: "Compare summaries",
  many: "Compare summaries",
  unit: "comparison",
  units: "comparisons",
  done: "made",
  byTopic: false,
  groups: false,
  suggests: false,
  agreement: "order",
  operations: {
    actions: ["prefer"],
    empty: () => ({ choices: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      const pair = Object.hasOwn(op, "choice");
      if (pair) keys(op, ["item", "choice"]);
      else keys(op, ["item"], ["best", "worst"]);
      const item = knownItem(brief, word(op, "item"));
      const options = brief.options.get(item) ?? [];
      const choice = pair ? pairChoice(op, options) : extremes(state, op, item, options);
      return { ...state, choices: set(state.choices, item, choice) };
    },
    notePlace: itemPlace,
    toJson: (state) => ({ choices: object(state.choices), notes: object(state.notes) }),
    fromJson: (made) => ({ choices: map(made.choices), notes: map(made.notes) }),
    done: (brief, state) => [...state.choices.values()].filter(whole).length,
    units: (brief) => brief.items.length,
  },
  rules: (brief, state) =>
    [...state.choices].flatMap(([item, made]) =>
      typeof made === "string" || whole(made)
        ? []
        : broken(
            "best-and-worst",
            `comparison ${item} has no ${made.best === null ? "best" : "worst"} summary yet`,
            item,
          ),
    ),
  view: preferView,
  evidence: saidLine,
  facts(task, state, add) {
    for (const [item, choice] of state.choices) add(item, `Comparison ${item}`, inWords(choice));
  },
  shown: (state) =>
    h(
      "ul",
      {},
      Object.entries(state.choices).map(([item, choice]) =>
        h("li", {}, `Comparison ${item}: ${inWords(choice)}`),
      ),
    ),
  settings(field) {
    const of = h(
      "select",
      {},
      h("option", { value: "2" }, "two side by side"),
      h("option", { value: "4" }, "best and worst of four"),
    );
    return { elements: [field("Show", of)], values: () => ({ of: Number(of.value) }) };
  },
};

/** @param {Choice} choice */
function inWords(choice) {
  return typeof choice === "string"
    ? choice
    : `best ${choice.best ?? "–"}, worst ${choice.worst ?? "–"}`;
}

/** @param {PreferState} state @param {Op} op @param {string} item @param {string[]} options @returns {Extremes | null} */
function extremes(state, op, item, options) {
  if (options.length === 2) throw new Refused("prefer: the key 'choice' is missing");
  if (!Object.hasOwn(op, "best") && !Object.hasOwn(op, "worst"))
    throw new Refused("prefer: name the best, the worst or both");
  const before = state.choices.get(item);
  const made = before && typeof before === "object" ? before : { best: null, worst: null };
  /** @param {"best" | "worst"} key @returns {string | null} */
  const option = (key) => {
    if (!Object.hasOwn(op, key)) return made[key];
    if (op[key] !== null && (typeof op[key] !== "string" || !options.includes(op[key]))) {
      throw new Refused(`prefer: ${key} must be one of ${options.join(", ")}, or null`);
    }
    return op[key];
  };
  const best = option("best");
  const worst = option("worst");
  if (best !== null && best === worst)
    throw new Refused("prefer: best and worst must be different summaries");
  return best === null && worst === null ? null : { best, worst };
}

/** @param {Op} op @param {string[]} options @returns {string | null} */
function pairChoice(op, options) {
  if (options.length !== 2) throw new Refused("prefer: this comparison asks for best and worst");
  if (op.choice !== null && !["left", "right", "equal"].includes(op.choice))
    throw new Refused("prefer: choice must be left, right, equal or null");
  return op.choice;
}

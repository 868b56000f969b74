// The judge's view of comparisons: two summaries side by side, or the best and the worst of several.

import { askText } from "../../shared/dialog.js";
import { h, replace } from "../../shared/dom.js";
import { noteLine, sourcePane, stepper } from "../stepper.js";

/** A question as it stands, or a name such as `overall` made into one. */
const asked = (question) =>
  !question || question === "overall"
    ? "Which summary is better?"
    : /[?\s]/.test(question)
      ? question
      : `Which summary is better: ${question}?`;

const PAIR = { left: "Left is better", equal: "Equal", right: "Right is better" };

export function preferView(work, { say, announce, act }, { evidence = null } = {}) {
  const { task } = work;
  const source = sourcePane(task);
  const options = h("div", { class: "options" });
  const buttons = h("div", { class: "row verdict", role: "group", "aria-label": "Your choice" });
  const notes = noteLine(work, act, askText);
  const choice = (item) => work.state.choices.get(item.id) ?? null;
  const isPair = (item) => item.options.length === 2;
  const whole = (made) =>
    made !== null && (typeof made === "string" || (made.best !== null && made.worst !== null));
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
  let shown = null;

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
  /** Best or worst; what was the other one moves out of the way. */
  function extreme(which, id) {
    const made = choice(steps.current()) ?? { best: null, worst: null };
    const other = which === "best" ? "worst" : "best";
    const change = { [which]: made[which] === id ? null : id };
    if (made[other] === id && change[which]) change[other] = null;
    prefer(change);
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
                ["best", "worst"].map((which) =>
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
      pane.querySelector(".scroller").scrollTop = 0;
    }
    for (const button of buttons.children)
      button.setAttribute("aria-pressed", String(made === button.dataset.choice));
    for (const button of options.querySelectorAll("[data-which]"))
      button.setAttribute(
        "aria-pressed",
        String(made?.[button.dataset.which] === button.dataset.option),
      );
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
  const keys = [
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
                run: (event) => {
                  if (isPair(steps.current())) return false;
                  extreme("best", event.key);
                  return true;
                },
              },
              {
                keys: letters.map((letter) => letter.toUpperCase()),
                show: letters.map((letter) => `Shift+${letter.toUpperCase()}`),
                words: "this one is the worst",
                run: (event) => {
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
    keys,
    hasRules: task.items.some((item) => !isPair(item)),
    update: draw,
    goTo: ({ item }) => {
      steps.find(item);
    },
  };
}

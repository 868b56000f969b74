// @ts-check
// The frame around every task: title, progress, rules, guidelines, keys, saved mark, submit.

import { h, put, replace } from "../shared/dom.js";
import { confirmDialog, openDialog } from "../shared/dialog.js";
import { plural } from "../shared/format.js";
import { dispatcher, keyHelp } from "../shared/key-help.js";
import { savedMark } from "../shared/saved-mark.js";
import { toaster } from "../shared/toast.js";
import { conflictDialog } from "./conflict.js";
import { download } from "./download.js";
import { TASKS } from "./tasks/registry.js";

/** Show a task.
 * @param {{ work: Work, root: HTMLElement, evidence?: Evidence | null, back: string | null,
 *   onNext?: () => void }} options `back`: where the list of tasks is */
export function taskFrame({ work, root, evidence = null, back, onNext }) {
  const { task } = work;
  const kind = TASKS[task.task];
  const say = toaster();
  const live = h("div", { class: "hidden-text", role: "status", "aria-live": "polite" });
  /** @param {string} text */
  const announce = (text) => {
    live.textContent = text;
  };
  const mark = savedMark();
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Work done" });
  const count = h("span", { class: "small number count" });
  /** @param {string} label @param {string} title @param {() => unknown} run @param {Attributes} [more] */
  const button = (label, title, run, more = {}) =>
    h("button", { type: "button", title, on: { click: run }, ...more }, label);
  const undo = button("↶ Undo", "Undo (Ctrl+Z)", () => act("undo"));
  const redo = button("↷", "Redo (Ctrl+Shift+Z)", () => act("redo"), { "aria-label": "Redo" });
  const rules = button("", "Rules that are broken (v)", () => showRules());
  const guide = button("Guide", "Guidelines and steps (i)", () => toggleGuide(), {
    class: "toggle",
    "aria-expanded": "false",
    "aria-controls": "guide",
  });
  const finish = button("Submit", "Submit this task", () => submit(), { class: "main" });
  const view = kind.view(work, { say, announce, act: gesture }, { evidence });
  const panel = guidePanel(work);
  const wide = matchMedia("(min-width: 1400px)");

  /** @param {...Op} ops */
  function gesture(...ops) {
    if (work.submitted) {
      say("This task is submitted. Ask the owner of the study to reopen it.");
      return false;
    }
    if (work.status === "conflict") return false;
    return work.apply(...ops);
  }

  /** @param {"undo" | "redo"} which */
  function act(which) {
    if (work[which]()) announce(which === "undo" ? "Undone." : "Done again.");
    else announce(which === "undo" ? "There is nothing to undo." : "There is nothing to redo.");
  }

  function toggleGuide(open = panel.hidden) {
    panel.hidden = !open;
    guide.setAttribute("aria-expanded", String(open));
    root.classList.toggle("with-guide", open);
    if (open && !wide.matches) panel.querySelector("button")?.focus();
  }

  let at = -1;
  function showRules() {
    const broken = work.rules();
    if (!broken.length) {
      announce("No rule is broken.");
      say("No rule is broken.", { seconds: 2 });
      return;
    }
    at = (at + 1) % broken.length;
    view.goTo?.(broken[at]);
    say(
      `${broken[at].message[0].toUpperCase()}${broken[at].message.slice(1)} (${at + 1} of ${broken.length})`,
      { seconds: 4 },
    );
  }

  async function submit() {
    if (work.submitted && !work.local) return;
    if (work.local && work.submitted) {
      await work.finish(false);
      return;
    }
    const broken = work.rules();
    const { done, units } = work.progress();
    const yes = await confirmDialog({
      title: work.local ? "Finish this task?" : "Submit this task?",
      yes: work.local ? "Finish" : "Submit",
      no: "Go on working",
      body: [
        done < units &&
          h(
            "p",
            { class: "problem" },
            `${plural(units - done, kind.unit, kind.units)} of ${units} not ${kind.done} yet.`,
          ),
        broken.length > 0 &&
          h(
            "div",
            { class: "problem" },
            h("p", {}, `${plural(broken.length, "rule is", "rules are")} broken:`),
            h(
              "ul",
              {},
              broken.slice(0, 8).map((one) => h("li", { dir: "auto" }, one.message)),
            ),
            broken.length > 8 && h("p", {}, `and ${broken.length - 8} more`),
          ),
        !broken.length && done >= units && h("p", {}, "Everything is done and every rule is kept."),
        h(
          "p",
          {},
          work.local
            ? "You can go on working later. Save the answers as a file and send it back."
            : "After that only the owner of the study can reopen it.",
        ),
      ],
    });
    if (!yes) return;
    try {
      if (work.local) await work.finish(true);
      else await work.submit();
      say(
        work.local ? "Finished. Save the answers as a file now." : "Submitted. Thank you.",
        onNext ? { action: onNext, label: "Next task", seconds: 12 } : {},
      );
    } catch (error) {
      say(error.message, { kind: "bad", seconds: 8 });
    }
  }

  const keys = [
    ...view.keys,
    {
      title: "Everywhere",
      keys: [
        { keys: ["Mod+z"], words: "undo, without limit", run: () => act("undo") },
        { keys: ["Mod+Shift+z", "Mod+y"], words: "redo", run: () => act("redo") },
        ...(view.hasRules
          ? [{ keys: ["v"], words: "go to the next broken rule", run: showRules }]
          : []),
        { keys: ["i"], words: "guidelines and steps", run: () => toggleGuide() },
        {
          keys: ["?"],
          words: "these keys",
          run: () => {
            keyHelp(keys, { title: `Keys: ${kind.title}` });
          },
        },
      ],
    },
  ];
  const help = button("?", "Keys (?)", () => keyHelp(keys, { title: `Keys: ${kind.title}` }), {
    "aria-label": "Keys",
  });
  const onKey = dispatcher(keys, { enabled: () => !document.querySelector("dialog[open]") });
  document.addEventListener("keydown", onKey);

  function update() {
    const { done, units } = work.progress();
    bar.max = units || 1;
    bar.value = done;
    const said = view.summary ? ` · ${view.summary()}` : "";
    replace(count, `${done} of ${units} ${kind.done}${said}`);
    count.title = `${done} of ${plural(units, kind.unit, kind.units)} ${kind.done}${said}`;
    undo.disabled = !work.canUndo;
    redo.disabled = !work.canRedo;
    const broken = view.hasRules ? work.rules() : [];
    rules.hidden = !view.hasRules;
    rules.textContent = broken.length ? `${plural(broken.length, "rule")} to fix` : "✓ Rules";
    rules.classList.toggle("warn", broken.length > 0);
    finish.textContent = work.submitted
      ? work.local
        ? "Go on"
        : "Submitted"
      : work.local
        ? "Finish"
        : "Submit";
    finish.disabled = work.submitted && !work.local;
    root.classList.toggle("frozen", work.submitted);
    view.update(broken);
  }

  const bar2 = h(
    "header",
    { class: "bar" },
    back !== null &&
      h(
        "a",
        {
          class: "button plain",
          href: back,
          title: "All tasks",
        },
        "←",
        h("span", { class: "hidden-text" }, "All tasks"),
      ),
    h(
      "h1",
      { dir: "auto" },
      h("span", {}, task.title || task.topic || task.name),
      h(
        "span",
        { class: "soft kind" },
        task.judge === "gold" ? `Gold standard: ${kind.title.toLowerCase()}` : kind.title,
      ),
    ),
    h("div", { class: "progress" }, bar, count),
    h(
      "div",
      { class: "row tools" },
      rules,
      undo,
      redo,
      guide,
      help,
      work.local &&
        button("Save answers", "Save the answers as a file to send back", () =>
          root.dispatchEvent(new Event("save-answers")),
        ),
      mark,
      finish,
    ),
  );
  replace(
    root,
    bar2,
    h(
      "div",
      { class: "task-space" },
      h("main", { id: "main", class: `task is-${task.task}` }, view.element),
      panel,
    ),
    live,
  );
  document.title = `${task.title || task.topic || task.name} – sumscope`;

  const showStatus = () =>
    mark.set(work.status, { pending: work.pending.length, words: work.words ?? undefined });
  let asking = false;
  const onConflict = async () => {
    if (asking) return;
    asking = true;
    await conflictDialog(work);
    asking = false;
  };
  /** @template T @param {string} type @param {(detail: T) => unknown} run */
  const listen = (type, run) =>
    work.addEventListener(type, (event) => {
      if (event instanceof CustomEvent) run(event.detail);
    });
  work.addEventListener("change", update);
  work.addEventListener("status", showStatus);
  work.addEventListener("status", () => {
    if (work.status === "conflict") update();
  });
  work.addEventListener("conflict", onConflict);
  listen("followed", (/** @type {number} */ detail) =>
    say(`${plural(detail, "change")} made elsewhere taken in.`),
  );
  listen("refused", (/** @type {{ reason: string }} */ detail) =>
    say(`The server refused a change: ${detail.reason}`, { kind: "bad", seconds: 12 }),
  );
  listen("closed-task", (/** @type {string} */ detail) =>
    openDialog({
      title: "This task takes no more changes",
      body: [
        h("p", {}, detail),
        h(
          "p",
          {},
          `${plural(work.pending.length, "change")} made here could not be saved. Download them, and ask the owner of the study to reopen the task.`,
        ),
      ],
      buttons: [
        {
          label: "Download the changes",
          value: 1,
          main: true,
          check: () => {
            download(`${task.id}-changes.json`, work.answers());
            return true;
          },
        },
        { label: "Close", value: null },
      ],
    }),
  );
  panel.querySelector(".close")?.addEventListener("click", () => {
    toggleGuide(false);
    guide.focus();
  });
  toggleGuide(wide.matches);
  update();
  showStatus();
  if (!work.storage.lasting)
    say("This browser keeps nothing: stay on this page until your work is saved.", {
      kind: "bad",
      seconds: 15,
    });
  if (work.conflict) onConflict();
  view.start?.();
  return {
    close() {
      document.removeEventListener("keydown", onKey);
      work.close();
    },
  };
}

/** @param {Work} work */
function guidePanel(work) {
  const { task } = work;
  const guidance = task.guidance ?? [];
  const steps = (task.procedure ?? []).map((step) => h("li", {}, step));
  const panel = h(
    "aside",
    { class: "guide", id: "guide", "aria-label": "Guide", hidden: true },
    h(
      "div",
      { class: "row" },
      h("h2", { class: "grow" }, "Guide"),
      h("button", { type: "button", class: "plain close", "aria-label": "Close the guide" }, "✕"),
    ),
    task.guidelines &&
      h(
        "div",
        { class: "guidelines", dir: "auto" },
        String(task.guidelines)
          .split(/\n{2,}/)
          .map((part) => h("p", { dir: "auto" }, part)),
      ),
    steps.length > 0 && [h("h3", {}, "Steps"), h("ol", {}, steps)],
    guidance.length > 0 && [
      h("h3", {}, "What to look for"),
      h(
        "ul",
        {},
        guidance.map((one) => h("li", {}, one)),
      ),
    ],
    task.why?.choices?.length ? whyPanel(task.why) : null,
  );
  return panel;
}

/** @param {NonNullable<TaskPage["why"]>} why */
function whyPanel(why) {
  return h(
    "details",
    {},
    h("summary", {}, "Why these documents"),
    why.note && h("p", { class: "small" }, why.note),
    h(
      "ul",
      { class: "small" },
      why.choices.map((c) => h("li", { dir: "auto" }, `${c.document}: ${c.reason}`)),
    ),
  );
}

/** A line for the top of a list of tasks.
 * @param {number} done @param {number} items */
export function progressLine(done, items) {
  return put(
    h("span", { class: "row" }),
    h("progress", { max: items || 1, value: done, "aria-label": "Work done" }),
    h("span", { class: "small number soft" }, `${done} / ${items}`),
  );
}

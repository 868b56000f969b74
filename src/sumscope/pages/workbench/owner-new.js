// @ts-check
// Make a project of a corpus that the server was given.

import { h, replace } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { lines, plural } from "../shared/format.js";
import { copyText } from "../shared/table.js";
import { get, post } from "./api.js";
import { careful } from "./owner-parts.js";
import { TASKS } from "./tasks/registry.js";

/** What GET /api/corpora and /api/sample give.
 * @typedef {{ name: string, tasks?: string[], topics: { id: string, title?: string }[] }} Corpus
 * @typedef {{ topic?: string, id: string, choices?: DocumentChoice[] }} SentenceSet */

export async function newProject() {
  const attempt = careful();
  /** @type {Corpus[] | undefined} */
  const corpora = await attempt(() => get("/api/corpora"));
  if (!corpora) return;
  if (!corpora.length) {
    openDialog({
      title: "New project",
      body: [
        h("p", {}, "The server was started without a corpus."),
        h("p", {}, "Start it with one, "),
        h("pre", {}, "sumscope serve corpus.jsonl --db study.db"),
        h("p", {}, "or make the project on the command line:"),
        h(
          "pre",
          {},
          "sumscope gold new study.db corpus.jsonl --task cluster --judge ann --judge bo",
        ),
      ],
    });
    return;
  }
  /** @type {FormField} */
  const field = (label, control, hint) =>
    h(
      "label",
      { class: "stack" },
      h("span", {}, label, hint && h("span", { class: "soft small" }, ` ${hint}`)),
      control,
    );
  const corpus = h(
    "select",
    {},
    corpora.map((one) => h("option", { value: one.name }, one.name)),
  );
  const task = h("select", {});
  const name = h("input", { type: "text", maxlength: 100 });
  const judges = h("textarea", { rows: 3, placeholder: "ann\nbo" });
  const topics = h("select", { multiple: true, size: 5 });
  const perItem = h("input", { type: "number", min: 1 });
  const seed = h("input", { type: "number", min: 0, value: 0 });
  const guidelines = h("textarea", { rows: 4 });
  const special = h("div", { class: "stack" });
  const why = h("p", { class: "soft small", role: "status" });
  const said = h("p", { class: "problem", role: "alert", hidden: true });
  const chosen = () => corpora.find((one) => one.name === corpus.value) ?? corpora[0];

  function fill() {
    const tasks = chosen().tasks ?? Object.keys(TASKS);
    const before = task.value;
    replace(
      task,
      tasks.map((one) => h("option", { value: one }, TASKS[one]?.many)),
    );
    if (tasks.includes(before)) task.value = before;
    replace(
      topics,
      chosen().topics.map((one) =>
        h(
          "option",
          { value: one.id },
          one.title && one.title !== one.id ? `${one.id}: ${one.title}` : one.id,
        ),
      ),
    );
    options();
  }
  /** @type {Map<string, KindSettings | undefined>} what was entered for a kind stays when another is looked at */
  const settings = new Map();
  function own() {
    if (!settings.has(task.value))
      settings.set(task.value, TASKS[task.value].settings?.(field, explain));
    return settings.get(task.value);
  }
  function options() {
    replace(special, own()?.elements);
    explain();
  }
  async function explain() {
    why.textContent = "";
    if (!own()?.sampled?.()) return;
    /** @type {SentenceSet[]} */
    const sets = await get(`/api/sample?corpus=${encodeURIComponent(corpus.value)}`).catch(
      () => [],
    );
    /** @param {SentenceSet} one */
    const kept = (one) => (one.choices ?? []).filter((c) => c.chosen);
    why.textContent = sets
      .slice(0, 4)
      .map(
        (one) =>
          `${one.topic ?? one.id}: ${plural(
            kept(one).reduce((sum, c) => sum + c.sentences, 0),
            "sentence",
          )} from ${plural(kept(one).length, "document")}`,
      )
      .join("; ");
  }
  corpus.addEventListener("change", fill);
  task.addEventListener("change", options);
  fill();

  /** @type {any} */
  let made = null;
  const { done } = openDialog({
    title: "New project",
    wide: true,
    body: h(
      "form",
      { class: "form-grid", on: { submit: (event) => event.preventDefault() } },
      field("Corpus", corpus),
      field("Task", task),
      field("Judges", judges, "one a line"),
      field("Name", name, "optional"),
      h("div", { class: "stack" }, special, why),
      field("Topics", topics, "all, unless some are chosen"),
      h(
        "details",
        {},
        h("summary", {}, "More"),
        field("Judges for each item", perItem, "empty: every judge gets every item"),
        field("Seed of the order", seed),
      ),
      field("Guidelines", guidelines, "optional; a standard text otherwise"),
      said,
    ),
    buttons: [
      {
        label: "Make the project",
        main: true,
        value: true,
        check: async () => {
          /** @type {Record<string, unknown>} */
          const body = {
            corpus: corpus.value,
            task: task.value,
            judges: lines(judges.value),
            seed: Number(seed.value) || 0,
          };
          const picked = [...topics.selectedOptions].map((one) => one.value);
          if (picked.length) body.topics = picked;
          if (name.value.trim()) body.name = name.value.trim();
          if (perItem.value) body.per_item = Number(perItem.value);
          if (guidelines.value.trim()) body.guidelines = guidelines.value.trim();
          Object.assign(body, own()?.values());
          try {
            made = await post("/api/projects", body, { timeout: 120000 });
            return true;
          } catch (error) {
            said.hidden = false;
            said.textContent = error.message;
            said.scrollIntoView({ block: "nearest" });
            return false;
          }
        },
      },
      { label: "Cancel", value: null },
    ],
  });
  if (!(await done) || !made) return;
  await showKeys(made);
  location.assign(`/projects/${encodeURIComponent(made.project)}`);
}

/** The addresses of judges, to be sent to them.
 * @param {{ name: string, judges: { name: string, key: string }[] }} made */
export function showKeys({ name, judges }) {
  /** @param {string} key */
  const address = (key) => `${location.origin}/j/${key}`;
  const all = judges.map((one) => `${one.name}: ${address(one.key)}`).join("\n");
  const said = h("span", { role: "status" });
  return openDialog({
    title: `${name}: addresses of the judges`,
    wide: true,
    body: [
      h(
        "p",
        {},
        "Send each judge their own address. It is their key: whoever has it works under their name.",
      ),
      judges.length
        ? h("pre", {}, all)
        : h("p", { class: "empty" }, "This project has no judges yet. Add them on its page."),
      h(
        "p",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            on: {
              click: async () => {
                said.textContent = (await copyText(all))
                  ? "Copied."
                  : "The browser did not allow copying.";
              },
            },
          },
          "Copy",
        ),
        said,
      ),
    ],
  }).done;
}

// @ts-check
// One project: progress and judges, agreement, disagreement, gold standard, files and settings.

import { h, replace } from "../shared/dom.js";
import { askText, confirmDialog } from "../shared/dialog.js";
import { duration, plural } from "../shared/format.js";
import { readAddress, writeAddress } from "../shared/picker.js";
import { copyText, table } from "../shared/table.js";
import { toaster } from "../shared/toast.js";
import { ApiError, get, path, post } from "./api.js";
import { agreementTab } from "./owner-agreement.js";
import { disputeTab } from "./owner-dispute.js";
import { showLog } from "./owner-log.js";
import { showKeys } from "./owner-new.js";
import { careful, loaded, ownerFrame, progressCell } from "./owner-parts.js";
import { TASKS } from "./tasks/registry.js";

const FRESH = 8000;

/** @param {HTMLElement} root @param {string} id */
export async function showProject(root, id) {
  const say = toaster();
  const attempt = careful(say);
  /** @type {Project} */
  let project;
  try {
    project = await get(path`/api/projects/${id}`);
  } catch (error) {
    replace(
      ownerFrame(root, { title: "Project" }),
      h("h1", {}, "Project"),
      h("p", { class: "problem" }, error.message),
      h("p", {}, h("a", { href: "/" }, "All projects")),
    );
    return;
  }
  const main = ownerFrame(root, { title: project.name, crumbs: [project.name] });
  /** @type {{ key: string, label: string, make(context: OwnerContext): OwnerTab }[]} */
  const tabs = [
    { key: "progress", label: "Progress", make: progressTab },
    { key: "agreement", label: "Agreement", make: agreementTab },
    { key: "disagreement", label: "Disagreement", make: disputeTab },
    { key: "gold", label: "Gold standard", make: goldTab },
    { key: "files", label: "Files and settings", make: filesTab },
  ].filter(({ key }) => key !== "disagreement" || TASKS[project.task].byTopic);
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the project" });
  const panel = h("div", { class: "tab-panel", role: "tabpanel", id: "panel", tabIndex: 0 });
  const buttons = tabs.map(({ key, label }) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${key}`,
        "aria-controls": "panel",
        data: { tab: key },
        on: { click: () => open(key, true) },
      },
      label,
    ),
  );
  replace(list, buttons);
  const context = { project, say, attempt, refresh };

  /** @param {string} name @param {boolean} [push] */
  function open(name, push = false) {
    const { key, label, make } = tabs.find((one) => one.key === name) ?? tabs[0];
    if (push) {
      /** @type {Record<string, null>} what else the address held goes */
      const others = Object.fromEntries(Object.keys(readAddress()).map((k) => [k, null]));
      writeAddress({ ...others, tab: key }, { push: true });
    }
    for (const tab of buttons) {
      const on = tab.dataset.tab === key;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${key}`);
    document.title = `${label}: ${project.name} – sumscope`;
    shown = make(context);
    replace(panel, shown);
  }
  /** @type {OwnerTab | null} */
  let shown = null;
  async function refresh() {
    const next = await attempt(() => get(path`/api/projects/${id}`));
    if (!next) return;
    Object.assign(project, next);
    shown?.update?.();
  }
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.findIndex((one) => one === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    open(tabs[next].key, true);
    buttons[next].focus();
  });
  replace(
    main,
    h(
      "div",
      { class: "row page-head" },
      h("h1", { class: "grow", dir: "auto" }, project.name),
      h(
        "span",
        { class: "soft" },
        `${TASKS[project.task]?.many} · ${plural(project.topics.length, "topic")} · seed ${project.seed}`,
      ),
    ),
    list,
    panel,
  );
  addEventListener("popstate", () => open(readAddress().tab));
  open(readAddress().tab);
  let known = JSON.stringify(project.judges);
  setInterval(async () => {
    // Nothing moves under the hand: not while a dialog is open or a field is in use.
    const busy = () =>
      document.querySelector("dialog[open]") ||
      panel.querySelector("select:focus, input:focus, textarea:focus");
    if (document.visibilityState !== "visible" || busy()) return;
    const next = await get(path`/api/projects/${id}`).catch(() => null);
    if (!next || JSON.stringify(next.judges) === known || busy()) return;
    known = JSON.stringify(next.judges);
    Object.assign(project, next);
    shown?.update?.();
  }, FRESH);
}

/** @param {OwnerContext} context @returns {OwnerTab} */
function progressTab({ project, say, attempt, refresh }) {
  const box = h("div", { class: "stack-wide" });
  async function addJudge() {
    const name = await askText({ title: "Add a judge", label: "Name", yes: "Add" });
    if (!name?.trim()) return;
    const made = await attempt(() =>
      post(path`/api/projects/${project.id}/judges`, { name: name.trim() }),
    );
    if (made) {
      await showKeys({ name: project.name, judges: [made] });
      refresh();
    }
  }
  /** @param {ProjectJudge} judge */
  async function newKey(judge) {
    const yes = await confirmDialog({
      title: `A new key for ${judge.name}?`,
      body: h("p", {}, "The old address stops working at once. Nothing of the work is lost."),
      yes: "Make a new key",
    });
    const made =
      yes &&
      (await attempt(() => post(path`/api/projects/${project.id}/judges/${judge.name}/key`)));
    if (made) {
      await showKeys({ name: project.name, judges: [made] });
      refresh();
    }
  }
  /** @param {ProjectJudge} judge */
  async function copyAddress(judge) {
    const done = await copyText(
      judge.address?.startsWith("http") ? judge.address : `${location.origin}/j/${judge.key}`,
    );
    say(done ? `Address of ${judge.name} copied.` : "The browser did not allow copying.");
  }
  /** @param {ProjectTask} task */
  async function reopen(task) {
    const done = await attempt(
      () => post(path`/api/tasks/${task.id}/reopen`),
      "Reopened: the judge can go on.",
    );
    if (done) refresh();
  }
  const update = () => {
    const judges = project.judges.filter((judge) => !judge.gold);
    const rows = judges.flatMap((judge) => judge.tasks.map((task) => ({ ...task, judge })));
    replace(
      box,
      judges.length
        ? table({
            caption: "Judges",
            rows: judges,
            filter: false,
            copy: false,
            rowKey: (row) => row.name,
            columns: [
              { key: "name", label: "Judge" },
              {
                key: "done",
                label: "Done",
                kind: "number",
                value: (row) => row.done / (row.items || 1),
                render: (row) => progressCell(row.done, row.items),
              },
              {
                key: "submitted",
                label: "Submitted",
                kind: "number",
                value: (row) => submitted(row),
                render: (row) => `${submitted(row)} of ${row.tasks.length}`,
              },
              {
                key: "seconds",
                label: "Time",
                title: "Time at work, pauses over five minutes left out",
                kind: "number",
                render: (row) => duration(row.seconds),
              },
              { key: "operations", label: "Actions", kind: "number", digits: 0 },
              {
                key: "more",
                label: "Address",
                sortable: false,
                render: (row) =>
                  h(
                    "span",
                    { class: "row" },
                    h(
                      "button",
                      { type: "button", class: "small", on: { click: () => copyAddress(row) } },
                      "Copy address",
                    ),
                    h(
                      "button",
                      { type: "button", class: "small", on: { click: () => newKey(row) } },
                      "New key",
                    ),
                    h(
                      "a",
                      {
                        class: "button small",
                        href: `${path`/api/projects/${project.id}/page`}?judge=${encodeURIComponent(row.name)}`,
                        download: `${row.name}.html`,
                      },
                      "Offline page",
                    ),
                  ),
              },
            ],
          })
        : h("p", { class: "empty" }, "No judge has been added yet."),
      h("p", {}, h("button", { type: "button", on: { click: addJudge } }, "Add a judge")),
      rows.length > 0 &&
        table({
          caption: "Tasks",
          rows,
          rowKey: (row) => row.id,
          copy: false,
          filter: rows.length > 10,
          columns: [
            {
              key: "judge",
              label: "Judge",
              value: (row) => row.judge.name,
              render: (row) => h("span", { dir: "auto" }, row.judge.name),
            },
            { key: "topic", label: "Topic", value: (row) => row.topic ?? "all" },
            {
              key: "done",
              label: "Done",
              kind: "number",
              value: (row) => row.done / (row.items || 1),
              render: (row) => progressCell(row.done, row.items),
            },
            {
              key: "broken",
              label: "Rules broken",
              kind: "number",
              value: (row) => count(row.broken),
              render: (row) => String(count(row.broken)),
            },
            {
              key: "seconds",
              label: "Time",
              kind: "number",
              render: (row) => duration(row.seconds),
            },
            {
              key: "last",
              label: "Last action",
              orders: ["latest first", "earliest first"],
              value: (row) => row.last,
              render: (row) => (row.last ? new Date(row.last).toLocaleString() : "–"),
            },
            {
              key: "submitted",
              label: "State",
              value: (row) => (row.submitted ? "submitted" : row.done ? "at work" : "open"),
              render: (row) =>
                h(
                  "span",
                  { class: "row" },
                  row.submitted ? "submitted" : row.done ? "at work" : "open",
                  row.version > 0 &&
                    h(
                      "button",
                      {
                        type: "button",
                        class: "small plain",
                        on: { click: () => showLog(attempt, row.judge.name, row.id) },
                      },
                      "Log",
                    ),
                  row.submitted &&
                    h(
                      "button",
                      { type: "button", class: "small", on: { click: () => reopen(row) } },
                      "Reopen",
                    ),
                ),
            },
          ],
        }),
      why(project),
    );
  };
  update();
  return Object.assign(box, { update });
}

/** @param {ProjectJudge} judge */
const submitted = (judge) => judge.tasks.filter((task) => task.submitted).length;

/** @param {number | Broken[] | null | undefined} broken */
const count = (broken) => (Array.isArray(broken) ? broken.length : (broken ?? 0));

/** @param {Project} project */
function why(project) {
  const topics = project.topics.filter((topic) => topic.why?.choices?.length);
  if (!topics.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, "Why each document is in"),
    topics.map((topic) =>
      table({
        caption: `${topic.title || topic.id}: ${topic.items} sentences`,
        note: topic.why?.note,
        filter: false,
        copy: false,
        rows: topic.why?.choices ?? [],
        columns: [
          { key: "document", label: "Document" },
          { key: "date", label: "Date" },
          { key: "sentences", label: "Sentences", kind: "number", digits: 0 },
          { key: "chosen", label: "In", render: (row) => (row.chosen ? "yes" : "no") },
          { key: "total", label: "Total", kind: "number", digits: 0 },
          { key: "reason", label: "Why" },
        ],
      }),
    ),
  );
}

/** @param {OwnerContext} context @returns {OwnerTab} */
function goldTab({ project, attempt, refresh }) {
  const box = h("div", { class: "stack-wide" });
  /** @type {Map<string | null, string>} */
  const chosen = new Map(); // what to begin from, by topic
  const gold = () => project.judges.find((judge) => judge.gold);
  const covers = TASKS[project.task].byTopic;
  // Ratings and preferences are one task over all topics.
  const parts = covers ? project.topics : [{ id: null, title: "All topics" }];
  /** @param {string | null} topic @param {string | null} from */
  async function begin(topic, from) {
    const made = await attempt(() =>
      post(path`/api/projects/${project.id}/adjudicate`, {
        ...(topic === null ? {} : { topic }),
        ...(from ? { from } : {}),
      }),
    );
    if (made) location.assign(`/work/${encodeURIComponent(made.task)}`);
  }
  const update = () => {
    const judges = project.judges.filter((judge) => !judge.gold);
    replace(
      box,
      h(
        "p",
        {},
        covers
          ? "Decide what the gold standard of each topic is. Begin from what most judges put together or from one judge's work; where they differ is shown beside each sentence, and a cause can be noted. The gold standard is exported as one more judge, called gold."
          : "Decide what counts where judges differ. Begin from what more than half of the judges said, the rest stays open; or from one judge's work. What each judge said is shown with every item. The gold standard is exported as one more judge, called gold.",
      ),
      table({
        caption: covers ? "Topics" : "Gold standard",
        rows: parts,
        filter: parts.length > 10,
        copy: false,
        columns: [
          {
            key: "id",
            label: "Topic",
            render: (row) => h("span", { dir: "auto" }, row.title || row.id),
          },
          {
            key: "ready",
            label: "Submitted",
            kind: "number",
            value: (row) => ready(judges, row.id),
            render: (row) => `${ready(judges, row.id)} of ${judges.length}`,
          },
          {
            key: "gold",
            label: "Gold standard",
            sortable: false,
            render: (row) => {
              const task = gold()?.tasks.find((one) => one.topic === row.id);
              if (task)
                return h(
                  "span",
                  { class: "row" },
                  progressCell(task.done, task.items),
                  task.submitted ? "submitted" : "begun",
                  h(
                    "a",
                    { class: "button small main", href: `/work/${encodeURIComponent(task.id)}` },
                    task.submitted ? "Look at it" : "Go on",
                  ),
                  task.submitted &&
                    h(
                      "button",
                      {
                        type: "button",
                        class: "small",
                        on: {
                          click: async () => {
                            if (await attempt(() => post(path`/api/tasks/${task.id}/reopen`)))
                              refresh();
                          },
                        },
                      },
                      "Reopen",
                    ),
                );
              const from = h(
                "select",
                { "aria-label": `Begin ${row.id ?? "all topics"} from` },
                h(
                  "option",
                  { value: "" },
                  covers ? "what most judges did" : "what most judges said",
                ),
                judges.map((judge) => h("option", { value: judge.name }, judge.name)),
              );
              from.value = chosen.get(row.id) ?? "";
              from.addEventListener("change", () => chosen.set(row.id, from.value));
              return h(
                "span",
                { class: "row" },
                "Begin from",
                from,
                h(
                  "button",
                  {
                    type: "button",
                    class: "small main",
                    on: { click: () => begin(row.id, from.value || null) },
                  },
                  "Adjudicate",
                ),
              );
            },
          },
        ],
      }),
    );
  };
  update();
  return Object.assign(box, { update });
}

/** @param {ProjectJudge[]} judges @param {string | null} topic */
const ready = (judges, topic) =>
  judges.filter((judge) => judge.tasks.some((task) => task.topic === topic && task.submitted))
    .length;

/** @param {OwnerContext} context @returns {OwnerTab} */
function filesTab({ project, say, attempt, refresh }) {
  const which = h(
    "select",
    {},
    h("option", { value: "submitted" }, "submitted work only"),
    h("option", { value: "all" }, "all work so far"),
  );
  /** @param {string} format @param {string} label */
  const link = (format, label) =>
    h("a", { class: "button", data: { format }, download: "" }, label);
  const links = [
    link("corpus", "Corpus (.jsonl)"),
    link("csv", "Table (.csv)"),
    link("json", "Everything (.json)"),
  ];
  const point = () => {
    for (const one of links)
      one.href = `${path`/api/projects/${project.id}/export`}?format=${one.dataset.format}&judges=${which.value}`;
  };
  which.addEventListener("change", point);
  point();
  const file = h("input", { type: "file", "aria-label": "File to bring in" });
  async function bring() {
    const chosen = file.files?.[0];
    if (!chosen) {
      say("Choose a file first.");
      return;
    }
    const answer = await attempt(async () => {
      const got = await fetch(path`/api/projects/${project.id}/import`, {
        method: "POST",
        credentials: "same-origin",
        headers: { "X-Sumscope": "1", "Content-Type": "application/octet-stream" },
        body: chosen,
      });
      const body = await got.json().catch(() => null);
      if (!got.ok) throw new ApiError(got.status, body);
      return body;
    }, "Taken in.");
    if (answer) {
      file.value = "";
      refresh();
    }
  }
  const name = h("input", { type: "text", value: project.name, maxlength: 100 });
  const guidelines = h("textarea", { rows: 8, value: project.guidelines ?? "" });
  const suggest = h("input", { type: "checkbox", checked: Boolean(project.suggest) });
  async function save() {
    /** @type {Record<string, unknown>} */
    const body = { name: name.value.trim() || project.name, guidelines: guidelines.value };
    if (TASKS[project.task].suggests) body.suggest = suggest.checked;
    if (await attempt(() => post(path`/api/projects/${project.id}/settings`, body), "Saved."))
      refresh();
  }
  return h(
    "div",
    { class: "stack-wide" },
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "Take out"),
      h("p", { class: "row" }, h("label", {}, "Include", which), links),
      h(
        "p",
        { class: "soft small" },
        "The corpus has what people made: covers, extracts, ratings or preferences, and the gold standard as one more judge.",
      ),
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "Bring in"),
      h("p", {}, "A judge's file from an offline page, or covers and judgements made elsewhere."),
      h(
        "p",
        { class: "row" },
        file,
        h("button", { type: "button", on: { click: bring } }, "Bring in"),
      ),
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "Settings"),
      h(
        "div",
        { class: "form" },
        h("label", { class: "stack" }, "Name", name),
        h("label", { class: "stack" }, "Guidelines for judges", guidelines),
        TASKS[project.task].suggests &&
          h(
            "label",
            {},
            suggest,
            "Judges may bring similar sentences together (a suggestion that may lead them)",
          ),
        h("p", {}, h("button", { type: "button", class: "main", on: { click: save } }, "Save")),
      ),
    ),
  );
}

// @ts-check
// The judge's pages: the list of tasks (/work) and a task (/work/ID).

import { h, pageElement, replace } from "../shared/dom.js";
import { Unreachable, get, post } from "./api.js";
import { progressLine, taskFrame } from "./frame.js";
import { openStorage } from "./storage.js";
import { Tabs } from "./tabs.js";
import { TASKS } from "./tasks/registry.js";
import { openWork } from "./work.js";

const root = pageElement("app");
const LIST = "tasks of this browser";

/** @param {string} title @param {any} error @param {() => void} again */
function problem(title, error, again) {
  const offline = error instanceof Unreachable;
  replace(
    root,
    h("header", { class: "bar" }, h("h1", {}, title)),
    h(
      "main",
      { class: "task-list" },
      h("p", { class: "problem" }, error.message),
      h(
        "p",
        {},
        offline
          ? "Your work is kept in this browser. Look again when the connection is back."
          : error.status === 401
            ? "Open the link that you were given once more."
            : "This task is not among yours.",
      ),
      h(
        "p",
        { class: "row" },
        h("button", { type: "button", class: "main", on: { click: again } }, "Try again"),
        h("a", { class: "button", href: "/work" }, "All tasks"),
      ),
    ),
  );
}

/** @param {BrowserStorage} storage @returns {Promise<{ list: TaskRow[], offline: boolean }>} */
async function tasks(storage) {
  try {
    const list = await get("/api/tasks");
    await storage.keepTask({ id: LIST, list }).catch(() => {});
    return { list, offline: false };
  } catch (error) {
    const kept = error instanceof Unreachable ? await storage.task(LIST) : null;
    if (!kept) throw error;
    return { list: kept.list ?? [], offline: true };
  }
}

/** @param {BrowserStorage} storage */
async function showList(storage) {
  let found;
  try {
    found = await tasks(storage);
  } catch (error) {
    problem("Tasks", error, () => showList(storage));
    return;
  }
  const { list, offline } = found;
  const back = document.referrer.startsWith(`${location.origin}/work/`);
  if (list.length === 1 && !back) {
    location.replace(`/work/${encodeURIComponent(list[0].id)}`);
    return;
  }
  const who = [...new Set(list.map((task) => task.judge))].join(", ");
  document.title = "Tasks – sumscope";
  replace(
    root,
    h(
      "header",
      { class: "bar" },
      h("h1", {}, who ? `Tasks of ${who}` : "Tasks"),
      h("div", { class: "grow" }),
      h(
        "button",
        {
          type: "button",
          on: {
            click: async () => {
              await post("/api/logout").catch(() => {});
              await storage.forget().catch(() => {});
              location.assign("/work");
            },
          },
        },
        "Sign out",
      ),
    ),
    h(
      "main",
      { class: "task-list" },
      offline && h("p", { class: "problem" }, "Offline: this is the list as it was last seen."),
      list.length
        ? h(
            "ul",
            { class: "tasks" },
            list.map((task) =>
              h(
                "li",
                {},
                h(
                  "a",
                  { href: `/work/${encodeURIComponent(task.id)}` },
                  h("b", { dir: "auto" }, task.title || task.topic || task.name),
                  " ",
                  h("span", { class: "soft" }, TASKS[task.task]?.title ?? task.task),
                ),
                progressLine(task.done, task.items),
                h(
                  "span",
                  { class: "small" },
                  task.submitted ? "Submitted" : task.done ? "Begun" : "Open",
                ),
              ),
            ),
          )
        : h(
            "p",
            { class: "empty" },
            "There is nothing for you to do yet. Come back when the owner of the study has given you a task.",
          ),
    ),
  );
}

/** @param {BrowserStorage} storage @param {string} id */
async function showTask(storage, id) {
  const tabs = await new Tabs().start();
  let work;
  try {
    work = await openWork({ id, storage, tabs });
  } catch (error) {
    problem("Task", error, () => location.reload());
    return;
  }
  const gold = work.task.judge === "gold";
  const panel = TASKS[work.task.task].evidence;
  const evidence = gold && panel ? await panel(work.task).catch(() => null) : null;
  const next = async () => {
    const { list } = await tasks(storage);
    const open = list.find((task) => !task.submitted && task.id !== id);
    location.assign(open ? `/work/${encodeURIComponent(open.id)}` : "/work");
  };
  taskFrame({
    work,
    root,
    evidence,
    back: gold ? `/projects/${encodeURIComponent(work.task.project)}` : "/work",
    onNext: next,
  });
}

async function start() {
  if ("serviceWorker" in navigator)
    navigator.serviceWorker.register("/pages/workbench/sw.js", { scope: "/" }).catch(() => {});
  const waiting = setTimeout(
    () =>
      replace(
        root,
        h("main", { class: "task-list" }, h("p", { class: "soft", role: "status" }, "Loading…")),
      ),
    700,
  );
  const storage = await openStorage();
  const id = /^\/work\/([^/]+)$/.exec(location.pathname)?.[1];
  if (id) await showTask(storage, decodeURIComponent(id));
  else await showList(storage);
  clearTimeout(waiting);
}

start();

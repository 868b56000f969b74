// @ts-check
// The offline page of one judge: every task in one file, kept in the browser, given back as a JSON file.

import { h, pageData, pageElement, replace } from "../shared/dom.js";
import { plural } from "../shared/format.js";
import { download } from "./download.js";
import { progressLine, taskFrame } from "./frame.js";
import { openStorage } from "./storage.js";
import { Tabs } from "./tabs.js";
import { TASKS } from "./tasks/registry.js";
import { openWork } from "./work.js";

async function start() {
  /** @type {{ judge?: string, tasks: TaskPage[] }} */
  const data = pageData("data-page");
  const root = pageElement("app");
  const storage = await openStorage("sumscope-offline");
  const tabs = await new Tabs("sumscope-offline").start();
  /** @param {TaskPage} task */
  const load = (task) => openWork({ id: task.id, storage, tabs, bundled: task });
  const judge = data.judge ?? data.tasks[0]?.judge ?? "judge";
  /** @type {{ id: string, work: Work, frame: { close(): void } } | null} */
  let open = null;

  async function save() {
    const tasks = [];
    for (const task of data.tasks) {
      const work = open?.id === task.id ? open.work : await load(task);
      tasks.push(work.answers());
      if (work !== open?.work) work.close();
    }
    download(`${judge}-answers.json`, { format: "sumscope-answers", version: 1, judge, tasks });
  }

  async function list() {
    open?.frame.close();
    open = null;
    const works = [];
    for (const task of data.tasks) works.push(await load(task));
    for (const work of works) work.close();
    replace(
      root,
      h("header", { class: "bar" }, h("h1", {}, `Tasks of ${judge}`)),
      h(
        "main",
        { class: "task-list" },
        h(
          "p",
          {},
          "Everything you do is kept in this browser, on this computer. When you are done, save the answers as a file and send it back.",
        ),
        h(
          "ul",
          { class: "tasks" },
          works.map((work) => {
            const { done, units } = work.progress();
            return h(
              "li",
              {},
              h(
                "a",
                { href: `#${encodeURIComponent(work.task.id)}` },
                h("b", { dir: "auto" }, work.task.title || work.task.topic || work.task.name),
                " ",
                h("span", { class: "soft" }, TASKS[work.task.task]?.title ?? work.task.task),
              ),
              progressLine(done, units),
              h("span", { class: "small" }, work.submitted ? "Finished" : done ? "Begun" : "Open"),
            );
          }),
        ),
        h(
          "p",
          {},
          h(
            "button",
            { type: "button", class: "main", on: { click: save } },
            "Save answers as a file",
          ),
          ` ${plural(works.filter((w) => w.submitted).length, "task")} of ${works.length} finished.`,
        ),
      ),
    );
    document.title = `Tasks of ${judge} – sumscope`;
  }

  async function show() {
    const id = decodeURIComponent(location.hash.slice(1));
    const task =
      data.tasks.find((one) => one.id === id) ?? (data.tasks.length === 1 ? data.tasks[0] : null);
    if (!task) {
      await list();
      return;
    }
    open?.frame.close();
    const work = await load(task);
    const frame = taskFrame({
      work,
      root,
      back: data.tasks.length > 1 ? "#" : null,
    });
    open = { id: task.id, work, frame };
  }

  root.addEventListener("save-answers", save);
  addEventListener("hashchange", show);
  await show();
}

start();

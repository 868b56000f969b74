// @ts-check
// The owner's pages: projects (/) and one project (/projects/ID).

import { h, pageElement, replace } from "../shared/dom.js";
import { table } from "../shared/table.js";
import { get } from "./api.js";
import { newProject } from "./owner-new.js";
import { loaded, ownerFrame, progressCell } from "./owner-parts.js";
import { showProject } from "./owner-project.js";
import { TASKS } from "./tasks/registry.js";

const root = pageElement("app");

/** @param {any[]} projects */
function projectTable(projects) {
  if (!projects.length)
    return h(
      "p",
      { class: "empty" },
      "There is no project yet. Make one of a corpus here, or with sumscope gold new.",
    );
  return table({
    caption: "Projects",
    rows: projects,
    filter: projects.length > 8,
    copy: false,
    rowKey: (row) => row.id,
    sort: { key: "created", descending: true },
    columns: [
      {
        key: "name",
        label: "Project",
        render: (row) =>
          h("a", { href: `/projects/${encodeURIComponent(row.id)}`, dir: "auto" }, row.name),
      },
      {
        key: "task",
        label: "Task",
        value: (row) => TASKS[row.task]?.many,
        render: (row) => TASKS[row.task]?.many,
      },
      { key: "judges", label: "Judges", kind: "number", digits: 0 },
      {
        key: "done",
        label: "Done",
        value: (row) => row.done / (row.items || 1),
        kind: "number",
        render: (row) => progressCell(row.done, row.items),
      },
      {
        key: "submitted",
        label: "Submitted",
        kind: "number",
        value: (row) => row.submitted / (row.tasks || 1),
        render: (row) => `${row.submitted} of ${row.tasks}`,
      },
      {
        key: "created",
        label: "Made",
        orders: ["newest first", "oldest first"],
        value: (row) => row.created,
        render: (row) => new Date(row.created).toLocaleDateString(),
      },
    ],
  });
}

/** Reports of the studies and corpora that the server was started with.
 * @param {{ name: string, kind: string }[]} studies */
function reportList(studies) {
  if (!studies.length) return null;
  return h(
    "section",
    { class: "reports" },
    h("h2", {}, "Reports"),
    h(
      "ul",
      {},
      studies.map(({ name, kind }) =>
        h(
          "li",
          {},
          h("a", { href: `/studies/${encodeURIComponent(name)}/`, dir: "auto" }, name),
          h("span", { class: "soft small" }, kind === "corpus" ? " made when it is opened" : ""),
        ),
      ),
    ),
  );
}

async function showProjects() {
  const main = ownerFrame(root, { title: "Projects" });
  const list = loaded(async () => projectTable(await get("/api/projects")));
  replace(
    main,
    h(
      "div",
      { class: "row page-head" },
      h("h1", { class: "grow" }, "Projects"),
      h(
        "button",
        { type: "button", class: "main", on: { click: () => newProject() } },
        "New project",
      ),
    ),
    list,
    loaded(async () => reportList(await get("/api/studies")) ?? h("span")),
  );
}

const id = /^\/projects\/([^/]+)/.exec(location.pathname)?.[1];
if (id) showProject(root, decodeURIComponent(id));
else showProjects();

// @ts-check
// What the judges did with a sentence, beside the owner's own clustering: places, causes, order by dispute.

import { h, replace, within } from "../shared/dom.js";
import { number, shorten } from "../shared/format.js";
import { get, path, post } from "./api.js";

/** @type {Record<string, string>} */
export const CAUSES = {
  generalisation: "One judge generalised further",
  emphasis: "The sentence has parts for both, the judges weigh them differently",
  inference: "One judge inferred more",
  slip: "A slip",
};

/** Gives {element, show(item), order(), keys} for the view of a clustering task.
 * @param {TaskPage} task @returns {Promise<Evidence>} */
export async function evidencePanel(task) {
  /** @type {Disputed[]} */
  const rows = await get(
    `${path`/api/projects/${task.project}/disagreement`}?topic=${encodeURIComponent(task.topic ?? "")}`,
  );
  const byItem = new Map(rows.map((row) => [row.item, row]));
  const body = h("div", {
    class: "scroller",
    tabIndex: 0,
    role: "region",
    "aria-label": "What the judges did",
  });
  const element = h(
    "section",
    { class: "evidence", "aria-label": "Judges" },
    h("div", { class: "pane-head" }, h("h2", {}, "What the judges did")),
    body,
  );
  /** @type {string | null} */
  let shown = null;

  /** @param {string} item @param {string} cause */
  async function setCause(item, cause) {
    const row = byItem.get(item);
    if (!row) return;
    const now = row.causes.find((one) => one.left === null && one.right === null)?.cause ?? null;
    const next = now === cause ? null : cause;
    await post(path`/api/projects/${task.project}/causes`, {
      topic: task.topic,
      item,
      left: null,
      right: null,
      cause: next,
    });
    row.causes = [
      ...row.causes.filter((one) => one.left !== null || one.right !== null),
      ...(next ? [{ left: null, right: null, cause: next }] : []),
    ];
    if (shown === item) draw(item);
  }

  /** @param {string | null} item */
  function draw(item) {
    const row = item === null ? undefined : byItem.get(item);
    if (item === null || !row) {
      replace(body, h("p", { class: "soft" }, "Choose a sentence to see where each judge put it."));
      return;
    }
    const cause = row.causes.find((one) => one.left === null && one.right === null)?.cause ?? null;
    replace(
      body,
      h("p", { dir: "auto" }, shorten(row.text, 240)),
      h("p", { class: "small soft" }, `Disagreement ${number(row.disagreement, 2)}`),
      h("h3", {}, "Places"),
      h(
        "dl",
        {},
        Object.entries(row.places).map(([judge, place]) => [
          h("dt", { dir: "auto" }, judge),
          h("dd", { dir: "auto" }, place === "aside" ? "set aside" : (place ?? "not placed")),
        ]),
      ),
      h("h3", {}, "Cause of the disagreement"),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Cause" },
        Object.entries(CAUSES).map(([name, words]) =>
          h(
            "button",
            {
              type: "button",
              title: words,
              "aria-pressed": String(cause === name),
              on: { click: () => setCause(item, name) },
            },
            name,
          ),
        ),
      ),
    );
  }
  draw(null);
  return {
    element,
    /** @param {string | null} item */
    show(item) {
      if (item) {
        shown = item;
        draw(item);
      }
    },
    order: () => rows.map((row) => row.item),
    keys: [
      {
        title: "Adjudicate",
        keys: [
          {
            keys: ["c"],
            words: "cause of the disagreement",
            run: () => {
              within(body, "[aria-pressed]")?.focus();
            },
          },
        ],
      },
    ],
  };
}

/** @type {Record<string, string>} */
const SIDES = { left: "left", right: "right", equal: "equal" };

/** What each judge said of the rating or comparison in hand. Gives {element, show(item, scale)}.
 * @param {TaskPage} task @returns {Promise<Evidence>} */
export async function saidLine(task) {
  const said = await get(path`/api/projects/${task.project}/verdicts`);
  /** @param {any} value */
  const words = (value) => {
    if (typeof value === "string") return SIDES[value];
    if ("best" in value || "worst" in value)
      return `best ${(value.best ?? "open").toUpperCase()}, worst ${(value.worst ?? "open").toUpperCase()}`;
    return task.scales
      .filter((scale) => scale.name in value)
      .map((scale) =>
        task.scales.length > 1 ? `${scale.name} ${value[scale.name]}` : value[scale.name],
      )
      .join(", ");
  };
  const list = h("dl", {});
  const element = h(
    "section",
    { class: "evidence said", "aria-label": "What the judges said" },
    h("h3", {}, "What the judges said"),
    list,
  );
  return {
    element,
    show(item) {
      const entries = Object.entries((item !== null && said[item]) || {});
      replace(
        list,
        entries.length
          ? entries.map(([judge, value]) => [
              h("dt", { dir: "auto" }, judge),
              h("dd", {}, words(value)),
            ])
          : h("dd", {}, "Nobody yet."),
      );
    },
  };
}

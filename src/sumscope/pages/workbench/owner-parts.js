// @ts-check
// What the owner's pages share: the frame, notes of success and failure, loading and empty states.

import { h, replace } from "../shared/dom.js";
import { toaster } from "../shared/toast.js";
import { Unreachable, post } from "./api.js";

/** The page's frame; gives the element for its content.
 * @param {HTMLElement} root @param {{ title: string, crumbs?: string[] }} options */
export function ownerFrame(root, { title, crumbs = [] }) {
  const main = h("main", { id: "main", class: "owner", tabIndex: -1 });
  document.title = `${title} – sumscope`;
  replace(
    root,
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h(
      "header",
      { class: "owner-bar row" },
      h("a", { href: "/", class: "brand" }, "sumscope"),
      crumbs.map((text) => h("span", { class: "soft", dir: "auto" }, `/ ${text}`)),
      h("span", { class: "grow" }),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          on: {
            click: async () => {
              await post("/api/logout").catch(() => {});
              location.assign("/");
            },
          },
        },
        "Sign out",
      ),
    ),
    main,
  );
  return main;
}

/** Run a request; what goes wrong is said where it is seen. Gives undefined then.
 * @param {Say} [say] @returns {Attempt} */
export function careful(say = toaster()) {
  return async (run, done) => {
    try {
      const answer = await run();
      if (done) say(done);
      return answer;
    } catch (error) {
      if (error.status === 401) location.reload();
      say(error instanceof Unreachable ? "The server cannot be reached." : error.message, {
        kind: "bad",
        seconds: 10,
      });
      return undefined;
    }
  };
}

/** Content that has to be fetched: a note after a moment, then what make() gives, or the problem with a way to try again.
 * @param {() => Promise<Child>} make */
export function loaded(make) {
  const box = h("div", { class: "loaded" });
  const load = async () => {
    const slow = setTimeout(
      () => replace(box, h("p", { class: "soft", role: "status" }, "Computing…")),
      500,
    );
    try {
      const made = await make();
      clearTimeout(slow);
      replace(box, made);
    } catch (error) {
      clearTimeout(slow);
      if (!(error instanceof Unreachable) && error.status === undefined) throw error;
      replace(
        box,
        h(
          "div",
          { class: "problem" },
          h("p", {}, error.message),
          h("button", { type: "button", on: { click: load } }, "Try again"),
        ),
      );
    }
  };
  load();
  return Object.assign(box, { reload: load });
}

/** @param {number} done @param {number} items */
export function progressCell(done, items) {
  return h(
    "span",
    { class: "row progress-cell" },
    h("progress", { max: items || 1, value: done, "aria-label": `${done} of ${items} done` }),
    h("span", { class: "small number" }, `${done}/${items}`),
  );
}

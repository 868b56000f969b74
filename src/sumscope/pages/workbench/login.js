// @ts-check
// What is shown without a session: where to find one's address, or the owner's password.

import { h, pageElement, put } from "../shared/dom.js";
import { get, post } from "./api.js";

const root = pageElement("app");

async function start() {
  const judging = location.pathname.startsWith("/work");
  const me = await get("/api/me").catch(() => ({ login: "token" }));
  if (judging)
    put(
      root,
      h(
        "p",
        {},
        "Open the link that you were given: it is your key. If it does not work any more, ask for a new one.",
      ),
    );
  if (me.login === "password") {
    const said = h("p", { class: "problem", role: "alert", hidden: true });
    const field = h("input", { type: "password", autocomplete: "current-password" });
    const form = h(
      "form",
      {
        class: "panel stack",
        on: {
          submit: async (event) => {
            event.preventDefault();
            try {
              await post("/api/login", { password: field.value });
              location.assign("/");
            } catch (error) {
              said.hidden = false;
              said.textContent = error.message;
              field.select();
            }
          },
        },
      },
      h("h2", {}, "Owner of the study"),
      h("label", { class: "stack" }, "Password", field),
      said,
      h("p", {}, h("button", { class: "main", type: "submit" }, "Sign in")),
    );
    put(root, form);
    if (!judging) field.focus();
  } else if (!judging)
    put(
      root,
      h(
        "p",
        {},
        "The address of the owner stands where the server was started: the first line that sumscope serve printed. Open it once more.",
      ),
    );
}

start();

// @ts-check
// Dialog: the browser's own modal element with a title, a body and buttons. Esc and Back close it.

import { h, put, uniqueId } from "./dom.js";

/** Open a dialog; gives {element, close, done}. `done` resolves to the value of the button, or null.
 * @template [V=any] @param {DialogOptions<V>} options */
export function openDialog({
  title,
  body,
  buttons = [{ label: "Close", value: null }],
  wide = false,
  onClose,
  closable = true,
}) {
  const name = uniqueId("dialog");
  /** @type {(value: V | null) => void} */
  let settle;
  /** @type {Promise<V | null>} */
  const done = new Promise((resolve) => {
    settle = resolve;
  });
  const element = h("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": name });
  const before = document.activeElement;
  let open = true;
  // Everything happens at once, not with the later "close" event: the next key must find the page, not a dialog on its way out.
  /** @param {V | null} [value] */
  const close = (value = null) => {
    if (!open) return;
    open = false;
    element.close();
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    onClose?.(value);
    settle(value);
  };
  put(
    element,
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: name }, title),
      closable &&
        h(
          "button",
          { class: "plain", type: "button", "aria-label": "Close", on: { click: () => close() } },
          "✕",
        ),
    ),
    h("div", { class: "dialog-body", tabIndex: 0 }, body),
    buttons.length > 0 &&
      h(
        "div",
        { class: "dialog-foot row" },
        buttons.map((b) =>
          h(
            "button",
            {
              type: "button",
              class: b.main ? "main" : b.danger ? "danger" : undefined,
              disabled: b.disabled ?? false,
              on: {
                click: async () => {
                  if (!b.check || (await b.check())) close(b.value);
                },
              },
            },
            b.label,
          ),
        ),
      ),
  );
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (closable) close();
  });
  element.addEventListener("close", () => close());
  element.addEventListener("click", (event) => {
    if (closable && event.target === element) close();
  });
  element.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(element);
  element.showModal();
  /** @type {HTMLElement | null} */
  const first =
    element.querySelector("[autofocus]") ??
    element.querySelector(".dialog-foot .main") ??
    element.querySelector("button");
  first?.focus();
  return { element, close, done };
}

/** Ask a question with two answers.
 * @param {{ title: string, body?: Child, yes?: string, no?: string, danger?: boolean }} options @returns {Promise<boolean>} */
export function confirmDialog({ title, body, yes = "Yes", no = "Cancel", danger = false }) {
  return openDialog({
    title,
    body,
    buttons: [
      { label: yes, value: true, main: !danger, danger },
      { label: no, value: false },
    ],
  }).done.then((v) => v === true);
}

/** Ask for a line of text; null if the question was closed.
 * @param {{ title: string, label: string, value?: string, yes?: string, many?: boolean, hint?: string }} options @returns {Promise<string | null>} */
export function askText({ title, label, value = "", yes = "Save", many = false, hint }) {
  /** @type {HTMLInputElement | HTMLTextAreaElement} */
  const field = many
    ? h("textarea", { rows: 5, class: "grow", value, on: { keydown: (event) => entered(event) } })
    : h("input", {
        type: "text",
        class: "grow",
        value,
        on: { keydown: (event) => entered(event) },
      });
  field.setAttribute("autofocus", "");
  const { done, close } = openDialog({
    title,
    body: [
      h("label", { class: "stack" }, label, field),
      hint && h("p", { class: "soft small" }, hint),
    ],
    buttons: [
      { label: yes, value: true, main: true },
      { label: "Cancel", value: null },
    ],
  });
  /** @param {KeyboardEvent} event */
  const entered = (event) => {
    if (event.key === "Enter" && (!many || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      close(true);
    }
  };
  field.select();
  return done.then((v) => (v === true ? field.value : null));
}

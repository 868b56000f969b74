// @ts-check
// Picker: choices made once and kept in the address, so that a copied address shows the same view.

import { h, put } from "./dom.js";

/** @typedef {{ value: string, label: string, group?: string }} Option */
/** @typedef {{ name: string, label: string, options: (string | Option)[], value?: any, many?: boolean }} Field */

/** The choices in an address's fragment: `#measure=rouge2&systems=a,b`.
 * @param {string} [hash] @returns {Record<string, string>} */
export function readAddress(hash = location.hash) {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
}

/** Keep choices in the fragment; `push` makes Back lead to the choice before.
 * @param {Record<string, string | null | undefined>} choices @param {{ push?: boolean }} options */
export function writeAddress(choices, { push = false } = {}) {
  const query = new URLSearchParams(
    Object.entries({ ...readAddress(), ...choices }).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    ),
  );
  const next = query.toString()
    ? `#${query}`
    : location.pathname.startsWith("/") && location.protocol !== "file:"
      ? location.pathname + location.search
      : "#";
  if (next === location.hash) return;
  history[push ? "pushState" : "replaceState"](null, "", next);
}

/** fields: [{name, label, options: [{value, label, group}], value, many}]; onChange(choices, name).
 *  Gives an element with .choices(). Choices in the address win over `value` where they are among the options.
 * @param {{ fields: Field[], onChange?: (choices: Record<string, any>, name: string | null) => void, address?: boolean, label?: string }} options */
export function picker({ fields, onChange, address = true, label = "Choose what is shown" }) {
  const kept = address ? readAddress() : {};
  const controls = new Map();
  const choices = () =>
    Object.fromEntries([...controls].map(([name, control]) => [name, control.read()]));
  /** @param {string} name */
  const changed = (name) => {
    const now = choices();
    if (address)
      writeAddress(
        Object.fromEntries(
          Object.entries(now).map(([k, v]) => [k, Array.isArray(v) ? v.join(",") : v]),
        ),
        { push: true },
      );
    onChange?.(now, name);
  };
  const root = h("form", {
    class: "picker row",
    "aria-label": label,
    on: { submit: (event) => event.preventDefault() },
  });
  for (const field of fields) {
    const options = field.options.map((o) => (typeof o === "string" ? { value: o, label: o } : o));
    const control = field.many
      ? manyControl(field, options, kept[field.name], () => changed(field.name))
      : oneControl(field, options, kept[field.name], () => changed(field.name));
    controls.set(field.name, control);
    put(root, control.element);
  }
  if (address) {
    const follow = () => {
      if (!root.isConnected) {
        removeEventListener("popstate", follow);
        return;
      }
      const now = readAddress();
      for (const [name, control] of controls) control.write(now[name]);
      onChange?.(choices(), null);
    };
    addEventListener("popstate", follow);
  }
  return Object.assign(root, { choices });
}

/** @param {Field} field @param {Option[]} options @param {string | undefined} kept @param {() => void} changed */
function oneControl(field, options, kept, changed) {
  /** @param {string | undefined} value @returns {value is string} */
  const known = (value) => options.some((o) => o.value === value);
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const option of options)
    groups.set(option.group ?? "", [...(groups.get(option.group ?? "") ?? []), option]);
  /** @param {Option[]} list */
  const made = (list) => list.map((o) => h("option", { value: o.value }, o.label));
  const select = h(
    "select",
    { name: field.name, on: { change: changed } },
    [...groups].map(([name, list]) =>
      name ? h("optgroup", { label: name }, made(list)) : made(list),
    ),
  );
  const first = field.value ?? options[0]?.value;
  /** @param {string | undefined} value */
  const write = (value) => {
    select.value = known(value) ? value : (first ?? "");
  };
  write(kept);
  return {
    element: h(
      "label",
      { class: "field" },
      h("span", { class: "soft small" }, field.label),
      select,
    ),
    read: () => select.value,
    write,
  };
}

/** @param {Field} field @param {Option[]} options @param {string | undefined} kept @param {() => void} changed */
function manyControl(field, options, kept, changed) {
  const boxes = options.map((o) =>
    h("input", {
      type: "checkbox",
      value: o.value,
      on: {
        change: () => {
          count();
          changed();
        },
      },
    }),
  );
  const summary = h("summary", {});
  const count = () => {
    summary.textContent = `${field.label}: ${boxes.filter((b) => b.checked).length} of ${boxes.length}`;
  };
  /** @param {string | undefined} value */
  const write = (value) => {
    const wanted =
      value === undefined ? (field.value ?? options.map((o) => o.value)) : value.split(",");
    for (const box of boxes) box.checked = wanted.includes(box.value);
    count();
  };
  write(kept);
  const element = h(
    "details",
    { class: "field many" },
    summary,
    h(
      "div",
      { class: "many-list" },
      options.map((o, at) => h("label", {}, boxes[at], h("span", { dir: "auto" }, o.label))),
    ),
  );
  return { element, read: () => boxes.filter((b) => b.checked).map((b) => b.value), write };
}

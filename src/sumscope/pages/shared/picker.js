// Picker: choices made once and kept in the address, so that a copied address shows the same view.

import { h, put } from "./dom.js";

/** The choices in an address's fragment: `#measure=rouge2&systems=a,b`. */
export function readAddress(hash = location.hash) {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
}

/** Keep choices in the fragment; `push` makes Back lead to the choice before. */
export function writeAddress(choices, { push = false } = {}) {
  const query = new URLSearchParams(
    Object.entries({ ...readAddress(), ...choices }).filter(
      ([, v]) => v !== null && v !== undefined && v !== "",
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
 *  Gives an element with .choices(). Choices in the address win over `value` where they are among the options. */
export function picker({ fields, onChange, address = true, label = "Choose what is shown" }) {
  const kept = address ? readAddress() : {};
  const controls = new Map();
  const choices = () =>
    Object.fromEntries([...controls].map(([name, control]) => [name, control.read()]));
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

function oneControl(field, options, kept, changed) {
  const known = (value) => options.some((o) => o.value === value);
  const groups = new Map();
  for (const option of options)
    groups.set(option.group ?? "", [...(groups.get(option.group ?? "") ?? []), option]);
  const made = (list) => list.map((o) => h("option", { value: o.value }, o.label));
  const select = h(
    "select",
    { name: field.name, on: { change: changed } },
    [...groups].map(([name, list]) =>
      name ? h("optgroup", { label: name }, made(list)) : made(list),
    ),
  );
  const first = field.value ?? options[0]?.value;
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

// The judge's view of a clustering task: unsorted sentences, the board of clusters, the tray.

import { h, put, replace } from "../../shared/dom.js";
import { askText, confirmDialog, openDialog } from "../../shared/dialog.js";
import { plural } from "../../shared/format.js";
import { arrange, card, documentNames, remembered, reveal } from "../cards.js";
import { choose } from "../board/chooser.js";
import { clusterBox } from "../board/box.js";
import { CODES, clusterCodes } from "../board/codes.js";
import { pointer } from "../board/pointer.js";
import { rankDialog } from "../board/rank-dialog.js";
import { randomId } from "../storage.js";

const ORDERS = {
  reading: "Reading order",
  near: "Similar ones together",
  disputed: "Most disputed first",
};

export function clusterView(work, { say, announce, act }, { evidence = null } = {}) {
  const { task } = work;
  const names = documentNames(task.items);
  const cards = new Map(task.items.map((item) => [item.id, card(item, names.get(item.document))]));
  const position = new Map(task.items.map((item, at) => [item.id, at]));
  const settings = remembered(task.id, {
    codes: {},
    folded: [],
    order: evidence ? "disputed" : "reading",
    tray: true,
  });
  const codes = clusterCodes(settings);
  const { code } = codes;
  const boxes = new Map();
  const folded = new Set(settings.value.folded);
  const selected = new Set();
  let anchor = null; // where a range of selected cards begins
  let current = null; // the card or head that has, or had, the focus
  let last = null; // the cluster that got sentences before
  let wanted = "";
  let home = new Map(); // sentence -> cluster id, "aside" or null

  // Elements.

  const list = (label, zone) =>
    h("ul", {
      class: "cards",
      role: "listbox",
      "aria-label": label,
      "aria-multiselectable": "true",
      data: { zone },
    });
  const unsorted = list("Unsorted sentences", "unsorted");
  const tray = list("Sentences set aside", "aside");
  const columns = h("div", { class: "columns" });
  const unsortedCount = h("span", { class: "soft number" });
  const trayCount = h("span", { class: "soft number" });
  const find = h("input", {
    type: "search",
    placeholder: "Filter ( / )",
    "aria-label": "Filter sentences",
    on: { input: () => filter(find.value) },
  });
  const choices = [
    "reading",
    ...(task.suggest !== false && task.near ? ["near"] : []),
    ...(evidence ? ["disputed"] : []),
  ];
  if (!choices.includes(settings.value.order)) settings.value.order = "reading";
  const order = h(
    "select",
    {
      "aria-label": "Order of unsorted sentences",
      on: {
        change: () => {
          settings.keep({ order: order.value });
          draw();
        },
      },
    },
    choices.map((name) => h("option", { value: name }, ORDERS[name])),
  );
  order.value = settings.value.order;
  const picked = h("span", { class: "small picked number", role: "status" });
  const button = (label, title, run, more) =>
    h("button", { type: "button", title, on: { click: run }, ...more }, label);
  const trayHead = h("button", {
    type: "button",
    class: "plain",
    "aria-expanded": String(settings.value.tray),
    on: {
      click: () => {
        settings.keep({ tray: !settings.value.tray });
        draw();
      },
    },
  });
  const done = h(
    "p",
    { class: "empty all-done", hidden: true },
    "Everything has a place. Check coverage, go through the sentences set aside once more, and rank the clusters.",
  );
  const left = h(
    "section",
    { class: "left", "aria-label": "Sentences" },
    h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Unsorted ", unsortedCount),
      choices.length > 1 && order,
      find,
    ),
    h("div", { class: "scroller", data: { drop: "unsorted" } }, unsorted, done),
    h(
      "div",
      { class: "tray", data: { drop: "aside" } },
      h("div", { class: "pane-head" }, h("h2", {}, trayHead), trayCount),
      h("div", { class: "scroller" }, tray),
    ),
  );
  const newZone = h(
    "button",
    { type: "button", class: "new-zone", data: { drop: "new" }, on: { click: () => create() } },
    "＋ New cluster",
    h("kbd", {}, "n"),
  );
  const board = h(
    "section",
    { class: "board", "aria-label": "Clusters" },
    h(
      "div",
      { class: "pane-head" },
      h("h2", {}, "Clusters"),
      button("New", "New cluster with the selected sentences (n)", () => create()),
      button("Set aside", "Set the selected sentences aside (x)", () => send("aside")),
      button("Unsort", "Back to the unsorted sentences (u)", () => send(null)),
      button("Rank…", "Order the clusters by importance (p)", () => rankAll()),
      button("Fold all", "Fold or unfold all clusters (z)", () => foldAll()),
      picked,
    ),
    h("div", { class: "scroller" }, columns, newZone),
  );
  const element = h("div", { class: "cluster-space" }, left, board, evidence?.element);

  // The keyboard's places: cards and heads in the order in which they are seen.

  const visible = (node) => node.isConnected && !node.closest("[hidden]");
  function stops(zone) {
    if (zone === "unsorted" || zone === "aside")
      return [...(zone === "aside" ? tray : unsorted).children].filter(visible);
    return work.state.groups.flatMap((group) => {
      const box = boxes.get(group.id);
      return [box.head, ...(box.list.hidden ? [] : [...box.list.children].filter(visible))];
    });
  }
  const zoneOf = (node) =>
    node === null
      ? "unsorted"
      : unsorted.contains(node)
        ? "unsorted"
        : tray.contains(node)
          ? "aside"
          : "board";
  const itemOf = (node) => node?.dataset.item ?? null;
  const clusterOf = (node) => node?.closest("[data-cluster]")?.dataset.cluster ?? null;

  function focus(node) {
    if (!node) return;
    if (current && current !== node) {
      if (zoneOf(current) === zoneOf(node)) current.tabIndex = -1;
      current.classList.remove("current");
    }
    current = node;
    node.tabIndex = 0;
    node.classList.add("current");
    node.focus({ preventScroll: true });
    reveal(node);
    evidence?.show(itemOf(node));
  }

  function go(step, extend = false) {
    const places = stops(zoneOf(current));
    if (!places.length) {
      switchZone(1);
      return;
    }
    const at = places.indexOf(current);
    const next = places[at < 0 ? 0 : Math.max(0, Math.min(places.length - 1, at + step))];
    if (extend) {
      anchor ??= current;
      focus(next);
      selectRange(anchor, next);
    } else {
      anchor = null;
      focus(next);
    }
  }

  function switchZone(step) {
    const zones = ["unsorted", "board", "aside"].filter((zone) => stops(zone).length);
    if (!zones.length) return;
    const at = zones.indexOf(zoneOf(current));
    const zone = zones[(at + step + zones.length) % zones.length];
    const places = stops(zone);
    const lastHead = zone === "board" && last && boxes.get(last)?.head;
    focus(lastHead && places.includes(lastHead) ? lastHead : places[0]);
  }

  // Selecting.

  function select(item, on = !selected.has(item)) {
    if (on) selected.add(item);
    else selected.delete(item);
    cards.get(item).select(on);
  }
  function clear() {
    for (const item of [...selected]) select(item, false);
    anchor = null;
    showPicked();
  }
  function selectRange(from, to) {
    const places = stops(zoneOf(to));
    const [a, b] = [places.indexOf(from), places.indexOf(to)].sort((x, y) => x - y);
    for (const item of [...selected]) select(item, false);
    for (const node of places.slice(Math.max(0, a), b + 1))
      if (itemOf(node)) select(itemOf(node), true);
    showPicked();
  }
  function showPicked() {
    picked.textContent = selected.size ? `${plural(selected.size, "sentence")} selected` : "";
    for (const group of work.state.groups) paint(group);
  }
  const subject = () =>
    selected.size
      ? [...selected].sort((a, b) => position.get(a) - position.get(b))
      : itemOf(current)
        ? [itemOf(current)]
        : [];

  // Acting.

  /** Where the focus goes when these sentences leave: the next card of the same list. */
  function successor(items) {
    const gone = new Set(items);
    const places = stops(zoneOf(current));
    const at = places.indexOf(current);
    const stays = (node) => !gone.has(itemOf(node));
    return (
      places.slice(at + 1).find(stays) ??
      places.slice(0, Math.max(0, at)).reverse().find(stays) ??
      null
    );
  }

  function moveOn(next) {
    const places = stops(next && next.isConnected ? zoneOf(next) : "unsorted");
    focus(next && visible(next) ? next : (places[0] ?? stops("board")[0] ?? stops("aside")[0]));
  }

  function send(target, items = subject()) {
    if (!items.length) {
      announce("Select a sentence first.");
      return;
    }
    const moving = items.filter((item) => home.get(item) !== target);
    const next = successor(items);
    if (moving.length) {
      const op = (item) =>
        target === null
          ? { do: "take", item }
          : target === "aside"
            ? { do: "aside", item }
            : { do: "put", item, cluster: target };
      if (!act(...moving.map(op))) return;
    }
    if (target !== null && target !== "aside") last = target;
    clear();
    moveOn(next);
    announce(
      `${plural(items.length, "sentence")}: ${placeName(target)}. ${plural(unsorted.children.length, "sentence")} unsorted.`,
    );
  }

  const placeName = (target) => {
    if (target === null) return "unsorted";
    if (target === "aside") return "set aside";
    const at = work.state.groups.findIndex((group) => group.id === target);
    return `cluster ${at + 1}, ${work.state.groups[at]?.label ?? "no label"}`;
  };

  function create(items = subject()) {
    const id = `c-${randomId().slice(0, 13)}`;
    const next = successor(items);
    if (!act({ do: "new", cluster: id, items })) return;
    last = id;
    clear();
    editLabel(id, next);
  }

  function editLabel(id, next = null) {
    if (!id || work.submitted) return;
    const old = work.state.groups.find((group) => group.id === id)?.label ?? null;
    const before = next ?? current;
    if (folded.has(id) && !next) unfold(id);
    boxes.get(id).editLabel((value, way) => {
      const label = value === null ? old : value.trim() || null;
      if (label !== old) act({ do: "label", cluster: id, text: label });
      if (way === "key") moveOn(before && before.isConnected ? before : boxes.get(id).head);
    });
    reveal(boxes.get(id).element);
  }

  function editRank(id) {
    if (!id || work.submitted) return;
    const before = current;
    boxes.get(id).editRank((value, way) => {
      const old = work.state.groups.find((group) => group.id === id)?.rank ?? null;
      const rank = value === null ? old : value === "" ? null : Number(value);
      if (rank !== old && (rank === null || (Number.isInteger(rank) && rank >= 1 && rank <= 9999)))
        act({ do: "rank", cluster: id, rank });
      else if (rank !== old) say("A rank is a whole number from 1 to 9999.", { kind: "bad" });
      if (way === "key") moveOn(before);
    });
  }

  async function rankAll() {
    if (!work.state.groups.length) {
      say("There is no cluster yet.");
      return;
    }
    const ops = await rankDialog(work.state.groups);
    if (ops?.length) act(...ops);
  }

  const options = (without = []) =>
    work.state.groups
      .map((group, at) => ({
        value: group.id,
        code: code(group.id),
        label: group.label ?? `Cluster ${at + 1}, no label yet`,
        detail: plural(group.items.length, "sentence"),
      }))
      .filter((o) => !without.includes(o.value));

  async function sendAnywhere() {
    const items = subject();
    if (!items.length || !work.state.groups.length) {
      announce("Select a sentence and make a cluster first.");
      return;
    }
    const target = await choose({
      title: `Put ${plural(items.length, "sentence")} into`,
      options: options(),
    });
    if (target) send(target, items);
  }

  async function merge(id) {
    if (!id || work.state.groups.length < 2) return;
    const target = await choose({ title: "Merge this cluster into", options: options([id]) });
    if (!target) return;
    act({ do: "merge", clusters: [target, id] });
    focus(boxes.get(target).head);
  }

  function breakOff(id) {
    const items = subject().filter((item) => home.get(item) === id);
    if (!id || !items.length) {
      say("Select sentences of this cluster first.");
      return;
    }
    const into = `c-${randomId().slice(0, 13)}`;
    if (!act({ do: "split", cluster: id, into, items })) return;
    clear();
    editLabel(into, boxes.get(into).head);
  }

  async function drop(id) {
    const group = work.state.groups.find((one) => one.id === id);
    if (!group) return;
    const sure =
      group.items.length < 2 ||
      (await confirmDialog({
        title: "Drop this cluster?",
        body: h(
          "p",
          {},
          `Its ${plural(group.items.length, "sentence")} become unsorted again. Undo brings it back.`,
        ),
        yes: "Drop",
        danger: true,
      }));
    if (!sure) return;
    const at = work.state.groups.indexOf(group);
    act({ do: "drop", cluster: id });
    focus(
      boxes.get(work.state.groups[Math.min(at, work.state.groups.length - 1)]?.id)?.head ??
        stops("unsorted")[0],
    );
  }

  async function note() {
    const node = current;
    const place = itemOf(node) ? { item: itemOf(node) } : { cluster: clusterOf(node) };
    const id = place.item ?? place.cluster;
    if (!id) return;
    const text = await askText({
      title: "Note",
      label: place.item ? "On this sentence" : "On this cluster",
      value: work.state.notes.get(id) ?? "",
      many: true,
      hint: "Ctrl+Enter saves.",
    });
    if (text !== null && text.trim() !== (work.state.notes.get(id) ?? ""))
      act({ do: "note", ...place, text: text.trim() || null });
  }

  async function menu(id) {
    const answer = await openDialog({
      title: work.state.groups.find((g) => g.id === id)?.label ?? "Cluster",
      body: h("p", { class: "soft" }, "What to do with this cluster"),
      buttons: [
        { label: "Merge into…", value: "merge" },
        { label: "Break off selected", value: "split" },
        { label: "Note…", value: "note" },
        { label: "Drop", value: "drop", danger: true },
      ],
    }).done;
    if (answer === "merge") merge(id);
    if (answer === "split") breakOff(id);
    if (answer === "drop") drop(id);
    if (answer === "note") {
      focus(boxes.get(id).head);
      note();
    }
  }

  function fold(id) {
    if (!id) return;
    if (folded.has(id)) folded.delete(id);
    else folded.add(id);
    const inside = current && boxes.get(id).list.contains(current);
    settings.keep({ folded: [...folded] });
    draw();
    if (inside) focus(boxes.get(id).head);
  }
  function unfold(id) {
    if (folded.has(id)) fold(id);
  }
  function foldAll() {
    const ids = work.state.groups.map((group) => group.id);
    const all = ids.every((id) => folded.has(id));
    const at = clusterOf(current);
    folded.clear();
    if (!all) for (const id of ids) folded.add(id);
    settings.keep({ folded: [...folded] });
    draw();
    if (at && !visible(current)) focus(boxes.get(at)?.head);
  }

  function filter(text) {
    wanted = text.trim().toLowerCase();
    for (const one of cards.values()) one.find(wanted);
    count();
  }

  // Drawing.

  let broken = new Map();
  function paint(group) {
    const sending = selected.size;
    boxes.get(group.id).update({
      group,
      number: work.state.groups.indexOf(group) + 1,
      mark: code(group.id),
      cards: () => group.items.map((item) => cards.get(item).element),
      documents: new Set(group.items.map((item) => work.brief.documents.get(item))).size,
      folded: folded.has(group.id),
      sending,
      note: work.state.notes.get(group.id),
      broken: broken.get(group.id)?.join("; "),
    });
  }

  function count() {
    const of = (node) => [...node.children].filter((c) => !c.hidden).length;
    unsortedCount.textContent = wanted
      ? `${of(unsorted)} of ${unsorted.children.length}`
      : String(unsorted.children.length);
    trayCount.textContent = wanted
      ? `${of(tray)} of ${tray.children.length}`
      : String(tray.children.length);
    done.hidden = unsorted.children.length > 0;
  }

  function draw() {
    const { state } = work;
    codes.give(state.groups);
    home = new Map([
      ...state.tray.map((item) => [item, "aside"]),
      ...state.groups.flatMap((group) => group.items.map((item) => [item, group.id])),
    ]);
    for (const [id, box] of boxes)
      if (!state.groups.some((group) => group.id === id)) {
        box.element.remove();
        boxes.delete(id);
      }
    for (const group of state.groups) {
      if (!boxes.has(group.id))
        boxes.set(
          group.id,
          clusterBox(group.id, {
            add: (id) => send(id),
            label: (id) => {
              focus(boxes.get(id).head);
              editLabel(id);
            },
            rank: editRank,
            fold,
            menu,
            focus: () => {},
          }),
        );
      paint(group);
    }
    const sequence =
      settings.value.order === "near"
        ? task.near
        : settings.value.order === "disputed"
          ? evidence.order()
          : task.items.map((item) => item.id);
    arrange(
      unsorted,
      sequence.filter((id) => !home.has(id) && cards.has(id)).map((id) => cards.get(id).element),
    );
    arrange(
      tray,
      state.tray.map((id) => cards.get(id).element),
    );
    replace(trayHead, settings.value.tray ? "▾ " : "▸ ", "Set aside");
    trayHead.setAttribute("aria-expanded", String(settings.value.tray));
    tray.parentElement.hidden = !settings.value.tray;
    for (const [id, one] of cards) one.note(state.notes.get(id));
    for (const item of [...selected]) if (!cards.has(item)) selected.delete(item);
    layout();
    count();
    // The keyboard always has a way in.
    if (!current || !current.isConnected) current = null;
    for (const zone of [unsorted, tray, columns]) keepOneStop(zone);
    current ??= element.querySelector("[tabindex='0'][data-stop]");
  }

  /** Each list has exactly one place in the tab order. */
  function keepOneStop(zone) {
    const all = [...zone.querySelectorAll("[data-stop][tabindex='0']")];
    const keep =
      all.find((node) => node === current) ?? all[0] ?? zone.querySelector("[data-stop]");
    for (const node of all) if (node !== keep) node.tabIndex = -1;
    if (keep) keep.tabIndex = 0;
  }

  /** Clusters in columns, each always in the same one, so that a place can be remembered. */
  function layout() {
    const wide = columns.clientWidth || 700;
    const many = Math.max(1, Math.min(6, Math.floor(wide / 300)));
    while (columns.children.length < many) put(columns, h("div", { class: "column" }));
    while (columns.children.length > many) columns.lastChild.remove();
    [...columns.children].forEach((column, at) =>
      arrange(
        column,
        work.state.groups
          .filter((_, index) => index % many === at)
          .map((group) => boxes.get(group.id).element),
      ),
    );
  }
  new ResizeObserver(() => layout()).observe(columns);

  pointer(element, {
    itemOf,
    focus,
    clear,
    send,
    create,
    subject,
    isSelected: (item) => selected.has(item),
    selectOnly(item) {
      clear();
      select(item, true);
    },
    pick(node, event) {
      const item = itemOf(node);
      if (event.shiftKey && current) selectRange(anchor ?? current, node);
      else if (event.ctrlKey || event.metaKey) select(item);
      else if (selected.size === 1 && selected.has(item)) clear();
      else {
        clear();
        select(item, true);
      }
      if (!event.shiftKey) anchor = node;
      showPicked();
      focus(node);
    },
    onFocus(node) {
      if (node !== current) focus(node);
    },
  });

  // Keys.

  const inView = (run) => (event) =>
    element.contains(document.activeElement) || document.activeElement === document.body
      ? run(event)
      : false;
  const key = (keys, words, run, more = {}) => ({ keys, words, run: inView(run), ...more });
  const mine = () => clusterOf(current);
  const onButton = () =>
    document.activeElement instanceof HTMLButtonElement && !document.activeElement.dataset.stop;
  const keys = [
    {
      title: "Move",
      keys: [
        key(["j", "ArrowDown"], "next sentence", () => go(1)),
        key(["k", "ArrowUp"], "previous sentence", () => go(-1)),
        key(["ArrowRight"], "to the clusters, the tray, the unsorted", () => switchZone(1)),
        key(["ArrowLeft"], "back", () => switchZone(-1)),
        key(["PageDown"], null, () => go(10)),
        key(["PageUp"], null, () => go(-10)),
        key(["Home"], null, () => go(-1e6)),
        key(["End"], null, () => go(1e6)),
        {
          keys: ["/"],
          words: "filter",
          run: () => {
            find.focus();
            find.select();
          },
        },
        ...(choices.length > 1
          ? [
              key(["o"], "change the order of unsorted sentences", () => {
                order.value = choices[(choices.indexOf(order.value) + 1) % choices.length];
                settings.keep({ order: order.value });
                draw();
                announce(ORDERS[order.value]);
                if (current) reveal(current);
              }),
            ]
          : []),
      ],
    },
    {
      title: "Sort",
      keys: [
        {
          keys: CODES,
          show: ["1", "…", "9", "Shift+A", "…", "Shift+Z"],
          words: "put into the cluster with this key",
          run: inView((event) => {
            const target = work.state.groups.find((group) => code(group.id) === event.key)?.id;
            if (target) send(target);
            else announce(`No cluster has the key ${event.key}.`);
          }),
        },
        key(["g"], "put into any cluster, by typing its label", sendAnywhere),
        key(["."], "put into the same cluster as before", () => {
          if (boxes.has(last)) send(last);
        }),
        key(["n"], "new cluster with the sentence, and label it", () => create()),
        key(["x"], "set aside", () => send("aside")),
        key(["u"], "back to the unsorted", () => send(null)),
        key([" "], "select", () => {
          if (onButton()) return false;
          if (itemOf(current)) {
            select(itemOf(current));
            anchor = null;
            showPicked();
          } else if (mine()) fold(mine());
          return true;
        }),
        key(["Shift+ArrowDown"], "select several", () => go(1, true)),
        key(["Shift+ArrowUp"], null, () => go(-1, true)),
        key(["Mod+a"], "select all that are shown in this list", () => {
          for (const node of stops(zoneOf(current))) if (itemOf(node)) select(itemOf(node), true);
          showPicked();
        }),
        key(["Escape"], "clear selection and filter", () => {
          clear();
          if (wanted) {
            find.value = "";
            filter("");
          }
        }),
      ],
    },
    {
      title: "The cluster of the sentence, or of its head",
      keys: [
        key(["e", "F2"], "edit the label", () => editLabel(mine())),
        key(["r"], "rank it", () => editRank(mine())),
        key(["p"], "rank all: order by importance", rankAll),
        key(["m"], "merge it into another", () => merge(mine())),
        key(["b"], "break the selected sentences off", () => breakOff(mine())),
        key(["Delete"], "drop the cluster", () => {
          if (current?.dataset.stop === "head") drop(mine());
        }),
        key(["f"], "fold or unfold", () => fold(mine())),
        key(["z"], "fold or unfold all", foldAll),
        key(["t"], "write a note", note),
      ],
    },
    ...(evidence?.keys ?? []),
  ];
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      find.value = "";
      filter("");
      focus(current && visible(current) ? current : stops("unsorted")[0]);
    }
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      focus(stops("unsorted")[0] ?? stops("board").find(itemOf) ?? stops("aside")[0]);
    }
  });

  return {
    element,
    keys,
    hasRules: true,
    summary: () =>
      `${plural(work.state.groups.length, "cluster")} · ${work.state.tray.length} aside`,
    update(found) {
      broken = new Map();
      // Ranks come last; until then every cluster would be marked.
      for (const one of found)
        if (one.cluster && one.rule !== "ranked")
          broken.set(one.cluster, [...(broken.get(one.cluster) ?? []), one.message]);
      const [before, had] = [current, element.contains(document.activeElement)];
      draw();
      if (had && before && !before.isConnected) focus(stops("unsorted")[0] ?? stops("board")[0]);
      else if (had && before && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    },
    goTo({ item, cluster, rule }) {
      const box = boxes.get(cluster);
      if (!box) return;
      if (folded.has(cluster)) unfold(cluster);
      focus(
        rule.startsWith("two") && item && visible(cards.get(item).element)
          ? cards.get(item).element
          : box.head,
      );
    },
    start: () => focus(stops("unsorted")[0] ?? stops("board")[0]),
  };
}

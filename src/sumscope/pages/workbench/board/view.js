// @ts-check
// The judge's view of a clustering task: what each action does to the board, and the board drawn after it.

import { h } from "../../shared/dom.js";
import { askText, confirmDialog, openDialog } from "../../shared/dialog.js";
import { plural } from "../../shared/format.js";
import { card, documentNames, matches, remembered, reveal } from "../cards.js";
import { randomId } from "../storage.js";
import { clusterBox } from "./box.js";
import { choose } from "./chooser.js";
import { clusterCodes } from "./codes.js";
import { ORDERS, boardElements } from "./elements.js";
import { boardKeys } from "./keys.js";
import { pointer } from "./pointer.js";
import { rankDialog } from "./rank-dialog.js";
import { Board, ZONES } from "./state.js";

/** @type {TaskKind<ClusterState>["view"]} */
export function clusterView(work, tools, { evidence = null } = {}) {
  const view = new BoardView(work, tools, evidence);
  view.listen();
  return {
    element: view.parts.element,
    keys: boardKeys(view),
    hasRules: true,
    summary: () =>
      `${plural(work.state.groups.length, "cluster")} · ${work.state.tray.length} aside`,
    update: (broken) => view.update(broken),
    goTo: (broken) => view.goTo(broken),
    start: () => view.focus(view.board.stops("unsorted")[0] ?? view.board.stops("board")[0]),
  };
}

export class BoardView {
  /** @param {Working<ClusterState>} work @param {TaskTools} tools @param {Evidence | null} evidence */
  constructor(work, tools, evidence) {
    const { task } = work;
    this.work = work;
    this.tools = tools;
    this.evidence = evidence;
    const names = documentNames(task.items);
    this.cards = new Map(task.items.map((item) => [item.id, card(item, names(item))]));
    /** @type {Map<string, ClusterBox>} */
    this.boxes = new Map();
    /** @type {Map<string, string[]>} cluster -> messages of rules that it breaks */
    this.broken = new Map();
    /** @type {HTMLElement[]} what is in the tab order */
    this.tabbed = [];
    this.settings = remembered(task.id, {
      codes: /** @type {Record<string, string>} */ ({}),
      folded: /** @type {string[]} */ ([]),
      order: evidence ? "disputed" : "reading",
      tray: true,
    });
    this.codes = clusterCodes(this.settings);
    /** @type {Order[]} */
    this.orders = ["reading"];
    if (task.suggest !== false && task.near) this.orders.push("near");
    if (evidence) this.orders.push("disputed");
    const order = this.orders.find((one) => one === this.settings.value.order) ?? "reading";
    const items = new Map(task.items.map((item) => [item.id, item]));
    this.board = new Board([...items.keys()], {
      folded: this.settings.value.folded,
      trayOpen: this.settings.value.tray,
      matches(id, wanted) {
        const item = items.get(id);
        return item !== undefined && matches(item, names(item), wanted);
      },
    });
    this.board.sequence = this.sequence(order);
    this.parts = boardElements({
      orders: this.orders,
      order,
      beside: evidence?.element,
      on: {
        filter: () => this.filter(this.parts.find.value),
        reorder: () => this.reorder(),
        toggleTray: () => this.toggleTray(),
        create: () => this.create(),
        send: (target) => this.send(target),
        rankAll: () => this.rankAll(),
        foldAll: () => this.foldAll(),
      },
    });
  }

  listen() {
    new ResizeObserver(() => this.drawColumns()).observe(this.parts.columns);
    pointer(this.parts.element, this);
    this.parts.find.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.clearFilter();
        const { board } = this;
        this.focus(board.sees(board.current) ? board.current : board.stops("unsorted")[0]);
      }
      if (event.key === "Enter" || event.key === "ArrowDown") {
        event.preventDefault();
        const { board } = this;
        const found = board.stops("board").find((place) => board.isItem(place));
        this.focus(board.stops("unsorted")[0] ?? found ?? board.stops("aside")[0]);
      }
    });
  }

  // Drawing.

  /** The element of a place.
   * @param {string} place @returns {HTMLElement | undefined} */
  elementOf(place) {
    return this.cards.get(place)?.element ?? this.boxes.get(place)?.head;
  }

  /** @param {Broken[]} found */
  update(found) {
    this.broken = new Map();
    // Ranks come last; until then every cluster would be marked.
    for (const one of found)
      if (one.cluster && one.rule !== "ranked")
        this.broken.set(one.cluster, [...(this.broken.get(one.cluster) ?? []), one.message]);
    const { board } = this;
    const before = board.current;
    const had = this.parts.element.contains(document.activeElement);
    this.draw();
    if (!had || before === null) return;
    if (!board.knows(before)) this.focus(board.stops("unsorted")[0] ?? board.stops("board")[0]);
    else if (document.activeElement === document.body)
      this.elementOf(before)?.focus({ preventScroll: true });
  }

  draw() {
    const { board, work } = this;
    this.codes.give(work.state.groups);
    board.read(work.state);
    for (const [id, box] of this.boxes)
      if (!board.group(id)) {
        box.element.remove();
        this.boxes.delete(id);
      }
    for (const { id } of board.groups) if (!this.boxes.has(id)) this.boxes.set(id, this.newBox(id));
    this.drawBoxes();
    this.parts.drawLists(board, (item) => this.cardOf(item).element);
    this.drawColumns();
    for (const [id, one] of this.cards) one.note(work.state.notes.get(id));
    this.drawStops();
  }

  /** @param {string} item */
  cardOf(item) {
    const found = this.cards.get(item);
    if (!found) throw new Error(`no card of ${item}`);
    return found;
  }

  /** @param {string} id */
  newBox(id) {
    return clusterBox(id, {
      add: () => this.send(id),
      label: () => {
        this.focus(id);
        this.editLabel(id);
      },
      rank: () => this.editRank(id),
      fold: () => this.fold(id),
      menu: () => this.menu(id),
    });
  }

  drawBoxes() {
    const { board, work } = this;
    board.groups.forEach((group, at) =>
      this.boxes.get(group.id)?.update({
        group,
        number: at + 1,
        mark: this.codes.code(group.id),
        cards: () => group.items.map((item) => this.cardOf(item).element),
        documents: new Set(group.items.map((item) => work.brief.documents.get(item))).size,
        folded: board.folded.has(group.id),
        sending: board.selected.size,
        note: work.state.notes.get(group.id),
        broken: this.broken.get(group.id)?.join("; "),
      }),
    );
  }

  drawColumns() {
    const boxes = this.board.groups.flatMap((group) => this.boxes.get(group.id)?.element ?? []);
    this.parts.drawColumns(boxes);
  }

  drawSelection() {
    const { selected } = this.board;
    for (const [id, one] of this.cards) one.select(selected.has(id));
    this.parts.picked.textContent = selected.size
      ? `${plural(selected.size, "sentence")} selected`
      : "";
    this.drawBoxes();
  }

  /** Each list has exactly one place in the tab order. */
  drawStops() {
    for (const element of this.tabbed) element.tabIndex = -1;
    this.tabbed = [...this.board.stop.values()].flatMap((place) => this.elementOf(place) ?? []);
    for (const element of this.tabbed) element.tabIndex = 0;
  }

  // Moving.

  /** @param {string | null | undefined} place */
  focus(place) {
    const element = place == null ? undefined : this.elementOf(place);
    if (place == null || !element) return;
    const { board } = this;
    if (board.current !== null && board.current !== place)
      this.elementOf(board.current)?.classList.remove("current");
    board.current = place;
    board.stop.set(board.zoneOf(place), place);
    this.drawStops();
    element.classList.add("current");
    element.focus({ preventScroll: true });
    reveal(element);
    this.evidence?.show(board.isItem(place) ? place : null);
  }

  /** @param {number} by @param {boolean} [extend] */
  go(by, extend = false) {
    const { board } = this;
    const from = board.current;
    const next = board.step(by);
    if (next === null) {
      this.switchZone(1);
      return;
    }
    board.anchor = extend ? (board.anchor ?? from) : null;
    this.focus(next);
    if (board.anchor === null) return;
    board.selectRange(board.anchor, next);
    this.drawSelection();
  }

  /** @param {number} by */
  switchZone(by) {
    this.focus(this.board.otherZone(by));
  }

  /** @param {Broken} broken */
  goTo({ item, cluster, rule }) {
    if (cluster === null || !this.boxes.has(cluster)) return;
    if (this.board.folded.has(cluster)) this.fold(cluster);
    this.focus(rule.startsWith("two") && this.board.sees(item) ? item : cluster);
  }

  // Selecting.

  clear() {
    this.board.clear();
    this.drawSelection();
  }

  /** Click on a card.
   * @param {string} item @param {MouseEvent} event */
  pick(item, event) {
    const { board } = this;
    if (event.shiftKey && board.current !== null)
      board.selectRange(board.anchor ?? board.current, item);
    else if (event.ctrlKey || event.metaKey) board.select(item);
    else if (board.selected.size === 1 && board.selected.has(item)) board.clear();
    else this.selectOnly(item);
    if (!event.shiftKey) board.anchor = item;
    this.drawSelection();
    this.focus(item);
  }

  /** @param {string} item */
  selectOnly(item) {
    this.board.clear();
    this.board.select(item, true);
    this.drawSelection();
  }

  /** The space bar: select the sentence in focus, or fold the cluster. */
  toggle() {
    const { board } = this;
    const { current } = board;
    if (board.isItem(current)) {
      board.select(current);
      board.anchor = null;
      this.drawSelection();
    } else if (current !== null) this.fold(current);
  }

  selectShown() {
    const { board } = this;
    for (const place of board.stops(board.zoneOf(board.current)))
      if (board.isItem(place)) board.select(place, true);
    this.drawSelection();
  }

  /** @param {string} text */
  filter(text) {
    this.board.filter(text);
    for (const one of this.cards.values()) one.find(this.board.wanted);
    this.parts.drawCounts(this.board);
  }

  clearFilter() {
    this.parts.find.value = "";
    this.filter("");
  }

  // Acting.

  /** Send sentences to a cluster, to the tray ("aside") or back to the unsorted (null).
   * @param {string | null} target @param {string[]} [items] */
  send(target, items = this.board.subject()) {
    const { board, tools } = this;
    if (!items.length) {
      tools.announce("Select a sentence first.");
      return;
    }
    const moving = items.filter((item) => (board.home.get(item) ?? null) !== target);
    const next = board.successor(items);
    /** @param {string} item @returns {Op} */
    const op = (item) =>
      target === null
        ? { do: "take", item }
        : target === "aside"
          ? { do: "aside", item }
          : { do: "put", item, cluster: target };
    if (moving.length && !tools.act(...moving.map(op))) return;
    if (target !== null && target !== "aside") board.last = target;
    this.clear();
    this.focus(board.landing(next));
    tools.announce(
      `${plural(items.length, "sentence")}: ${this.placeName(target)}. ${plural(board.all("unsorted").length, "sentence")} unsorted.`,
    );
  }

  /** @param {string | null} target */
  placeName(target) {
    if (target === null) return "unsorted";
    if (target === "aside") return "set aside";
    const at = this.board.groups.findIndex((group) => group.id === target);
    return `cluster ${at + 1}, ${this.board.groups[at]?.label ?? "no label"}`;
  }

  create(items = this.board.subject()) {
    const id = `c-${randomId().slice(0, 13)}`;
    const next = this.board.successor(items);
    if (!this.tools.act({ do: "new", cluster: id, items })) return;
    this.board.last = id;
    this.clear();
    this.editLabel(id, next);
  }

  /** @param {string | null} id @param {string | null} [next] where the focus goes afterwards */
  editLabel(id, next = null) {
    const { board } = this;
    const box = id === null ? undefined : this.boxes.get(id);
    if (id === null || !box || this.work.submitted) return;
    const old = board.group(id)?.label ?? null;
    const before = next ?? board.current;
    if (board.folded.has(id) && next === null) this.fold(id);
    box.editLabel((value, way) => {
      const label = value === null ? old : value.trim() || null;
      if (label !== old) this.tools.act({ do: "label", cluster: id, text: label });
      if (way === "key") this.focus(board.landing(board.knows(before) ? before : id));
    });
    reveal(box.element);
  }

  /** @param {string | null} id */
  editRank(id) {
    const box = id === null ? undefined : this.boxes.get(id);
    if (id === null || !box || this.work.submitted) return;
    const before = this.board.current;
    box.editRank((value, way) => {
      const old = this.board.group(id)?.rank ?? null;
      const rank = value === null ? old : value === "" ? null : Number(value);
      if (rank !== old && (rank === null || (Number.isInteger(rank) && rank >= 1 && rank <= 9999)))
        this.tools.act({ do: "rank", cluster: id, rank });
      else if (rank !== old)
        this.tools.say("A rank is a whole number from 1 to 9999.", { kind: "bad" });
      if (way === "key") this.focus(this.board.landing(before));
    });
  }

  async rankAll() {
    if (!this.board.groups.length) {
      this.tools.say("There is no cluster yet.");
      return;
    }
    const ops = await rankDialog(this.board.groups);
    if (ops?.length) this.tools.act(...ops);
  }

  /** The clusters as options of the chooser.
   * @param {string} [without] */
  options(without) {
    return this.board.groups
      .map((group, at) => ({
        value: group.id,
        code: this.codes.code(group.id),
        label: group.label ?? `Cluster ${at + 1}, no label yet`,
        detail: plural(group.items.length, "sentence"),
      }))
      .filter((option) => option.value !== without);
  }

  /** @param {string} key */
  sendByKey(key) {
    const target = this.board.groups.find((group) => this.codes.code(group.id) === key);
    if (target) this.send(target.id);
    else this.tools.announce(`No cluster has the key ${key}.`);
  }

  sendAgain() {
    const { last } = this.board;
    if (this.board.group(last)) this.send(last);
  }

  async sendAnywhere() {
    const items = this.board.subject();
    if (!items.length || !this.board.groups.length) {
      this.tools.announce("Select a sentence and make a cluster first.");
      return;
    }
    const target = await choose({
      title: `Put ${plural(items.length, "sentence")} into`,
      options: this.options(),
    });
    if (target) this.send(target, items);
  }

  /** @param {string | null} id */
  async merge(id) {
    if (id === null || this.board.groups.length < 2) return;
    const target = await choose({ title: "Merge this cluster into", options: this.options(id) });
    if (!target) return;
    this.tools.act({ do: "merge", clusters: [target, id] });
    this.focus(target);
  }

  /** @param {string | null} id */
  breakOff(id) {
    const items = this.board.subject().filter((item) => this.board.home.get(item) === id);
    if (id === null || !items.length) {
      this.tools.say("Select sentences of this cluster first.");
      return;
    }
    const into = `c-${randomId().slice(0, 13)}`;
    if (!this.tools.act({ do: "split", cluster: id, into, items })) return;
    this.clear();
    this.editLabel(into, into);
  }

  /** @param {string | null} id */
  async drop(id) {
    const group = this.board.group(id);
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
    const at = this.board.groups.findIndex((one) => one.id === id);
    this.tools.act({ do: "drop", cluster: group.id });
    const { groups } = this.board;
    this.focus(groups[Math.min(at, groups.length - 1)]?.id ?? this.board.stops("unsorted")[0]);
  }

  async note() {
    const { board, work } = this;
    const id = board.current;
    if (id === null) return;
    const text = await askText({
      title: "Note",
      label: board.isItem(id) ? "On this sentence" : "On this cluster",
      value: work.state.notes.get(id) ?? "",
      many: true,
      hint: "Ctrl+Enter saves.",
    });
    const place = board.isItem(id) ? { item: id } : { cluster: id };
    if (text !== null && text.trim() !== (work.state.notes.get(id) ?? ""))
      this.tools.act({ do: "note", ...place, text: text.trim() || null });
  }

  /** @param {string} id */
  async menu(id) {
    const answer = await openDialog({
      title: this.board.group(id)?.label ?? "Cluster",
      body: h("p", { class: "soft" }, "What to do with this cluster"),
      buttons: [
        { label: "Merge into…", value: "merge" },
        { label: "Break off selected", value: "split" },
        { label: "Note…", value: "note" },
        { label: "Drop", value: "drop", danger: true },
      ],
    }).done;
    if (answer === "merge") this.merge(id);
    if (answer === "split") this.breakOff(id);
    if (answer === "drop") this.drop(id);
    if (answer === "note") {
      this.focus(id);
      this.note();
    }
  }

  // Looking.

  /** @param {string | null} id */
  fold(id) {
    if (id === null) return;
    const { board } = this;
    const inside = board.isItem(board.current) && board.clusterOf(board.current) === id;
    board.fold(id);
    this.settings.keep({ folded: [...board.folded] });
    this.draw();
    if (inside) this.focus(id);
  }

  foldAll() {
    const { board } = this;
    const at = board.clusterOf(board.current);
    board.foldAll();
    this.settings.keep({ folded: [...board.folded] });
    this.draw();
    if (at !== null && !board.sees(board.current)) this.focus(at);
  }

  toggleTray() {
    this.board.trayOpen = !this.board.trayOpen;
    this.settings.keep({ tray: this.board.trayOpen });
    this.draw();
  }

  /** @param {string} order @returns {string[]} */
  sequence(order) {
    const { items, near = [] } = this.work.task;
    if (order === "near") return near.filter((id) => this.cards.has(id));
    if (order === "disputed" && this.evidence?.order)
      return this.evidence.order().filter((id) => this.cards.has(id));
    return items.map((item) => item.id);
  }

  reorder() {
    const order = this.parts.order.value;
    this.settings.keep({ order });
    this.board.sequence = this.sequence(order);
    this.draw();
  }

  nextOrder() {
    const { order } = this.parts;
    const at = this.orders.findIndex((one) => one === order.value);
    const next = this.orders[(at + 1) % this.orders.length];
    order.value = next;
    this.reorder();
    this.tools.announce(ORDERS[next]);
    const { current } = this.board;
    const element = current === null ? undefined : this.elementOf(current);
    if (element) reveal(element);
  }
}

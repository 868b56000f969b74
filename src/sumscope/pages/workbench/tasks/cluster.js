// @ts-check
// Clusters of sentences that say the same; the judge's view is the board.

import { h } from "../../shared/dom.js";
import { evidencePanel } from "../adjudicate.js";
import { clusterView } from "../board/view.js";
import { listed } from "../cards.js";
import {
  LONGEST_ID,
  Refused,
  broken,
  itemPlace,
  keys,
  knownItem,
  labelled,
  map,
  object,
  size,
  text,
  whole,
  withoutNotes,
  word,
  words,
} from "../twin.js";

const HIGHEST_RANK = 9999;

/** @type {TaskKind<ClusterState>} */
export const cluster = {
  title: "Cluster sentences",
  many: "Cluster sentences",
  unit: "sentence",
  units: "sentences",
  done: "placed",
  byTopic: true,
  groups: true,
  suggests: true,
  agreement: "covers",
  operations: {
    actions: ["new", "put", "take", "aside", "label", "rank", "merge", "split", "drop"],
    empty: () => ({ groups: [], tray: [], notes: new Map() }),
    apply: (brief, state, op) => ACTIONS[op.do](brief, state, op),
    notePlace(brief, state, op) {
      if (!Object.hasOwn(op, "cluster")) return itemPlace(brief, state, op);
      keys(op, ["cluster", "text"]);
      return state.groups[clusterAt(state, word(op, "cluster"))].id;
    },
    toJson: (state) => ({
      clusters: state.groups.map(({ id, label, rank, items }) => ({
        id,
        label,
        rank,
        items: [...items],
      })),
      aside: [...state.tray],
      notes: object(state.notes),
    }),
    fromJson: (made) => ({
      groups: made.clusters.map((/** @type {ClusterGroup} */ c) => ({
        id: c.id,
        label: c.label ?? null,
        rank: c.rank ?? null,
        items: [...c.items],
      })),
      tray: [...made.aside],
      notes: map(made.notes),
    }),
    done: (brief, state) =>
      state.groups.reduce((sum, group) => sum + group.items.length, 0) + state.tray.length,
    units: (brief) => brief.items.length,
  },
  rules,
  view: clusterView,
  evidence: evidencePanel,
  facts(task, state, add, named) {
    state.groups.forEach((group, at) => {
      const name = group.label ?? `cluster ${at + 1}, no label`;
      for (const item of group.items) add(`item ${item}`, named(item), `in “${name}”`);
      add(
        `label ${group.id}`,
        `Label of the cluster that begins with ${named(group.items[0] ?? group.id)}`,
        group.label ?? "–",
      );
      add(`rank ${group.id}`, `Rank of “${name}”`, group.rank ?? "–");
    });
    for (const item of state.tray) add(`item ${item}`, named(item), "set aside");
    const placed = new Set([...state.tray, ...state.groups.flatMap((group) => group.items)]);
    for (const item of task.items)
      if (!placed.has(item.id)) add(`item ${item.id}`, named(item.id), "unsorted");
  },
  shown: (state, task) => [
    state.clusters.map((/** @type {ClusterGroup} */ one) =>
      h(
        "section",
        {},
        h(
          "h3",
          { dir: "auto" },
          one.label ?? "No label",
          one.rank !== null && h("span", { class: "soft" }, ` rank ${one.rank}`),
        ),
        listed(task, one.items),
      ),
    ),
    h("section", {}, h("h3", {}, `Set aside: ${state.aside.length}`), listed(task, state.aside)),
  ],
  settings(field, changed) {
    const whole = h("input", { type: "checkbox", on: { change: changed } });
    const suggest = h("input", { type: "checkbox" });
    return {
      elements: [
        h("label", {}, whole, "Use every document, not only the sentence set of sumscope sample"),
        h("label", {}, suggest, "Judges may bring similar sentences together"),
      ],
      values: () => ({ suggest: suggest.checked, whole: whole.checked }),
      sampled: () => !whole.checked,
    };
  },
};

/** @type {Record<string, (brief: Brief, state: ClusterState, op: Op) => ClusterState>} */
const ACTIONS = {
  new(brief, state, op) {
    keys(op, ["cluster"], ["items"]);
    const name = unusedId(brief, state, op, "cluster");
    const items = Object.hasOwn(op, "items") ? words(op, "items") : [];
    for (const item of items) knownItem(brief, item);
    const rest = withoutItems(state, items);
    return { ...rest, groups: [...rest.groups, newGroup(name, items)] };
  },
  put(brief, state, op) {
    keys(op, ["item", "cluster"]);
    const item = knownItem(brief, word(op, "item"));
    const at = clusterAt(state, word(op, "cluster"));
    const rest = withoutItems(state, [item]);
    return withGroup(rest, at, { items: [...rest.groups[at].items, item] });
  },
  take(brief, state, op) {
    keys(op, ["item"]);
    return withoutItems(state, [knownItem(brief, word(op, "item"))]);
  },
  aside(brief, state, op) {
    keys(op, ["item"]);
    const item = knownItem(brief, word(op, "item"));
    const rest = withoutItems(state, [item]);
    return { ...rest, tray: [...rest.tray, item] };
  },
  label(brief, state, op) {
    keys(op, ["cluster", "text"]);
    const at = clusterAt(state, word(op, "cluster"));
    return withGroup(state, at, { label: text(op) });
  },
  rank(brief, state, op) {
    keys(op, ["cluster", "rank"]);
    const at = clusterAt(state, word(op, "cluster"));
    return withGroup(state, at, { rank: whole(op, "rank", 1, HIGHEST_RANK) });
  },
  merge(brief, state, op) {
    keys(op, ["clusters"]);
    const names = words(op, "clusters");
    if (names.length < 2) throw new Refused("merge: name two clusters or more");
    const merged = names.map((name) => state.groups[clusterAt(state, name)]);
    const gone = names.slice(1);
    const first = { ...merged[0], items: merged.flatMap((group) => group.items) };
    const groups = state.groups
      .filter((group) => !gone.includes(group.id))
      .map((group) => (group.id === first.id ? first : group));
    return { ...state, groups, notes: withoutNotes(state.notes, gone) };
  },
  split(brief, state, op) {
    keys(op, ["cluster", "into", "items"]);
    const at = clusterAt(state, word(op, "cluster"));
    const into = unusedId(brief, state, op, "into");
    const items = words(op, "items");
    if (!items.length) throw new Refused("split: name one item or more");
    const old = state.groups[at];
    for (const item of items)
      if (!old.items.includes(item)) throw new Refused(`split: '${item}' is not in the cluster`);
    const left = { ...old, items: old.items.filter((item) => !items.includes(item)) };
    return {
      ...state,
      groups: [
        ...state.groups.slice(0, at),
        left,
        newGroup(into, items),
        ...state.groups.slice(at + 1),
      ],
    };
  },
  drop(brief, state, op) {
    keys(op, ["cluster"]);
    const { id } = state.groups[clusterAt(state, word(op, "cluster"))];
    return {
      ...state,
      groups: state.groups.filter((group) => group.id !== id),
      notes: withoutNotes(state.notes, [id]),
    };
  },
};

/** @param {ClusterState} state @param {string} name */
function clusterAt(state, name) {
  const at = state.groups.findIndex((group) => group.id === name);
  if (at < 0) throw new Refused(`unknown cluster '${name}'`);
  return at;
}

/** @param {Brief} brief @param {ClusterState} state @param {Op} op @param {string} key */
function unusedId(brief, state, op, key) {
  const name = word(op, key);
  if (size(name) > LONGEST_ID)
    throw new Refused(`${op.do}: ${key} has more than ${LONGEST_ID} characters`);
  if (brief.documents.has(name)) throw new Refused(`${op.do}: '${name}' is the id of a sentence`);
  if (state.groups.some((group) => group.id === name))
    throw new Refused(`there is a cluster '${name}' already`);
  return name;
}

/** @param {ClusterState} state @param {string[]} items @returns {ClusterState} */
function withoutItems(state, items) {
  const gone = new Set(items);
  /** @param {string[]} list */
  const keep = (list) =>
    list.some((item) => gone.has(item)) ? list.filter((item) => !gone.has(item)) : list;
  const groups = state.groups.map((group) => {
    const left = keep(group.items);
    return left === group.items ? group : { ...group, items: left };
  });
  return { ...state, groups, tray: keep(state.tray) };
}

/** @param {ClusterState} state @param {number} at @param {Partial<ClusterGroup>} change @returns {ClusterState} */
function withGroup(state, at, change) {
  return {
    ...state,
    groups: state.groups.map((group, index) => (index === at ? { ...group, ...change } : group)),
  };
}

/** @param {string} id @param {string[]} items @returns {ClusterGroup} */
const newGroup = (id, items) => ({ id, items: [...items], label: null, rank: null });

/** @param {Brief} brief @param {ClusterState} state */
function rules(brief, state) {
  /** @type {Broken[]} */
  const found = [];
  const names = state.groups.map(
    (group, at) => `cluster ${at + 1}${labelled(group.label) ? ` (${group.label})` : ""}`,
  );
  state.groups.forEach((group, at) => {
    const only = group.items[0] ?? null;
    if (group.items.length < 2) {
      found.push(
        broken(
          "two-sentences",
          `${names[at]} has ${only === null ? "no sentence" : `only the sentence ${only}`}`,
          only,
          group.id,
        ),
      );
    } else {
      const sources = new Set(group.items.map((item) => brief.documents.get(item)));
      if (sources.size === 1)
        found.push(
          broken(
            "two-documents",
            `${names[at]}: all sentences come from the document ${[...sources][0]}`,
            only,
            group.id,
          ),
        );
    }
    if (!labelled(group.label))
      found.push(broken("labelled", `${names[at]} has no label`, null, group.id));
  });
  /** @type {Map<number, number>} rank -> the first group that has it */
  const first = new Map();
  state.groups.forEach((group, at) => {
    if (group.rank === null)
      found.push(broken("ranked", `${names[at]} has no rank`, null, group.id));
    else if (first.has(group.rank))
      found.push(
        broken(
          "distinct-ranks",
          `${names[first.get(group.rank) ?? 0]} and ${names[at]} both have the rank ${group.rank}`,
          null,
          group.id,
        ),
      );
    else first.set(group.rank, at);
  });
  return found;
}

// The algebra of operations, the twin of sumscope.workbench.operations and sumscope.workbench.tasks.
//
// States are never changed, only replaced. Maps keep the order of insertion and take any id as key.

const LONGEST_TEXT = 4000;
const LONGEST_ID = 64;
const HIGHEST_RANK = 9999;

/** An operation does not fit the state; nothing was changed. */
export class Refused extends Error {}

/** What operations need to know about a task, from the answer of GET /api/tasks/ID. */
export function makeBrief(task) {
  return {
    task: task.task,
    items: task.items,
    documents: new Map(task.items.map((item) => [item.id, item.document ?? ""])),
    words: new Map(task.items.map((item) => [item.id, item.words ?? 0])),
    targets: task.targets ?? [],
    targetIds: new Set((task.targets ?? []).map((target) => target.id)),
    scales: new Map((task.scales ?? []).map((scale) => [scale.name, scale])),
    options: new Map(
      task.items.map((item) => [item.id, (item.options ?? []).map((option) => option.id)]),
    ),
    limit: task.limit?.words ?? null,
  };
}

/** A state with the states to go back and forward to, each list as nested pairs. */
export class Session {
  constructor(state, past = null, future = null) {
    this.state = state;
    this.past = past;
    this.future = future;
  }

  /** Carry out one operation of any kind; throws Refused and changes nothing if it does not fit. */
  apply(brief, op) {
    if (op === null || typeof op !== "object" || Array.isArray(op))
      throw new Refused("an operation is an object with `do`");
    const task = TASKS[brief.task];
    if (op.do === "undo") {
      keys(op, []);
      if (!this.past) throw new Refused("there is nothing to undo");
      return new Session(this.past.state, this.past.rest, { state: this.state, rest: this.future });
    }
    if (op.do === "redo") {
      keys(op, []);
      if (!this.future) throw new Refused("there is nothing to redo");
      return new Session(
        this.future.state,
        { state: this.state, rest: this.past },
        this.future.rest,
      );
    }
    let after;
    if (op.do === "note")
      after = {
        ...this.state,
        notes: noted(this.state.notes, task.notePlace(brief, this.state, op), op),
      };
    else if (task.actions.includes(op.do)) after = task.apply(brief, this.state, op);
    else throw new Refused(`unknown operation ${String(op.do)}`);
    return new Session(after, { state: this.state, rest: this.past }, null);
  }
}

/** The session after a log of operations. */
export function replay(brief, ops) {
  let session = new Session(emptyState(brief.task));
  for (const op of ops) session = session.apply(brief, op);
  return session;
}

export function emptyState(task) {
  return TASKS[task].empty();
}

/** The state as the server gives it. */
export function toJson(task, state) {
  return TASKS[task].toJson(state);
}

/** A state from what the server gives. */
export function fromJson(task, made) {
  return TASKS[task].fromJson(made);
}

/** Units of work finished, and all of them. */
export function progress(brief, state) {
  return { done: TASKS[brief.task].done(brief, state), units: TASKS[brief.task].units(brief) };
}

/** Values written so that equal states give equal texts, whatever the order of keys. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}

// Reading an operation.

function keys(op, required, optional = []) {
  for (const key of required)
    if (!Object.hasOwn(op, key)) throw new Refused(`${op.do}: the key '${key}' is missing`);
  for (const key of Object.keys(op)) {
    if (key !== "do" && !required.includes(key) && !optional.includes(key))
      throw new Refused(`${op.do}: unknown key '${key}'`);
  }
}

function word(op, key) {
  if (typeof op[key] !== "string" || !op[key])
    throw new Refused(`${op.do}: ${key} must be a string that is not empty`);
  return op[key];
}

function words(op, key) {
  const value = op[key];
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
    throw new Refused(`${op.do}: ${key} must be a list of ids`);
  if (new Set(value).size < value.length)
    throw new Refused(`${op.do}: ${key} names something twice`);
  return value;
}

/** Characters as Python counts them: a surrogate pair is one. */
function size(text) {
  let pairs = 0;
  for (let at = 0; at + 1 < text.length; at += 1) {
    if (
      (text.charCodeAt(at) & 0xfc00) === 0xd800 &&
      (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    ) {
      pairs += 1;
      at += 1;
    }
  }
  return text.length - pairs;
}

function text(op) {
  const value = op.text;
  if (value === null || value === "") return null;
  if (typeof value !== "string") throw new Refused(`${op.do}: text must be a string or null`);
  if (size(value) > LONGEST_TEXT)
    throw new Refused(`${op.do}: text has more than ${LONGEST_TEXT} characters`);
  return value;
}

function whole(op, key, low, high) {
  const value = op[key];
  if (value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high) {
    throw new Refused(`${op.do}: ${key} must be a whole number from ${low} to ${high}, or null`);
  }
  return value;
}

function knownItem(brief, item) {
  if (!brief.documents.has(item)) throw new Refused(`unknown item '${item}'`);
  return item;
}

function withoutNotes(notes, places) {
  if (!places.some((place) => notes.has(place))) return notes;
  return new Map([...notes].filter(([place]) => !places.includes(place)));
}

function noted(notes, place, op) {
  const said = text(op);
  const rest = new Map(withoutNotes(notes, [place]));
  if (said !== null) rest.set(place, said);
  return rest;
}

function itemPlace(brief, state, op) {
  keys(op, ["item", "text"]);
  return knownItem(brief, word(op, "item"));
}

const set = (map, key, value) => {
  const made = new Map(map);
  made.delete(key);
  if (value !== null) made.set(key, value);
  return made;
};

// Cluster.

function clusterAt(state, name) {
  const at = state.groups.findIndex((group) => group.id === name);
  if (at < 0) throw new Refused(`unknown cluster '${name}'`);
  return at;
}

function unusedId(brief, state, op, key) {
  const name = word(op, key);
  if (size(name) > LONGEST_ID)
    throw new Refused(`${op.do}: ${key} has more than ${LONGEST_ID} characters`);
  if (brief.documents.has(name)) throw new Refused(`${op.do}: '${name}' is the id of a sentence`);
  if (state.groups.some((group) => group.id === name))
    throw new Refused(`there is a cluster '${name}' already`);
  return name;
}

function withoutItems(state, items) {
  const gone = new Set(items);
  const keep = (list) =>
    list.some((item) => gone.has(item)) ? list.filter((item) => !gone.has(item)) : list;
  const groups = state.groups.map((group) => {
    const left = keep(group.items);
    return left === group.items ? group : { ...group, items: left };
  });
  return { ...state, groups, tray: keep(state.tray) };
}

function withGroup(state, at, change) {
  return {
    ...state,
    groups: state.groups.map((group, index) => (index === at ? { ...group, ...change } : group)),
  };
}

const newGroup = (id, items) => ({ id, items: [...items], label: null, rank: null });

const CLUSTER = {
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

function extremes(brief, state, op, item, options) {
  if (options.length === 2) throw new Refused("prefer: the key 'choice' is missing");
  if (!Object.hasOwn(op, "best") && !Object.hasOwn(op, "worst"))
    throw new Refused("prefer: name the best, the worst or both");
  const before = state.choices.get(item);
  const made = before && typeof before === "object" ? before : { best: null, worst: null };
  const option = (key) => {
    if (!Object.hasOwn(op, key)) return made[key];
    if (op[key] !== null && (typeof op[key] !== "string" || !options.includes(op[key]))) {
      throw new Refused(`prefer: ${key} must be one of ${options.join(", ")}, or null`);
    }
    return op[key];
  };
  const best = option("best");
  const worst = option("worst");
  if (best !== null && best === worst)
    throw new Refused("prefer: best and worst must be different summaries");
  return best === null && worst === null ? null : { best, worst };
}

function pairChoice(op, options) {
  if (options.length !== 2) throw new Refused("prefer: this comparison asks for best and worst");
  if (op.choice !== null && !["left", "right", "equal"].includes(op.choice))
    throw new Refused("prefer: choice must be left, right, equal or null");
  return op.choice;
}

const isWhole = (made) => typeof made === "string" || (made.best !== null && made.worst !== null);
const object = (map) => Object.fromEntries(map);
const map = (made) => new Map(Object.entries(made ?? {}));

const TASKS = {
  cluster: {
    actions: Object.keys(CLUSTER),
    empty: () => ({ groups: [], tray: [], notes: new Map() }),
    apply: (brief, state, op) => CLUSTER[op.do](brief, state, op),
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
      groups: made.clusters.map((c) => ({
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
  link: {
    actions: ["link", "unlink"],
    empty: () => ({ links: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item", "to"]);
      const item = knownItem(brief, word(op, "item"));
      const to = targetId(brief, op);
      const held = state.links.get(to) ?? [];
      if (held.includes(item) === (op.do === "link")) return state;
      const after = op.do === "link" ? [...held, item] : held.filter((one) => one !== item);
      return { ...state, links: set(state.links, to, after.length ? after : null) };
    },
    notePlace(brief, state, op) {
      if (!Object.hasOwn(op, "to")) return itemPlace(brief, state, op);
      keys(op, ["to", "text"]);
      return targetId(brief, op);
    },
    toJson: (state) => ({ links: object(state.links), notes: object(state.notes) }),
    fromJson: (made) => ({ links: map(made.links), notes: map(made.notes) }),
    done: (brief, state) => state.links.size,
    units: (brief) => brief.targets.length,
  },
  extract: {
    actions: ["pick", "drop"],
    empty: () => ({ picked: [], notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item"]);
      const item = knownItem(brief, word(op, "item"));
      if (state.picked.includes(item) === (op.do === "pick")) return state;
      return {
        ...state,
        picked:
          op.do === "pick" ? [...state.picked, item] : state.picked.filter((one) => one !== item),
      };
    },
    notePlace: itemPlace,
    toJson: (state) => ({ picked: [...state.picked], notes: object(state.notes) }),
    fromJson: (made) => ({ picked: [...made.picked], notes: map(made.notes) }),
    done: (brief, state) => Number(state.picked.length > 0),
    units: () => 1,
  },
  rate: {
    actions: ["rate"],
    empty: () => ({ ratings: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      keys(op, ["item", "scale", "value"]);
      const item = knownItem(brief, word(op, "item"));
      const name = word(op, "scale");
      const scale = brief.scales.get(name);
      if (!scale) throw new Refused(`unknown scale '${name}'`);
      const given = set(
        state.ratings.get(item) ?? new Map(),
        name,
        whole(op, "value", scale.low, scale.high),
      );
      return { ...state, ratings: set(state.ratings, item, given.size ? given : null) };
    },
    notePlace: itemPlace,
    toJson: (state) => ({
      ratings: Object.fromEntries([...state.ratings].map(([item, given]) => [item, object(given)])),
      notes: object(state.notes),
    }),
    fromJson: (made) => ({
      ratings: new Map(Object.entries(made.ratings).map(([item, given]) => [item, map(given)])),
      notes: map(made.notes),
    }),
    done: (brief, state) =>
      [...state.ratings.values()].filter((given) => given.size === brief.scales.size).length,
    units: (brief) => brief.items.length,
  },
  prefer: {
    actions: ["prefer"],
    empty: () => ({ choices: new Map(), notes: new Map() }),
    apply(brief, state, op) {
      const pair = Object.hasOwn(op, "choice");
      if (pair) keys(op, ["item", "choice"]);
      else keys(op, ["item"], ["best", "worst"]);
      const item = knownItem(brief, word(op, "item"));
      const options = brief.options.get(item);
      const choice = pair ? pairChoice(op, options) : extremes(brief, state, op, item, options);
      return { ...state, choices: set(state.choices, item, choice) };
    },
    notePlace: itemPlace,
    toJson: (state) => ({ choices: object(state.choices), notes: object(state.notes) }),
    fromJson: (made) => ({ choices: map(made.choices), notes: map(made.notes) }),
    done: (brief, state) => [...state.choices.values()].filter(isWhole).length,
    units: (brief) => brief.items.length,
  },
};

function targetId(brief, op) {
  const to = word(op, "to");
  if (!brief.targetIds.has(to)) throw new Refused(`unknown abstract sentence '${to}'`);
  return to;
}

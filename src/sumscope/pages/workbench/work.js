// @ts-check
// A judge's work on one task: the state in the page, operations kept in the browser, sent and acknowledged.
//
// Every action is applied at once, kept, and sent. Until the server has acknowledged it, it stays in the
// browser and is sent again after a lost connection, a reload, or in another tab if this one was closed.

import { ApiError, Unreachable, get, path, post } from "./api.js";
import { Session, canonical, fromJson, makeBrief, progress, replay, toJson } from "./ops.js";
import { check } from "./rules.js";
import { Refused } from "./twin.js";

const SLOWEST = 30000;
const MOST = 500;
const GROUPS = 5000;

/** Load a task: from the server, or from the browser where the server cannot be reached.
 * @param {{ id: string, storage: BrowserStorage, tabs: BrowserTabs, bundled?: TaskPage | null }} options */
export async function openWork({ id, storage, tabs, bundled = null }) {
  const kept = await storage.task(id);
  /** @type {any} */
  let task = null;
  /** @type {LogEntry[]} */
  let log = [];
  let offline = false;
  if (bundled)
    [task, log] = [
      { ...bundled, submitted: kept?.task.submitted ?? bundled.submitted },
      bundled.log ?? [],
    ];
  else {
    try {
      const [answer, history] = await Promise.all([
        get(path`/api/tasks/${id}`),
        get(path`/api/tasks/${id}/log`),
      ]);
      [task, log] = [answer, history.ops];
      if (history.version !== answer.version)
        task = { ...answer, ...(await get(path`/api/tasks/${id}?version=${history.version}`)) };
    } catch (error) {
      if (!(error instanceof Unreachable) || !kept) throw error;
      [task, log, offline] = [kept.task, kept.log ?? [], true];
    }
  }
  const work = new Work({
    task,
    log,
    storage,
    tabs,
    local: bundled !== null,
    groups: kept?.groups ?? [],
  });
  await work.recover(offline);
  return work;
}

export class Work extends EventTarget {
  /** @param {{ task: TaskPage, log: LogEntry[], storage: BrowserStorage, tabs: BrowserTabs, local: boolean, groups: number[] }} options */
  constructor({ task, log, storage, tabs, local, groups }) {
    super();
    this.task = task;
    this.brief = makeBrief(task);
    this.storage = storage;
    this.tabs = tabs;
    this.local = local;
    this.log = log;
    this.version = log.at(-1)?.version ?? task.version;
    this.base = this.replayed();
    this.session = this.base;
    this.submitted = task.submitted;
    this.client = tabs.client;
    /** @type {WaitingOp[]} */
    this.pending = [];
    this.status = "loading";
    /** @type {string | null} */
    this.words = null;
    this.sending = false;
    this.delay = 1000;
    this.groups = groups; // how many operations each gesture had, so that one undo takes back one gesture
    /** @type {number[]} */
    this.undone = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {number} of the last operation of this client */
    this.seq = 0;
    /** @type {Promise<unknown>} what the browser keeps */
    this.stored = Promise.resolve();
    /** @type {WorkConflict | null} */
    this.conflict = null;
    /** @type {[EventTarget, string, (event: Event) => void][]} */
    this.handlers = [];
    this.closed = false;
    this.listen();
  }

  get state() {
    return this.session.state;
  }

  replayed() {
    const known = this.task.version === this.version ? canonical(this.task.state) : null;
    try {
      const session = replay(
        this.brief,
        this.log.map((entry) => entry.op),
      );
      if (known === null || canonical(toJson(this.brief.task, session.state)) === known)
        return session;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return new Session(fromJson(this.brief.task, this.task.state));
  }

  progress() {
    return progress(this.brief, this.state);
  }
  rules() {
    return check(this.brief, this.state);
  }
  get canUndo() {
    return !this.frozen && this.session.past !== null;
  }
  get canRedo() {
    return !this.frozen && this.session.future !== null;
  }
  get frozen() {
    return this.submitted || this.status === "conflict";
  }

  /** Apply operations as one gesture. Throws Refused, and nothing is changed, if one does not fit.
   * @param {...Op} ops */
  apply(...ops) {
    if (this.frozen || !ops.length) return false;
    let session = this.session;
    for (const op of ops) session = session.apply(this.brief, op);
    this.session = session;
    this.groups.push(ops.length);
    if (this.groups.length > GROUPS) this.groups.splice(0, this.groups.length - GROUPS);
    this.undone = [];
    this.queue(ops);
    return true;
  }

  undo() {
    return this.step("undo", "canUndo", this.groups, this.undone);
  }
  redo() {
    return this.step("redo", "canRedo", this.undone, this.groups);
  }

  /** @param {"undo" | "redo"} action @param {"canUndo" | "canRedo"} can @param {number[]} from @param {number[]} to */
  step(action, can, from, to) {
    if (!this[can]) return false;
    const wanted = from.pop() ?? 1;
    const ops = [];
    while (ops.length < wanted && (action === "undo" ? this.session.past : this.session.future)) {
      const op = { do: action };
      this.session = this.session.apply(this.brief, op);
      ops.push(op);
    }
    to.push(ops.length);
    this.queue(ops);
    return true;
  }

  /** @param {Op[]} ops */
  queue(ops) {
    const entries = ops.map((op) => {
      this.seq += 1;
      return {
        task: this.task.id,
        client: this.client,
        seq: this.seq,
        op,
        at: Date.now(),
        base: this.version,
      };
    });
    this.pending.push(...entries);
    this.show(this.local ? "saving" : this.status === "offline" ? "offline" : "saving");
    this.changed();
    this.stored = Promise.all([this.stored, this.storage.add(entries)]).then(
      () => {
        if (this.local) this.show("local");
        else this.send();
      },
      () => {
        this.show("failed", "This browser cannot keep your work");
        if (!this.local) this.send();
      },
    );
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} status @param {string | null} [words] */
  show(status, words = null) {
    this.status = this.submitted && status === "saved" ? "submitted" : status;
    this.words = words;
    this.dispatchEvent(new Event("status"));
  }

  // Sending.

  listen() {
    const again = () => {
      if (!this.local && document.visibilityState !== "hidden") {
        this.delay = 1000;
        this.follow();
      }
    };
    this.handlers = [
      [window, "online", again],
      [document, "visibilitychange", again],
      [
        window,
        "beforeunload",
        (event) => {
          if (!this.local && this.pending.length && !this.storage.lasting) event.preventDefault();
        },
      ],
    ];
    for (const [target, type, handler] of this.handlers) target.addEventListener(type, handler);
    this.tabs.onChanged = (id, client) => {
      if (id === this.task.id && client !== this.client) this.follow();
    };
  }

  close() {
    clearTimeout(this.timer);
    for (const [target, type, handler] of this.handlers) target.removeEventListener(type, handler);
    this.closed = true;
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(SLOWEST, this.delay * 2);
  }

  async send() {
    if (
      this.sending ||
      this.local ||
      this.closed ||
      this.status === "conflict" ||
      !this.pending.length
    )
      return;
    this.sending = true;
    const entries = this.pending.slice(0, MOST);
    try {
      const ops = entries.map(({ seq, op, at }) => ({ seq, op, at }));
      const answer = await post(path`/api/tasks/${this.task.id}/ops`, {
        client: this.client,
        base: this.version,
        ops,
      });
      await this.acknowledged(entries, answer.version);
    } catch (error) {
      this.sending = false;
      await this.trouble(error, entries);
      return;
    }
    this.sending = false;
    if (this.pending.length) this.send();
  }

  /** @param {WaitingOp[]} entries @param {number} version */
  async acknowledged(entries, version) {
    // Operations that were taken in an earlier, unheard answer raise the version by nothing.
    entries.forEach(({ client, seq, op, at }, index) => {
      this.base = this.base.apply(this.brief, op);
      this.log.push({ version: this.version + index + 1, client, seq, op, at });
    });
    this.pending = this.pending.slice(entries.length);
    this.version = version;
    this.delay = 1000;
    await this.storage.remove(entries).catch(() => {});
    await this.keep();
    this.tabs.tell(this.task.id, this.client);
    this.show(this.pending.length ? "saving" : "saved");
  }

  keep() {
    const { id } = this.task;
    return this.storage
      .keepTask({
        id,
        task: {
          ...this.task,
          version: this.version,
          submitted: this.submitted,
          state: toJson(this.brief.task, this.base.state),
        },
        log: this.log,
        groups: this.groups,
      })
      .catch(() => {});
  }

  /** @param {any} error @param {WaitingOp[]} entries */
  async trouble(error, entries) {
    if (error instanceof Unreachable) {
      this.show("offline");
      this.later();
    } else if (error instanceof ApiError && error.status === 409)
      this.meet(error.body.since, error.body.version);
    else if (error instanceof ApiError && error.status === 422) await this.refuse(error, entries);
    else if (error instanceof ApiError && error.status === 401)
      this.show("failed", "Signed out: open your link again");
    else if (error instanceof ApiError && error.status === 403)
      this.dispatchEvent(new CustomEvent("closed-task", { detail: error.message }));
    else {
      this.show("failed", error.message);
      this.later();
    }
  }

  /** The server refuses an operation: leave it out, keep those that still fit, and say so.
   * @param {ApiError} error @param {WaitingOp[]} entries */
  async refuse(error, entries) {
    const bad = entries.find((entry) => entry.seq === error.body?.seq) ?? entries[0];
    const rest = this.pending.filter((entry) => entry !== bad).map((entry) => entry.op);
    await this.replacePending(rest);
    this.dispatchEvent(
      new CustomEvent("refused", { detail: { op: bad.op, reason: error.message } }),
    );
    this.send();
  }

  // What other tabs and machines do.

  /** Take in what was done elsewhere, if nothing of ours waits; send what waits otherwise. */
  async follow() {
    if (this.sending || this.local || this.closed || this.status === "conflict") return;
    if (this.pending.length) {
      this.send();
      return;
    }
    try {
      const { ops } = await get(`${path`/api/tasks/${this.task.id}/log`}?from=${this.version}`);
      if (this.pending.length || this.sending) return;
      if (ops.length) {
        this.advance(ops);
        this.session = this.base;
        [this.groups, this.undone] = [[], []];
        this.changed();
        this.dispatchEvent(new CustomEvent("followed", { detail: ops.length }));
        await this.keep();
      }
      this.show("saved");
    } catch (error) {
      if (error instanceof Unreachable) this.show("offline");
    }
  }

  /** @param {LogEntry[]} ops */
  advance(ops) {
    for (const entry of ops) {
      this.base = this.base.apply(this.brief, entry.op);
      this.log.push(entry);
      this.version = entry.version;
    }
  }

  /** Operations after our base: some may be ours, taken although the answer was lost; others are a conflict.
   * @param {LogEntry[]} since @param {number} version */
  meet(since, version) {
    const before = this.base;
    const mine = new Set(
      since.filter((entry) => entry.client === this.client).map((entry) => entry.seq),
    );
    const taken = this.pending.filter((entry) => mine.has(entry.seq));
    this.advance(since);
    this.version = version;
    this.pending = this.pending.filter((entry) => !mine.has(entry.seq));
    this.storage.remove(taken).catch(() => {});
    const others = since.filter((entry) => entry.client !== this.client);
    if (!others.length) {
      this.keep();
      if (this.pending.length) this.send();
      else this.show("saved");
      return;
    }
    if (!this.pending.length) {
      this.session = this.base;
      this.keep();
      this.changed();
      this.show("saved");
      return;
    }
    this.conflict = {
      before,
      theirs: this.base,
      mine: this.session,
      others: others.length,
      ops: this.pending.map((entry) => entry.op),
    };
    this.show("conflict");
    this.dispatchEvent(new Event("conflict"));
  }

  /** Ways out of a conflict, each with the session it would give; null where it is not possible. */
  choices() {
    const { before, theirs, ops } = /** @type {WorkConflict} */ (this.conflict);
    const both = onTop(this.brief, theirs, ops);
    const wanted = canonical(toJson(this.brief.task, before.state));
    let back = theirs;
    let steps = 0;
    while (
      back.past &&
      canonical(toJson(this.brief.task, back.state)) !== wanted &&
      steps < this.log.length
    ) {
      back = back.apply(this.brief, { do: "undo" });
      steps += 1;
    }
    const reached = canonical(toJson(this.brief.task, back.state)) === wanted;
    const undo = Array.from({ length: steps }, () => ({ do: "undo" }));
    const alone = reached ? onTop(this.brief, back, ops) : null;
    return {
      theirs: { ops: [], session: theirs, left: [] },
      both,
      mine: alone && { ...alone, ops: [...undo, ...alone.ops] },
    };
  }

  /** @param {{ ops: Op[] }} choice */
  async settle(choice) {
    this.conflict = null;
    this.status = "saving";
    await this.replacePending(choice.ops);
    if (this.pending.length) this.send();
    else this.show("saved");
  }

  /** @param {Op[]} ops */
  async replacePending(ops) {
    const old = this.pending;
    this.pending = [];
    this.session = this.base;
    await this.storage.remove(old).catch(() => {});
    const fitting = [];
    for (const op of ops) {
      try {
        this.session = this.session.apply(this.brief, op);
        fitting.push(op);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    [this.groups, this.undone] = [[], []];
    await this.keep();
    if (fitting.length) this.queue(fitting);
    else this.changed();
  }

  // Loading.

  /** Take up operations that wait from before a reload, or from a tab that was closed.
   * @param {boolean} offline */
  async recover(offline) {
    const waiting = await this.storage.pending(this.task.id);
    const clients = [...new Set(waiting.map((entry) => entry.client))];
    if (!clients.includes(this.client)) {
      for (const client of clients) {
        if (!(await this.tabs.alive(client))) {
          this.client = client;
          break;
        }
      }
    }
    const mine = waiting.filter((entry) => entry.client === this.client);
    const seen = this.log.filter((entry) => entry.client === this.client).map((entry) => entry.seq);
    const taken = new Set(seen);
    this.seq = Math.max(0, ...seen, ...mine.map((entry) => entry.seq));
    const old = mine.filter((entry) => taken.has(entry.seq));
    if (old.length) await this.storage.remove(old);
    this.pending = mine.filter((entry) => !taken.has(entry.seq));
    this.tabs.use(this.client);
    if (!this.pending.length) {
      if (!this.local && !offline) await this.keep();
      this.show(offline ? "offline" : this.local ? "local" : "saved");
      if (offline) this.later();
      return;
    }
    const base = this.pending[0].base;
    const since = this.log.filter((entry) => entry.version > base);
    if (since.some((entry) => entry.client !== this.client) && !this.local) {
      const full = this.log;
      this.log = full.filter((entry) => entry.version <= base);
      this.base = replay(
        this.brief,
        this.log.map((entry) => entry.op),
      );
      this.session = onTop(
        this.brief,
        this.base,
        this.pending.map((entry) => entry.op),
      ).session;
      this.meet(since, this.version);
      return;
    }
    const { session, left } = onTop(
      this.brief,
      this.base,
      this.pending.map((entry) => entry.op),
      false,
    );
    this.session = session;
    if (left.length) {
      await this.replacePending(this.pending.map((entry) => entry.op));
      return;
    }
    if (this.local) this.show("local");
    else {
      this.show(offline ? "offline" : "saving");
      if (offline) this.later();
      else this.send();
    }
  }

  async submit() {
    await this.stored;
    if (this.pending.length)
      throw new Unreachable(
        "Some changes are not saved yet. Try again when the connection is back.",
      );
    const answer = await post(path`/api/tasks/${this.task.id}/submit`, { base: this.version });
    this.submitted = true;
    this.version = answer.version;
    await this.keep();
    this.show("saved");
    this.changed();
  }

  /** On an offline page: mark the task as finished, or go on with it.
   * @param {boolean} finished */
  async finish(finished) {
    this.submitted = finished;
    this.task = { ...this.task, submitted: finished };
    await this.storage.keepTask({
      id: this.task.id,
      task: { submitted: finished },
      log: [],
      groups: [],
    });
    this.show("local");
    this.changed();
  }

  /** The operations of this browser, as a file that `gold import` takes. */
  answers() {
    const { id, version } = this.task;
    return {
      id,
      base: this.local ? version : this.version,
      client: this.client,
      ops: this.pending.map(({ seq, op, at }) => ({ seq, op, at })),
      submitted: this.submitted,
    };
  }
}

/** Operations put on top of a session; what does not fit is left out. Pairs of do and undo cancel.
 * @param {Brief} brief @param {Session} session @param {Op[]} ops @param {boolean} [cancel] */
function onTop(brief, session, ops, cancel = true) {
  const net = cancel ? cancelled(ops) : ops;
  /** @type {Op[]} */
  const fitting = [];
  /** @type {Op[]} */
  const left = [];
  let now = session;
  for (const op of net) {
    try {
      now = now.apply(brief, op);
      fitting.push(op);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push(op);
    }
  }
  return { session: now, ops: fitting, left };
}

/** The operations that are left when undo and redo among them are carried out; those that reach further back go.
 * @param {Op[]} ops */
function cancelled(ops) {
  /** @type {Op[]} */
  const done = [];
  /** @type {Op[]} */
  let undone = [];
  for (const op of ops) {
    if (op.do === "undo") {
      const last = done.pop();
      if (last) undone.push(last);
    } else if (op.do === "redo") {
      const last = undone.pop();
      if (last) done.push(last);
    } else {
      done.push(op);
      undone = [];
    }
  }
  return done;
}

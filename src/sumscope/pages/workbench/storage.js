// @ts-check
// What the page keeps in the browser: tasks as last seen, and operations that the server has not acknowledged.

/** @typedef {{ id: string, task?: any, log?: LogEntry[], groups?: number[], list?: TaskRow[] }} Kept */

const NAME = "sumscope";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function wait(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** Open the store. Where the browser refuses (a private window, say), memory stands in and `.lasting` is false. */
export async function openStorage(name = NAME) {
  try {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("tasks", { keyPath: "id" });
      opening.result
        .createObjectStore("pending", { keyPath: ["task", "client", "seq"] })
        .createIndex("task", "task");
    };
    return new Lasting(await wait(opening));
  } catch {
    return new Fleeting();
  }
}

class Lasting {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.lasting = true;
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async task(id) {
    return (await wait(this.database.transaction("tasks").objectStore("tasks").get(id))) ?? null;
  }

  /** @param {Kept} record */
  async keepTask(record) {
    const transaction = this.database.transaction("tasks", "readwrite");
    transaction.objectStore("tasks").put(record);
    await finished(transaction);
  }

  /** Forget the tasks as last seen; operations that wait stay. */
  async forget() {
    const transaction = this.database.transaction("tasks", "readwrite");
    transaction.objectStore("tasks").clear();
    await finished(transaction);
  }

  /** Operations of a task that wait, of every tab, oldest first.
   * @param {string} task @returns {Promise<WaitingOp[]>} */
  async pending(task) {
    const index = this.database.transaction("pending").objectStore("pending").index("task");
    return (await wait(index.getAll(task))).sort((a, b) => a.seq - b.seq);
  }

  /** @param {WaitingOp[]} entries */
  async add(entries) {
    const transaction = this.database.transaction("pending", "readwrite", { durability: "strict" });
    for (const entry of entries) transaction.objectStore("pending").put(entry);
    await finished(transaction);
  }

  /** @param {WaitingOp[]} entries */
  async remove(entries) {
    const transaction = this.database.transaction("pending", "readwrite");
    for (const { task, client, seq } of entries)
      transaction.objectStore("pending").delete([task, client, seq]);
    await finished(transaction);
  }
}

class Fleeting {
  constructor() {
    this.lasting = false;
    /** @type {Map<string, Kept>} */
    this.tasks = new Map();
    /** @type {Map<string, WaitingOp>} */
    this.waiting = new Map();
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async task(id) {
    return this.tasks.get(id) ?? null;
  }
  async forget() {
    this.tasks.clear();
  }
  /** @param {Kept} record */
  async keepTask(record) {
    this.tasks.set(record.id, record);
  }
  /** @param {string} task @returns {Promise<WaitingOp[]>} */
  async pending(task) {
    return [...this.waiting.values()].filter((e) => e.task === task).sort((a, b) => a.seq - b.seq);
  }
  /** @param {WaitingOp[]} entries */
  async add(entries) {
    for (const e of entries) this.waiting.set(`${e.task} ${e.client} ${e.seq}`, e);
  }
  /** @param {WaitingOp[]} entries */
  async remove(entries) {
    for (const e of entries) this.waiting.delete(`${e.task} ${e.client} ${e.seq}`);
  }
}

/** A random id, also where the page is not served over a secure connection. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// @ts-check
// The tabs of one browser that have the same task open.

import { randomId } from "./storage.js";

/** The tabs of this browser: who is alive, and who has changed something. */
export class Tabs {
  constructor(name = "sumscope-tabs") {
    /** @type {((task: string, client: string) => void) | null} */
    this.onChanged = null;
    /** @type {Set<string>} */
    this.held = new Set();
    /** @type {BroadcastChannel | null} */
    this.channel = null;
    try {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => {
        if (data.ask && this.held.has(data.ask)) channel.postMessage({ alive: data.ask });
        else if (data.changed) this.onChanged?.(data.changed, data.client);
      };
      this.channel = channel;
    } catch {
      /* no channel: this tab knows of no other */
    }
    this.client = "";
  }

  /** The id of this tab: kept over a reload, new where another tab (a duplicate) has it already. */
  async start() {
    const kept = sessionGet("sumscope-client");
    this.client = kept && !(await this.alive(kept)) ? kept : randomId();
    sessionSet("sumscope-client", this.client);
    this.use(this.client);
    return this;
  }

  /** @param {string} client */
  use(client) {
    this.held.add(client);
  }
  /** @param {string} task @param {string} client */
  tell(task, client) {
    this.channel?.postMessage({ changed: task, client });
  }

  /** @param {string} client @returns {Promise<boolean>} */
  alive(client) {
    const { channel } = this;
    if (!channel) return Promise.resolve(false);
    return new Promise((resolve) => {
      /** @param {MessageEvent} event */
      const answer = ({ data }) => {
        if (data.alive === client) finish(true);
      };
      /** @param {boolean} value */
      const finish = (value) => {
        channel.removeEventListener("message", answer);
        clearTimeout(late);
        resolve(value);
      };
      const late = setTimeout(() => finish(false), 120);
      channel.addEventListener("message", answer);
      channel.postMessage({ ask: client });
    });
  }
}

/** @param {string} key */
function sessionGet(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function sessionSet(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    /* private window: a reload is a new tab */
  }
}

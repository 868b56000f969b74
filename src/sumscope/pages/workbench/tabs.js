// The tabs of one browser that have the same task open.

import { randomId } from "./storage.js";

/** The tabs of this browser: who is alive, and who has changed something. */
export class Tabs {
  constructor(name = "sumscope-tabs") {
    this.onChanged = null;
    this.held = new Set();
    try {
      this.channel = new BroadcastChannel(name);
      this.channel.onmessage = ({ data }) => {
        if (data.ask && this.held.has(data.ask)) this.channel.postMessage({ alive: data.ask });
        else if (data.changed) this.onChanged?.(data.changed, data.client);
      };
    } catch {
      this.channel = null;
    }
    this.client = null;
  }

  /** The id of this tab: kept over a reload, new where another tab (a duplicate) has it already. */
  async start() {
    const kept = sessionGet("sumscope-client");
    this.client = kept && !(await this.alive(kept)) ? kept : randomId();
    sessionSet("sumscope-client", this.client);
    this.use(this.client);
    return this;
  }

  use(client) {
    this.held.add(client);
  }
  tell(task, client) {
    this.channel?.postMessage({ changed: task, client });
  }

  alive(client) {
    if (!this.channel) return Promise.resolve(false);
    return new Promise((resolve) => {
      const answer = ({ data }) => {
        if (data.alive === client) finish(true);
      };
      const finish = (value) => {
        this.channel.removeEventListener("message", answer);
        clearTimeout(late);
        resolve(value);
      };
      const late = setTimeout(() => finish(false), 120);
      this.channel.addEventListener("message", answer);
      this.channel.postMessage({ ask: client });
    });
  }
}

function sessionGet(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function sessionSet(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    /* private window: a reload is a new tab */
  }
}

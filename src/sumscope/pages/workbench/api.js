// @ts-check
// Requests to the server. An answer that is an error throws ApiError; no answer throws Unreachable.

export class ApiError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.error ?? `The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

export class Unreachable extends Error {}

/** @param {string} path @param {RequestInit & { timeout?: number }} options @returns {Promise<any>} */
async function ask(path, options = {}) {
  let answer;
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), options.timeout ?? 20000);
  try {
    answer = await fetch(path, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      ...options,
      signal: stop.signal,
    });
  } catch {
    throw new Unreachable("The server cannot be reached.");
  } finally {
    clearTimeout(late);
  }
  let body = null;
  try {
    body = await answer.json();
  } catch {
    if (answer.ok) throw new Unreachable("The server's answer was cut off.");
  }
  if (!answer.ok) {
    if (answer.status >= 500) throw new Unreachable(body?.error ?? "The server has a problem.");
    throw new ApiError(answer.status, body);
  }
  return body;
}

/** @param {string} path @param {{ timeout?: number }} [options] */
export function get(path, options) {
  return ask(path, options);
}

/** @param {string} path @param {object} [body] @param {{ timeout?: number }} [options] */
export function post(path, body = {}, options = {}) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Sumscope": "1" },
    body: JSON.stringify(body),
    ...options,
  });
}

/** An address with its parts made safe: path`/api/tasks/${id}`.
 * @param {TemplateStringsArray} strings @param {...string} values */
export function path(strings, ...values) {
  return strings.reduce((made, piece, at) => made + encodeURIComponent(values[at - 1]) + piece);
}

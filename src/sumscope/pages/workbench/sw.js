// @ts-check
// Keeps the pages of a judge, so that a reload without a connection shows them. Data is never kept here.

const NAME = "sumscope-pages-2";
const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

/** @param {URL} address */
const kept = (address) =>
  address.pathname.startsWith("/pages/") ||
  address.pathname === "/work" ||
  /^\/work\/[^/]+$/.test(address.pathname);
/** @param {URL} address */
const shell = (address) =>
  address.pathname.startsWith("/work") ? new Request(new URL("/work", address)) : null;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("sumscope-") && name !== NAME) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== worker.location.origin || !kept(address))
    return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(NAME);
      try {
        const answer = await fetch(event.request);
        if (answer.ok && answer.type === "basic" && !answer.redirected)
          await cache.put(shell(address) ?? event.request, answer.clone());
        return answer;
      } catch (error) {
        const before = await cache.match(shell(address) ?? event.request);
        if (before) return before;
        throw error;
      }
    })(),
  );
});

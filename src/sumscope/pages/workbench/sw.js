// Keeps the pages of a judge, so that a reload without a connection shows them. Data is never kept here.

const NAME = "sumscope-pages-2";
const kept = (address) =>
  address.pathname.startsWith("/pages/") ||
  address.pathname === "/work" ||
  /^\/work\/[^/]+$/.test(address.pathname);
const shell = (address) =>
  address.pathname.startsWith("/work") ? new Request(new URL("/work", address)) : null;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("sumscope-") && name !== NAME) await caches.delete(name);
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== self.location.origin || !kept(address))
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

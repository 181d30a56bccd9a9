// Keeps what a page asks it to keep, so that a reader's chapter opens without a network. The network comes first
// whenever there is one: nothing that is kept hides what was published since.
const KEPT = "labbook-kept-v1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.urls).then((failed) => event.ports[0]?.postMessage({ failed })));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

/** The addresses that could not be fetched. */
async function keep(urls) {
  const cache = await caches.open(KEPT);
  const outcomes = await Promise.allSettled(urls.map((url) => cache.add(url)));
  return urls.filter((_, index) => outcomes[index].status === "rejected");
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok && (await cache.match(request))) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

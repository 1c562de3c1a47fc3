/** Keeps the page and its files for when there is no network. Asks of the API go past it: nobody's data is kept here. */
export {};

interface Fetched extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
const scope = globalThis as unknown as {
  FILES: string[];
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: string, listener: (event: Fetched & Lasting) => void): void;
};

const PAGE = scope.registration.scope;
const CACHE = `entrance ${scope.FILES.join()}`;

scope.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (scope.FILES.includes(address.pathname)) event.respondWith(file(event.request));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...scope.FILES]);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("entrance ") && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** As it is now where there is a network, else as it was last. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(5000) });
    if (answer.ok && !answer.redirected) await cache.put(PAGE, answer.clone());
    return answer;
  } catch {
    return (await cache.match(PAGE)) ?? Response.error();
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

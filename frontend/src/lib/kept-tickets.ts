/**
 * Copies of orders' tickets that guests keep on this device, each under the address of its order, until it ends. Pages
 * write and delete them; the service worker (frontend/plain/kept-tickets.ts) answers with them without a network.
 */
const CACHE = "tickets";

/** What a copy may load: nothing but what is written in it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

export const endOf = (copy: Response): Date => new Date(copy.headers.get("Expires") ?? "");

/** Undefined if there is none, or its time is over. */
export async function keptCopy(address: string): Promise<Response | undefined> {
  const copy = await caches.match(address, { cacheName: CACHE });
  return copy && endOf(copy).getTime() > Date.now() ? copy : undefined;
}

export async function writeCopy(address: string, html: string, end: Date): Promise<void> {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    Expires: end.toUTCString(),
  };
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(html, { headers }));
}

/** The last copy takes the cache with it, so that `caches.has` tells whether there is any. */
export async function deleteCopy(address: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.delete(address);
  if ((await cache.keys()).length === 0) await caches.delete(CACHE);
}

/** The copy of an order and its worker. */
export async function forgetTickets(address: string): Promise<void> {
  await deleteCopy(address);
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.filter(({ scope }) => scope === address).map((one) => one.unregister()));
}

/** All copies whose time is over. */
export async function forgetOldTickets(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    if (!(await keptCopy(url))) await forgetTickets(url);
  }
}

/** The service worker of one order whose tickets a guest keeps on the device. It ends itself once their copy is over. */
import { deleteCopy, keptCopy } from "@/lib/kept-tickets";
import { opensOrder, orderPage } from "./order-page.ts";

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
const worker = globalThis as unknown as {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, listener: (event: Fetched) => void): void;
};

/** Its scope is the order's address, up to the secret. */
const address = worker.registration.scope;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("fetch", (event) => {
  if (!opensOrder(event.request, address)) return;
  event.respondWith(orderPage(address, () => fetch(event.request)));
  event.waitUntil(endIfOver());
});

async function endIfOver(): Promise<void> {
  if (await keptCopy(address)) return;
  await deleteCopy(address);
  await worker.registration.unregister();
}

import { endOf, keptCopy, writeCopy } from "@/lib/kept-tickets";
import type { Code } from "./use-aftersale";

const DAY_MS = 86_400_000;
/** How long a ticket without a date is kept after the last visit. */
const DATELESS_DAYS = 365;

/** What the copy says around the tickets. */
export interface CopyWords {
  shop: string;
  title: string;
  reference: string;
  text: string;
  again: string;
}

/** The address of an order without its number: what the worker answers for, and what a copy is found by. */
export const orderAddress = (basePath: string, order: string): string =>
  new URL(`${basePath}/checkout/done/${encodeURIComponent(order)}`, location.href).href;

/** Until when the tickets are of use: a day after the last event. Null where no ticket is valid, or all of that is past. */
export function endOfUse(codes: readonly Code[], now: number): Date | null {
  const ends = codes
    .filter(({ code }) => code)
    .map(({ endsAt }) => (endsAt === null ? now + DATELESS_DAYS * DAY_MS : Date.parse(endsAt) + DAY_MS));
  const last = Math.max(...ends);
  return last > now ? new Date(last) : null;
}

/** Until when this order's tickets are kept on this device; null if they are not. */
export async function keptUntil(address: string): Promise<Date | null> {
  const copy = await keptCopy(address);
  return copy ? endOf(copy) : null;
}

/** Writes the copy and starts the worker that answers with it. Throws if the browser does not let it. */
export async function keepTickets(
  address: string,
  basePath: string,
  list: HTMLElement,
  words: CopyWords,
  end: Date,
): Promise<void> {
  await writeCopy(address, await copyOf(list, words), end);
  const registration = await navigator.serviceWorker.register(`${basePath}/checkout/kept-tickets.js`, {
    scope: new URL(address).pathname,
    updateViaCache: "none",
  });
  await isActive(registration);
}

function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((done, fail) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") fail(new Error("The service worker was not installed."));
    });
  });
}

/** A page of the tickets as they stand here, in the shop's look: one file without scripts. */
export async function copyOf(list: HTMLElement, words: CopyWords): Promise<string> {
  const copy = document.implementation.createHTMLDocument(`${words.title} – ${words.shop}`);
  const add = (parent: Element, name: string, className: string, text = ""): HTMLElement => {
    const element = copy.createElement(name);
    element.className = className;
    element.textContent = text;
    parent.append(element);
    return element;
  };
  copy.documentElement.lang = document.documentElement.lang;
  const viewport = add(copy.head, "meta", "");
  viewport.setAttribute("name", "viewport");
  viewport.setAttribute("content", "width=device-width, initial-scale=1");
  add(copy.head, "style", "", await styles());
  const page = add(add(copy.body, "main", "shell py-6"), "div", "mx-auto max-w-[30rem]");
  add(page, "p", "text-ink-soft", words.shop);
  add(page, "h1", "display pt-2 pb-3 text-4xl", words.title);
  page.append(ticketsOf(list, copy));
  add(page, "p", "mt-4", words.text);
  const foot = add(page, "p", "mt-4 flex flex-wrap items-center gap-x-4");
  add(foot, "span", "text-ink-soft", words.reference);
  const again = add(foot, "a", "inline-flex min-h-11 items-center underline hover:no-underline", words.again);
  again.setAttribute("href", location.pathname);
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}

/** The row of tickets to swipe through; each of several has its place above it, as nothing counts along without scripts. */
function ticketsOf(list: HTMLElement, copy: Document): Node {
  const row = copy.importNode(list, true);
  const tickets = [...row.children];
  if (tickets.length === 1) return row;
  for (const ticket of tickets) {
    const place = copy.createElement("p");
    place.className = "figures pb-2";
    place.textContent = ticket.getAttribute("aria-label");
    ticket.removeAttribute("aria-label");
    ticket.className = "grid grid-cols-1 grid-rows-[auto_1fr]";
    ticket.prepend(place);
  }
  return row;
}

/** Of a face's letters that are files of their own: without a network they cannot be had. */
const FACE_IN_FILE = /@font-face\s*{[^}]*url\((?!["']?data:)[^}]*}/g;

/** The shop's style sheet: its theme and the common letters of its two faces are written out in it. */
async function styles(): Promise<string> {
  const sheet = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (!sheet) return "";
  const answer = await fetch(sheet.href);
  if (!answer.ok) throw new Error(`${sheet.href}: ${String(answer.status)}`);
  return (await answer.text()).replaceAll(FACE_IN_FILE, "");
}

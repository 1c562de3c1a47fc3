// The page is painted already: its scripts come when what is seen first stands, so that no picture waits for them.
import { keepEarlyPresses } from "@/app/early-presses";
import { announcePage } from "@/app/prerender";

const PATIENCE_MS = 3000;
const WISHES = ["pointerdown", "keydown", "wheel", "touchstart", "focusin"] as const;

/** Resolves when the first picture is painted, somebody wants something, or it takes too long. */
function firstSeen(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (document.readyState === "complete") void painted().then(done);
    else window.addEventListener("load", () => void painted().then(done), { once: true });
    for (const wish of WISHES) window.addEventListener(wish, done, { once: true, passive: true, capture: true });
    setTimeout(done, PATIENCE_MS);
  });
}

/** The pictures that are to be seen without scrolling, loaded or not. */
function inSight(): Promise<HTMLImageElement[]> {
  const all = [...document.images];
  if (all.length === 0) return Promise.resolve([]);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.filter((one) => one.isIntersecting).map((one) => one.target as HTMLImageElement));
    });
    for (const image of all) observer.observe(image);
  });
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when what is loaded has reached the screen: a slow phone takes longer to draw a page than to load it. */
async function painted(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) {
      resolve();
      return;
    }
    const observer = new PerformanceObserver((entries) => {
      if (!entries.getEntriesByName("first-contentful-paint").length) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "paint", buffered: true });
  });
  await Promise.allSettled((await inSight()).map((image) => image.decode()));
  await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
}

async function start({ entry = "", modules = "" }: DOMStringMap): Promise<void> {
  await firstSeen();
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon][data-href]");
  if (icon?.dataset.href) icon.href = icon.dataset.href;
  for (const href of modules.split(" ").filter(Boolean)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  await import(/* @vite-ignore */ entry);
}

announcePage();
const root = document.getElementById("app");
if (root) keepEarlyPresses(root);
const here = document.querySelector<HTMLScriptElement>("script[data-entry]");
if (here) void start(here.dataset);

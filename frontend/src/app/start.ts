// The page is painted already: its scripts come when what is seen first stands, so that no picture waits for them.
import { keepEarlyPresses } from "@/app/early-presses";
import { announcePage } from "@/app/prerender";

const PATIENCE_MS = 3000;
const WISHES = ["pointerdown", "keydown", "wheel", "touchstart", "focusin"] as const;

/** Resolves when the first picture is painted, somebody wants something, or it takes too long. */
function firstSeen(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    const painted = () => requestAnimationFrame(() => setTimeout(done));
    if (document.readyState === "complete") painted();
    else window.addEventListener("load", painted, { once: true });
    for (const wish of WISHES) window.addEventListener(wish, done, { once: true, passive: true, capture: true });
    setTimeout(done, PATIENCE_MS);
  });
}

async function start({ entry = "", modules = "" }: DOMStringMap): Promise<void> {
  await firstSeen();
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

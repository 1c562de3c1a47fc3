declare global {
  interface Window {
    /** read by prerenderers: the page may be taken as it is */
    prerenderReady?: boolean;
  }
}

const PATIENCE_MS = 8000;
const LOOK_MS = 100;

/** Prerenderers wait, as the page's head says (shop/theme/assets.py), until it stands, and never longer than eight seconds. */
export function announcePage(): void {
  const began = performance.now();
  const look = window.setInterval(() => {
    const stands =
      document.querySelector("#app[data-started] main h1") && !document.querySelector("main [aria-busy=true]");
    if (!stands && performance.now() - began < PATIENCE_MS) return;
    window.clearInterval(look);
    window.prerenderReady = true;
  }, LOOK_MS);
}

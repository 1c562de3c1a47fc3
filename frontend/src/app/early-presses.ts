// What only scripts can do may be pressed before they are here. The press is kept, and done once they are.

/** What is pressed; links lead away by themselves. */
const PRESSED = "button, summary, input[type=radio], input[type=checkbox]";
/** What a second press takes back. */
const SWITCHES = "summary, input[type=checkbox]";

/** Everything that is pressed and looks like this: React draws some painted links as buttons, so places alone may differ. */
function alike(root: Element, painted: HTMLElement): HTMLElement[] {
  const named = (one: HTMLElement) => `${one.tagName} ${one instanceof HTMLInputElement ? one.type : ""} ${one.getAttribute("aria-label") ?? ""} ${one.textContent}`;
  return [...root.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => named(one) === named(painted));
}

/** Keeps presses on the painted page and repeats them in order on what React draws in its place. */
export function keepEarlyPresses(root: Element): void {
  const painted = root.firstElementChild;
  if (!painted) return;
  const kept = new Map<HTMLElement, number>();
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
    if (!target) return;
    if (target.tagName === "BUTTON") {
      event.preventDefault();
      target.setAttribute("aria-busy", "true");
    }
    if (kept.has(target) && target.matches(SWITCHES)) kept.delete(target);
    else kept.set(target, alike(root, target).indexOf(target));
  };
  root.addEventListener("click", keep, true);
  new MutationObserver((_changes, observer) => {
    if (painted.isConnected) return;
    observer.disconnect();
    root.removeEventListener("click", keep, true);
    setTimeout(() => kept.forEach((place, target) => alike(root, target)[place]?.click()));
  }).observe(root, { childList: true });
}

/** Resolves when the page has loaded and the browser has nothing better to do: the time for what nobody waits for. */
export function afterPaint(): Promise<void> {
  const idle = new Promise<void>((resolve) => {
    const soon = () => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 300);
    };
    if (document.readyState === "complete") soon();
    else window.addEventListener("load", soon, { once: true });
  });
  return idle;
}

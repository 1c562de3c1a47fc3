import { useLayoutEffect } from "react";

/** Pages may still be drawing when their address has changed. */
const LOOK_AGAIN_MS = [100, 500, 1500];

/** Tells overlays at the lower edge, as `--bottom-bar`, how tall the page's own bar is there: the one that buys. */
export function useBottomBar(page: string): void {
  useLayoutEffect(() => {
    const measure = () => {
      const bars = [...document.querySelectorAll<HTMLElement>("main .sticky.bottom-0")];
      const bar = bars.find((one) => one.offsetHeight > 0 && one.offsetWidth > window.innerWidth * 0.8);
      document.documentElement.style.setProperty("--bottom-bar", `${bar?.offsetHeight ?? 0}px`);
    };
    measure();
    const timers = LOOK_AGAIN_MS.map((ms) => setTimeout(measure, ms));
    window.addEventListener("resize", measure);
    return () => {
      timers.forEach(clearTimeout);
      window.removeEventListener("resize", measure);
    };
  }, [page]);
}

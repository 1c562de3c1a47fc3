import { useEffect, useState, type RefObject } from "react";

/** What opens over a page or speaks up by itself. */
const ALOUD = "dialog, [role=status], [role=alert], [aria-live]";

/** What an element that fills the window hides, and no finger or key must reach. */
function allBehind(element: HTMLElement, within: HTMLElement = document.body): HTMLElement[] {
  return [...within.children].flatMap((other) => {
    if (!(other instanceof HTMLElement) || other === element || other.inert || other.matches(ALOUD)) return [];
    return other.contains(element) || other.querySelector(ALOUD) ? allBehind(element, other) : [other];
  });
}

/** The whole screen for an element; over the whole page where a browser has no such API (iPhones). */
export function useFullscreen(element: RefObject<HTMLElement | null>): {
  full: boolean;
  spread: boolean;
  toggle: () => void;
  leave: () => void;
} {
  const [native, setNative] = useState(false);
  const [spread, setSpread] = useState(false);

  useEffect(() => {
    const changed = () =>
      setNative(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [element]);

  useEffect(() => {
    if (!spread) return;
    const root = document.documentElement;
    const before = root.style.overflow;
    root.style.overflow = "hidden";
    const behind = element.current ? allBehind(element.current) : [];
    for (const one of behind) one.inert = true;
    return () => {
      root.style.overflow = before;
      for (const one of behind) one.inert = false;
    };
  }, [element, spread]);

  const leave = () => {
    setSpread(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  };
  const enter = () => {
    const target = element.current;
    if (!target) return;
    // Safari leaves the method out on phones, whatever the types say.
    const request = (target as Partial<HTMLElement>).requestFullscreen?.bind(target);
    if (request && document.fullscreenEnabled) request().catch(() => setSpread(true));
    else setSpread(true);
  };
  const full = native || spread;
  return { full, spread, toggle: full ? leave : enter, leave };
}

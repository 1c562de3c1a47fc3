import { useEffect, useState, type RefObject } from "react";

/** The whole screen for an element; over the whole page where a browser has no such API (iPhones). */
export function useFullscreen(element: RefObject<HTMLElement | null>): { full: boolean; spread: boolean; toggle: () => void; leave: () => void } {
  const [native, setNative] = useState(false);
  const [spread, setSpread] = useState(false);

  useEffect(() => {
    const changed = () => setNative(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [element]);

  useEffect(() => {
    if (!spread) return;
    const root = document.documentElement;
    const before = root.style.overflow;
    root.style.overflow = "hidden";
    return () => void (root.style.overflow = before);
  }, [spread]);

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

import { useSyncExternalStore } from "react";

/** Who wants no movement. */
export const CALM = "(prefers-reduced-motion: reduce)";

/** How to scroll somewhere: gliding, unless movement is unwelcome. */
export const scrollBehavior = (): ScrollBehavior => (window.matchMedia(CALM).matches ? "instant" : "smooth");

/** Whether a media query holds, now and after it changes; on the server none does. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

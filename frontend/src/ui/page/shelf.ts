import { useLayoutEffect, useSyncExternalStore, type RefObject } from "react";
import { watchSize } from "@/ui/hooks/watch-size";

/** What may lie at the lower edge of the window, the most urgent first: one lies there, the others wait. */
const ORDER = ["reservation", "trouble", "work", "consent", "newsletter", "to-top"] as const;
export type Notice = (typeof ORDER)[number];

const waiting: Notice[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const first = () => ORDER.find((one) => waiting.includes(one));

/** Whether it is this notice's turn, as long as it has something to show. */
export function useTurn(notice: Notice, wanted = true): boolean {
  useLayoutEffect(() => {
    if (!wanted) return undefined;
    waiting.push(notice);
    tell();
    return () => {
      waiting.splice(waiting.indexOf(notice), 1);
      tell();
    };
  }, [notice, wanted]);
  const turn = useSyncExternalStore(subscribe, first, () => undefined);
  return wanted && turn === notice;
}

/** Tells the page how much of it the notice hides, as `--shelf`: its end and what has the focus stay clear of that. */
export function useRoomBelow(notice: RefObject<HTMLElement | null>, lies: boolean): void {
  useLayoutEffect(() => {
    const box = notice.current;
    if (!box || !lies) return undefined;
    const page = document.documentElement.style;
    const stop = watchSize(box, () => {
      const own = box.offsetHeight + (parseFloat(getComputedStyle(box).marginBottom) || 0);
      // The bar below it may come, grow and go while the notice lies there.
      page.setProperty("--shelf", `calc(${own}px + var(--bottom-bar, 0px))`);
    });
    return () => {
      stop();
      page.removeProperty("--shelf");
    };
  }, [lies, notice]);
}

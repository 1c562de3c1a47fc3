import { useEffect, type RefObject } from "react";
import { watchSize } from "@/ui/hooks/watch-size";

/**
 * Keeps what has the focus, and the page's end, clear of something that lies at the lower edge of the window: the
 * withdrawal function's door below the footer is taller by `--bottom-space`.
 */
export function useBottomSpace(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const page = document.documentElement.style;
    const stop = watchSize(box, () => {
      const space = `${Math.max(0, window.innerHeight - box.getBoundingClientRect().top)}px`;
      page.scrollPaddingBottom = space;
      page.setProperty("--bottom-space", space);
    });
    return () => {
      stop();
      page.scrollPaddingBottom = "";
      page.removeProperty("--bottom-space");
    };
  }, [element]);
}

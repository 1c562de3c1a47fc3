import { useEffect, type RefObject } from "react";
import { watchSize } from "@/ui/watch-size";

/** Keeps what has the focus, and the page's end, clear of something that lies at the lower edge of the window. */
export function useBottomSpace(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const page = document.documentElement.style;
    const stop = watchSize(box, () => {
      const space = `${Math.max(0, window.innerHeight - box.getBoundingClientRect().top)}px`;
      page.scrollPaddingBottom = space;
      document.body.style.paddingBottom = space;
    });
    return () => {
      stop();
      page.scrollPaddingBottom = "";
      document.body.style.paddingBottom = "";
    };
  }, [element]);
}

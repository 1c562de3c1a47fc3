import { useEffect, type RefObject } from "react";

/** Keeps what has the focus, and the page's end, clear of something that lies at the lower edge of the window. */
export function useBottomSpace(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const page = document.documentElement.style;
    const measure = () => {
      const space = `${Math.max(0, window.innerHeight - box.getBoundingClientRect().top)}px`;
      page.scrollPaddingBottom = space;
      document.body.style.paddingBottom = space;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      page.scrollPaddingBottom = "";
      document.body.style.paddingBottom = "";
    };
  }, [element]);
}

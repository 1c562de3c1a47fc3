import { useLayoutEffect, useRef, type ReactNode } from "react";
import { watchSize } from "@/ui/hooks/watch-size";

interface Props {
  className: string;
  /** for now it stands where it belongs in the page */
  quiet?: boolean;
  children: ReactNode;
}

/** The page's bar at the lower edge of the window: it tells what lies there, as `--bottom-bar`, how tall it is. */
export function BottomBar({ className, quiet = false, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = bar.current;
    if (!box) return;
    const page = document.documentElement.style;
    const stop = watchSize(box, () => {
      // Where there is room, a bar may stand in the page like everything else.
      const lies = getComputedStyle(box).position === "sticky";
      page.setProperty("--bottom-bar", `${lies ? box.offsetHeight : 0}px`);
    });
    return () => {
      stop();
      page.removeProperty("--bottom-bar");
    };
  }, [quiet]);
  return (
    <div ref={bar} className={`${quiet ? "" : "sticky bottom-0 z-10 bg-paper"} ${className}`}>
      {children}
    </div>
  );
}

import { useEffect, useRef, type RefObject } from "react";
import { HIDE_DELAY_MS } from "./limits";

/** Handlers for a box that goes 500 ms after both focus and pointer have left it (catalogue §9). */
export function useLeaving(box: RefObject<HTMLElement | null>, onLeft: () => void) {
  const pointed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const stay = () => clearTimeout(timer.current);
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Another window may have the focus: then the box still has it in this one.
      if (!pointed.current && !box.current?.contains(document.activeElement)) onLeft();
    }, HIDE_DELAY_MS);
  };
  return {
    onFocus: stay,
    onBlur: leave,
    onPointerEnter: () => {
      pointed.current = true;
      stay();
    },
    onPointerLeave: () => {
      pointed.current = false;
      leave();
    },
  };
}

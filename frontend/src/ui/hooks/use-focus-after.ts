import { useEffect, useRef } from "react";

/** Fields come and go: whoever works without a mouse is led to what comes next. */
export function useFocusAfter(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current) document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  });
  return (id) => {
    wanted.current = id;
  };
}

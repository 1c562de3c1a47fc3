import { useState } from "react";

const TOLD_MS = 2500;

/** Copies a text; without the right to, it is marked where it stands, so that the visitor can. `done`: just copied. */
export function useCopy(): { done: boolean; copy: (text: string, shown: HTMLElement | null) => Promise<void> } {
  const [done, setDone] = useState(false);
  const copy = async (text: string, shown: HTMLElement | null) => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), TOLD_MS);
    } catch {
      if (shown) window.getSelection()?.selectAllChildren(shown);
    }
  };
  return { done, copy };
}

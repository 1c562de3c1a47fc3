import type { Step } from "@/features/seat-map/plan/neighbours";

export type KeyAction =
  | { readonly step: Step }
  | { readonly act: "pick" | "zoomIn" | "zoomOut" | "reset" | "find" | "leave" };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: { step: "left" },
  ArrowRight: { step: "right" },
  ArrowUp: { step: "up" },
  ArrowDown: { step: "down" },
  Home: { step: "rowStart" },
  End: { step: "rowEnd" },
  PageUp: { step: "previousSection" },
  PageDown: { step: "nextSection" },
  Enter: { act: "pick" },
  " ": { act: "pick" },
  "+": { act: "zoomIn" },
  "=": { act: "zoomIn" },
  "-": { act: "zoomOut" },
  "0": { act: "reset" },
  "/": { act: "find" },
  Escape: { act: "leave" },
};

/** What a key does on the map; the browser's own shortcuts stay its own. */
export function actionOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): KeyAction | undefined {
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : ACTIONS[event.key];
}

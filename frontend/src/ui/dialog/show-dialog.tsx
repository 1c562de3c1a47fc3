import { Fragment, useSyncExternalStore, type ReactNode } from "react";
import { loadTexts } from "@/lib/texts/i18n";

interface Shown {
  id: number;
  content: ReactNode;
}

const NONE: readonly Shown[] = [];
let shown = NONE;
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a dialog over the page, from wherever code runs, and closes it with its answer. */
export async function showDialog<T>(render: (answer: (value: T) => void) => ReactNode): Promise<T> {
  await loadTexts("overlays");
  return new Promise((resolve) => {
    const id = (count += 1);
    const answer = (value: T) => {
      change(shown.filter((one) => one.id !== id));
      resolve(value);
    };
    change([...shown, { id, content: render(answer) }]);
  });
}

/** Where dialogs stand: in the page's tree, so that they know its shop, router and texts. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return dialogs.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}

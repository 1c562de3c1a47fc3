import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { LangKey } from "@/generated/lang-keys";
import { translate } from "@/lib/texts/i18n";

/** A text in the present language, which must have it. */
export function said(key: LangKey, values?: Record<string, string | number>): string {
  const text = translate(key, values);
  if (text === key) throw new Error(`no text: ${key}`);
  return text;
}

export function field(id: string): HTMLInputElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field: ${id}`);
  return found;
}

export const fill = (id: string, value: string): boolean => fireEvent.change(field(id), { target: { value } });

export const tick = (id: string): boolean => fireEvent.click(field(id));

/** What is said at a field that is marked as wrong, and by which readers find it; null where nothing is. */
export const errorAt = (id: string): string | null => toldBy(`${id}-error`, '[aria-invalid="true"]');

/** What is said below a field, and by which readers find it. */
export const hintAt = (id: string): string | null => toldBy(`${id}-hint`);

function toldBy(told: string, marked = ""): string | null {
  return (
    document.querySelector(`${marked}[aria-describedby~="${told}"]`) &&
    (document.getElementById(told)?.textContent ?? null)
  );
}

/** The notice below the form, or above it: the last one that is told at once. */
export const notice = (): string | null =>
  Array.from(document.querySelectorAll('[role="alert"]')).at(-1)?.textContent ?? null;

export const press = (name: string): boolean => fireEvent.click(screen.getByText(name, { selector: "button" }));

/** Presses the button that sends the form, and waits while it says that it does. */
export async function sendForm(submit: LangKey, sending: LangKey): Promise<void> {
  press(said(submit));
  await waitFor(() => {
    if (screen.queryByText(said(sending))) throw new Error("still sending");
  });
}

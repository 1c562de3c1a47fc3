import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { loadTexts } from "@/lib/i18n";

/** Opens a dialog over the page, from wherever code runs, and closes it with its answer. */
export async function showDialog<T>(render: (answer: (value: T) => void) => ReactNode): Promise<T> {
  await loadTexts("overlays");
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  return new Promise((resolve) => {
    const answer = (value: T) => {
      root.unmount();
      host.remove();
      resolve(value);
    };
    root.render(<I18nProvider i18n={i18n}>{render(answer)}</I18nProvider>);
  });
}

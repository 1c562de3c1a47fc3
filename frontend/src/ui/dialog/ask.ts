import type { ShopPath } from "@/lib/paths";

/** What an alert or confirm dialog says (catalogue §2 "Overlays"). */
export interface Question {
  headline: string;
  text?: string;
  /** default "OK" */
  ok?: string;
  /** default "Abbrechen" / "Cancel" */
  cancel?: string;
  /** only tells something: one button, and closing it is no refusal */
  inform?: boolean;
  /** the careful answer is to cancel: its button is the prominent one */
  careful?: boolean;
  /** shown large, with a link that opens it in a new tab */
  image?: { src: string; alt: string };
  /** where the visitor is taken once the dialog is closed, whatever the answer */
  forward?: ShopPath;
}

/** Asks and waits; Escape is the same as cancelling. The dialog is loaded when the first question comes up. */
export async function ask(question: Question): Promise<boolean> {
  const loaded = await import("@/ui/dialog/ask-dialog").catch(() => null);
  if (loaded) return loaded.askInDialog(question);
  // A question must not go unasked because a file did not come.
  const words = [question.headline, question.text].filter(Boolean).join("\n\n");
  if (!question.inform) return window.confirm(words);
  window.alert(words);
  return true;
}

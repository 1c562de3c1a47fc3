import type { Question } from "@/ui/dialog/question";

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

/** What the page says, as the server wrote it in the reader's language (`aftersale/entrance/words.py`). */
export type Words = Record<string, string>;

export function readWords(): Words {
  return JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Words;
}

/** A sentence with its `{gaps}` filled; a word that is missing is shown by its name. */
export function say(words: Words, name: string, gaps: Record<string, string | number> = {}): string {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (whole, gap: string) => String(gaps[gap] ?? whole));
}

/** A moment as a clock shows it, with the day where it is another one. */
export function clock(moment: string, now = new Date()): string {
  const at = new Date(moment);
  const time = at.toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" });
  return at.toDateString() === now.toDateString()
    ? time
    : `${at.toLocaleDateString("de-DE", { day: "2-digit", month: "2-digit" })} ${time}`;
}

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMessages } from "../codegen/messages.ts";

const root = join(import.meta.dirname, "../../locale");

/** The letters beyond ASCII that a language's texts are written with, as capitals too. */
export async function lettersOf(language: string): Promise<string> {
  const files = globSync(`${language}/*.po`, { cwd: root });
  const catalogues = await Promise.all(
    files.map((file) => readMessages(readFileSync(join(root, file), "utf8"), language)),
  );
  const texts = catalogues.flatMap((catalogue) => Object.values(catalogue)).join("");
  const letters = new Set((texts + texts.toUpperCase()).match(/[^\P{L}\p{ASCII}]/gu));
  return [...letters].sort().join("");
}

import { formatter } from "@lingui/format-po";
import { withDeadlines } from "./deadlines.ts";
import { SOURCE_LANGUAGE } from "./languages.ts";

/** id -> text of one PO file */
export async function readMessages(text: string, locale: string): Promise<Record<string, string>> {
  const format = formatter({ explicitIdAsDefault: true });
  const catalogue = await format.parse(withDeadlines(text), {
    locale,
    sourceLocale: SOURCE_LANGUAGE,
    filename: `${locale}/spa.po`,
  });
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, message.translation ?? ""]));
}

/** `kinds`: name of the type -> its ids */
export function emitKeys(kinds: Readonly<Record<string, readonly string[]>>): string {
  const types = Object.entries(kinds).map(
    ([name, ids]) =>
      `export type ${name} =\n${[...ids]
        .sort()
        .map((id) => `  | ${JSON.stringify(id)}`)
        .join("\n")};\n`,
  );
  return `// Written by codegen from locale/${SOURCE_LANGUAGE}/*.po.\n${types.join("\n")}`;
}

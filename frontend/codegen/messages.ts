import { formatter } from "@lingui/format-po";

/** id -> text of one PO file */
export async function readMessages(text: string, locale: string): Promise<Record<string, string>> {
  const format = formatter({ explicitIdAsDefault: true });
  const catalogue = await format.parse(text, { locale, sourceLocale: "de", filename: `${locale}/spa.po` });
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, message.translation ?? ""]));
}

export function emitKeys(ids: readonly string[]): string {
  const keys = [...ids].sort().map((id) => `  | ${JSON.stringify(id)}`);
  return `// Written by codegen from locale/de/spa.po.\nexport type LangKey =\n${keys.join("\n")};\n`;
}

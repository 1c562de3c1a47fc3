import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES, SOURCE_LANGUAGE } from "@/../codegen/languages";
import { readMessages } from "@/../codegen/messages";
import { TEXT_GROUPS } from "./text-groups";

const root = join(import.meta.dirname, "../../../..");
const readFile = (locale: string, file: string) =>
  readMessages(readFileSync(join(root, `locale/${locale}/${file}.po`), "utf8"), locale);
const read = async (locale: string) => {
  const files = await Promise.all(TEXT_GROUPS.map((file) => readFile(locale, file)));
  const keys = files.flatMap((file) => Object.keys(file));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  return Object.assign({}, ...files) as Record<string, string>;
};
/** Names of values; the branches of a plural are text. */
const placeholders = (text: string) =>
  [...text.matchAll(/(?<!\b(?:zero|one|two|few|many|other|=\d+)\s*)\{(\w+)\s*[,}]/g)].map((m) => m[1]).sort();

describe("message catalogues", async () => {
  const source = await read(SOURCE_LANGUAGE);
  const all = await Promise.all(LANGUAGES.map(async (language) => [language, await read(language)] as const));

  it.each(all)("hold the same keys: %s", (_, texts) =>
    expect(Object.keys(texts).sort()).toEqual(Object.keys(source).sort()),
  );

  it.each(all)("leave no text of %s empty", (_, texts) => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it.each(all)("use the same values in every language: %s", (_, texts) => {
    const different = Object.keys(source).filter(
      (k) => placeholders(source[k] ?? "").join() !== placeholders(texts[k] ?? "").join(),
    );
    expect(different).toEqual([]);
  });

  it.each([
    ["checkout", /\/(generated|features\/checkout|routes\/checkout[a-z-]*)\//],
    ["event", /\/(generated|features\/(tickets|seat-map)|routes\/event)\//],
    ["express", /\/(generated|features\/checkout\/express)\//],
    [
      "order",
      /\/(generated|routes\/checkout-(done|order|resume))\/|\/checkout\/(api\/order-actions|view\/(order-[\w-]+|tickets|parcels|invoices))\.tsx?/,
    ],
    ["seats", /\/(generated|features\/seat-map)\//],
  ])("keep the texts of %s where they are loaded", async (group, home) => {
    const keys = Object.keys(await readFile(SOURCE_LANGUAGE, group));
    const elsewhere = globSync("frontend/src/**/*.{ts,tsx}", { cwd: root }).filter((file) => !home.test(file));
    const used = new Set(elsewhere.flatMap((file) => readFileSync(join(root, file), "utf8").match(/LANG_\w+/g) ?? []));
    expect(keys.filter((key) => used.has(key))).toEqual([]);
  });

  it("know every key that Django's templates ask for", () => {
    const asked = globSync("templates/**/*.html", { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\{% lang "(LANG_\w+)"/g)].map((m) => m[1] ?? ""),
    );
    expect(asked.filter((key) => !(key in source))).toEqual([]);
  });
});

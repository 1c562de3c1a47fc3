// Reads schema.graphql, openapi.yaml, src/**/*.graphql and locale/de/*.po (without django.po); writes src/generated/ and persisted-queries.json.
// `--prune` forgets the hashes of earlier builds.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSchema, isAbstractType } from "graphql";
import openapiTS, { astToString } from "openapi-typescript";
import { TEXT_GROUPS } from "../src/lib/texts/text-groups.ts";
import { loadFiles, validateFiles, type SourceFile } from "./documents.ts";
import { emitDocuments, emitModule, persist } from "./emit.ts";
import { SOURCE_LANGUAGE } from "./languages.ts";
import { emitKeys, readMessages } from "./messages.ts";
import { newestHashes, recordQueries, type PersistedQueries } from "./persisted.ts";
import type { TypeContext } from "./types.ts";

const root = dirname(import.meta.dirname);
const generated = join(root, "src/generated");
const recordFile = join(root, "persisted-queries.json");

const written = new Set<string>();
function write(path: string, text: string): void {
  written.add(path);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const schema = buildSchema(readFileSync(join(root, "schema.graphql"), "utf8"));
const files = loadFiles(join(root, "src"));
validateFiles(schema, files);

const fragments = new Map(files.flatMap((f) => f.fragments.map((d) => [d.name.value, d] as const)));
const ctx: TypeContext = { schema, fragments };
const operations = files.flatMap((f) => f.operations.map((o) => persist(o, ctx)));

if (process.argv.includes("--clean")) rmSync(generated, { recursive: true, force: true });
for (const file of files) write(join(generated, `${file.path}.ts`), emitModule(file, ctx));

// Some are there for other programs: nothing here asks them.
const code = globSync("**/*.{ts,tsx}", { cwd: join(root, "src"), exclude: ["generated/**"] })
  .map((path) => readFileSync(join(root, "src", path), "utf8"))
  .join("");
const asked = files.filter(({ path }) => code.includes(`"@/generated/${path}"`));
/** What only a page of the catalogue or after the sale asks; the checkout has no use for it. */
const isOfPages = ({ path }: SourceFile) => /^routes\/(?!checkout)/.test(path);
write(
  join(generated, "documents.ts"),
  emitDocuments(
    asked.filter((file) => !isOfPages(file)),
    ctx,
  ),
);
write(join(generated, "page-documents.ts"), emitDocuments(asked.filter(isOfPages), ctx));

const possible = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((t) => [t.name, schema.getPossibleTypes(t).map((p) => p.name)]),
);
write(
  join(generated, "possible-types.ts"),
  `// Written by codegen from schema.graphql.\nexport const possibleTypes: Record<string, string[]> = ${JSON.stringify(possible)};\n`,
);
const rest = astToString(
  await openapiTS(readFileSync(join(root, "openapi.yaml"), "utf8"), { defaultNonNullable: false }),
);
write(join(generated, "rest.ts"), `// Written by codegen from openapi.yaml.\n${rest}`);
const keysOf = async (file: string) =>
  Object.keys(
    await readMessages(readFileSync(join(root, `../locale/${SOURCE_LANGUAGE}/${file}.po`), "utf8"), SOURCE_LANGUAGE),
  );
const pageKeys = await Promise.all(TEXT_GROUPS.filter((group) => group !== "overlays").map(keysOf));
const keys = { LangKey: pageKeys.flat(), OverlayKey: await keysOf("overlays") };
write(join(generated, "lang-keys.ts"), emitKeys(keys));
write(join(generated, "operations.json"), `${JSON.stringify(newestHashes(operations), null, 2)}\n`);

const known: PersistedQueries =
  existsSync(recordFile) && !process.argv.includes("--prune")
    ? (JSON.parse(readFileSync(recordFile, "utf8")) as PersistedQueries)
    : {};
write(recordFile, `${JSON.stringify(recordQueries(known, operations), null, 2)}\n`);
console.log(
  `codegen: ${operations.length} operations, ${fragments.size} fragments, ${Object.values(keys).flat().length} texts`,
);

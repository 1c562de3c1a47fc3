// Subsets the themes' faces into src/generated/fonts/ and writes their @font-face rules with fallback faces of equal
// width and height, so that nothing moves when a font arrives.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { LANGUAGES } from "../codegen/languages.ts";
import { DONOR, FACES, partsFor, type Face, type Part } from "./faces.ts";
import { lettersOf } from "./letters.ts";
import { charactersIn, readMetrics } from "./sfnt.ts";

const root = join(import.meta.dirname, "..");
const out = join(root, "src/generated/fonts");
const PAGE_LIMIT = 40_000;
/** Mean advances of the faces' samples in the fallback's metrics twins (Arial, Times New Roman, Courier New), in em. */
const FALLBACKS = {
  "sans-serif": { local: ["Arial", "Liberation Sans", "Helvetica", "Roboto"], lower: 0.4665, upper: 0.6445 },
  serif: { local: ["Times New Roman", "Liberation Serif", "Times"], lower: 0.4295, upper: 0.6353 },
  monospace: {
    local: ["Courier New", "Liberation Mono", "Courier", "DejaVu Sans Mono", "Noto Sans Mono", "Droid Sans Mono"],
    lower: 0.6001,
    upper: 0.6001,
  },
};

const kb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(5);
const percent = (n: number): string => `${(n * 100).toFixed(2)}%`;

const nameOf = (face: Face): string => `${face.choice}-${parseInt(face.stretch ?? face.weight)}`;

const sourceOf = (file: string, part: Part): Buffer =>
  readFileSync(join(root, "node_modules", file.replace("-latin-", part.source)));

/** "U+100-151,U+1e9e" */
function unicodeRange(characters: Iterable<string>): string {
  const codes = Array.from(characters, (one) => one.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([a, b]) => `U+${a.toString(16)}${a === b ? "" : `-${b.toString(16)}`}`).join();
}

function faceRule(face: Pick<Face, "choice" | "weight" | "stretch">, file: string, only?: Iterable<string>): string {
  return `@font-face {
  font-family: "shop-${face.choice}";
  src: url("./${file}.woff2") format("woff2");
  font-weight: ${face.weight};${face.stretch ? `\n  font-stretch: ${face.stretch};` : ""}${only ? `\n  unicode-range: ${unicodeRange(only)};` : ""}
  font-display: swap;
}`;
}

async function fallbackRule(face: Face, source: Buffer): Promise<string> {
  const pinned = await subsetFont(source, face.sample, {
    targetFormat: "truetype",
    variationAxes: face.measure ?? (face.axes as Record<string, number> | undefined) ?? {},
  });
  const metrics = readMetrics(pinned, face.sample);
  const base = FALLBACKS[face.generic];
  const adjust = metrics.advance / (face.sample === face.sample.toUpperCase() ? base.upper : base.lower);
  return `@font-face {
  font-family: "shop-${face.choice}-fallback";
  src: ${base.local.map((name) => `local("${name}")`).join(", ")};
  font-weight: ${face.weight};${face.stretch ? `\n  font-stretch: ${face.stretch};` : ""}
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(metrics.ascent / adjust)};
  descent-override: ${percent(metrics.descent / adjust)};
  line-gap-override: ${percent(metrics.lineGap / adjust)};
}`;
}

/** Those of the part's characters that the face has. */
async function found(file: string, part: Part): Promise<Set<string>> {
  return charactersIn(await subsetFont(sourceOf(file, part), part.characters, { targetFormat: "truetype" }));
}

async function build(parts: [Part, ...Part[]], header: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const css: string[] = [];
  const sizes = new Map<string, number>();
  const write = async (
    name: string,
    source: Buffer,
    characters: Iterable<string>,
    axes: Face["axes"],
    features: string[],
  ) => {
    const subset = await subsetFont(source, [...characters].join(""), {
      targetFormat: "woff2",
      keepFeatures: features,
      noHinting: true,
      ...(axes ? { variationAxes: axes } : {}),
    });
    writeFileSync(join(out, `${name}.woff2`), subset);
    sizes.set(name, subset.length);
  };

  for (const part of parts) {
    const lendable = await found(DONOR.file, part);
    const lent = new Set<string>();
    for (const face of FACES) {
      const own = await found(face.file, part);
      // The kerning of every weight is half of the running text's file, and hardly to be seen at its size.
      const features = face.choice === "text" ? ["tnum", "lnum", "ccmp"] : ["kern", "lnum"];
      await write(nameOf(face) + part.suffix, sourceOf(face.file, part), own, face.axes, features);
      css.push(faceRule(face, nameOf(face) + part.suffix, part === parts[0] ? undefined : own));
      const borrowed = [...lendable].filter((one) => !own.has(one));
      if (borrowed.length) css.push(faceRule(face, DONOR.choice + part.suffix, borrowed));
      for (const one of borrowed) lent.add(one);
    }
    if (lent.size) await write(DONOR.choice + part.suffix, sourceOf(DONOR.file, part), lent, DONOR.axes, []);
  }
  for (const face of FACES) css.push(await fallbackRule(face, sourceOf(face.file, parts[0])));
  const choices = new Map(FACES.map((f) => [f.choice, f.generic]));
  const families = [...choices].map(
    ([choice, generic]) => `  --shop-font-display-${choice}: "shop-${choice}", "shop-${choice}-fallback", ${generic};`,
  );
  css.push(`:root {\n${families.join("\n")}\n}`);
  writeFileSync(join(out, "fonts.css"), `${header}${css.join("\n")}\n`);

  const size = (name: string, suffix: string): number => sizes.get(name + suffix) ?? 0;
  for (const name of new Set(FACES.map(nameOf))) {
    const faces = new Set(["text-400", name, DONOR.choice]);
    const [common = 0, ...more] = parts.map(({ suffix }) =>
      Array.from(faces, (one) => size(one, suffix)).reduce((a, b) => a + b),
    );
    // with another part of the running text's face and of the headings'
    const page = common + Math.max(...more);
    console.log(`fonts: ${name.padEnd(18)} ${kb(size(name, ""))} KB, page ${kb(common)} to ${kb(page)} KB`);
    if (page > PAGE_LIMIT) process.exitCode = 1;
  }
}

const inputs = [
  join(import.meta.dirname, "faces.ts"),
  join(import.meta.dirname, "sfnt.ts"),
  import.meta.filename,
  join(root, "package-lock.json"),
];
const letters = (await Promise.all(LANGUAGES.map(lettersOf))).join("");
const header = `/* Written by fonts/build.ts for the letters ${letters} */\n`;
const built = join(out, "fonts.css");
const fresh =
  existsSync(built) &&
  readFileSync(built, "utf8").startsWith(header) &&
  inputs.every((f) => statSync(f).mtimeMs <= statSync(built).mtimeMs);
if (!fresh) await build(partsFor(letters), header);

// Subsets the themes' faces into src/generated/fonts/ and writes their @font-face rules with fallback faces of equal
// width and height, so that nothing moves when a font arrives.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { DISPLAY_CHARACTERS, FACES, TEXT_CHARACTERS, type Face } from "./faces.ts";
import { readMetrics } from "./sfnt.ts";

const root = join(import.meta.dirname, "..");
const out = join(root, "src/generated/fonts");
const PAGE_LIMIT = 40_000;
/** Mean advances of the faces' samples in the fallback's metrics twins (Arial, Times New Roman, Courier New), in em. */
const FALLBACKS = {
  "sans-serif": { local: ["Arial", "Liberation Sans", "Helvetica", "Roboto"], lower: 0.4665, upper: 0.6445 },
  serif: { local: ["Times New Roman", "Liberation Serif", "Times"], lower: 0.4295, upper: 0.6353 },
  monospace: { local: ["Courier New", "Liberation Mono", "Courier"], lower: 0.6001, upper: 0.6001 },
};

const percent = (n: number): string => `${(n * 100).toFixed(2)}%`;

const nameOf = (face: Face): string => `${face.choice}-${parseInt(face.stretch ?? face.weight)}`;
const charactersOf = (face: Face): string => (face.choice === "text" ? TEXT_CHARACTERS : DISPLAY_CHARACTERS);

async function fallbackRule(face: Face, source: Buffer): Promise<string> {
  const pinned = await subsetFont(source, charactersOf(face), {
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

async function build(): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const css: string[] = [];
  const sizes = new Map<string, number>();
  for (const face of FACES) {
    const source = readFileSync(join(root, "node_modules", face.file));
    const subset = await subsetFont(source, charactersOf(face), {
      targetFormat: "woff2",
      // The kerning of every weight is half of the running text's file, and hardly to be seen at its size.
      keepFeatures: face.choice === "text" ? ["tnum", "lnum", "ccmp"] : ["kern", "lnum"],
      noHinting: true,
      ...(face.axes ? { variationAxes: face.axes } : {}),
    });
    const name = nameOf(face);
    writeFileSync(join(out, `${name}.woff2`), subset);
    sizes.set(name, subset.length);
    css.push(`@font-face {
  font-family: "shop-${face.choice}";
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${face.weight};${face.stretch ? `\n  font-stretch: ${face.stretch};` : ""}
  font-display: swap;
}`);
    css.push(await fallbackRule(face, source));
  }
  const choices = new Map(FACES.map((f) => [f.choice, f.generic]));
  const families = [...choices].map(
    ([choice, generic]) => `  --shop-font-display-${choice}: "shop-${choice}", "shop-${choice}-fallback", ${generic};`,
  );
  css.push(`:root {\n${families.join("\n")}\n}`);
  writeFileSync(join(out, "fonts.css"), `/* Written by fonts/build.ts */\n${css.join("\n")}\n`);

  const text = sizes.get("text-400") ?? 0;
  for (const [name, size] of sizes) {
    const page = name === "text-400" ? text : text + size;
    console.log(`fonts: ${name.padEnd(14)} ${(size / 1000).toFixed(1).padStart(5)} KB, page ${(page / 1000).toFixed(1)} KB`);
    if (page > PAGE_LIMIT) process.exitCode = 1;
  }
}

const inputs = [join(import.meta.dirname, "faces.ts"), import.meta.filename, join(root, "package-lock.json")];
const built = join(out, "fonts.css");
const fresh = existsSync(built) && inputs.every((f) => statSync(f).mtimeMs <= statSync(built).mtimeMs);
if (!fresh) await build();

import { PLAIN } from "@/features/seat-map/plan/plan";
import { resolveColour, BLACK } from "@/theme/colour";
import type { Palette } from "./palette";
import { CLOSED, TAKEN, categoryOf, kindOf } from "./styles";

/** From this size, in device pixels, one can see that a square is hollow. */
const HOLLOW_FROM = 4;

/** One seat of a style as a square of `side` device pixels: red, green, blue and opacity of each, 0 where nothing is. */
export function squarePixels(
  palette: Pick<Palette, "taken" | "seats" | "ink" | "section">,
  style: number,
  side: number,
): Uint32Array {
  const gone = style === TAKEN || style === CLOSED;
  const width = gone ? Math.max(1, Math.round(side * 0.4)) : side;
  const pixels = new Uint32Array(side * side);
  const fill = (inset: number, length: number, css: string) => {
    const [red, green, blue] = resolveColour(css, BLACK);
    const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
    for (let row = inset; row < inset + length; row++)
      pixels.fill(pixel, row * side + inset, row * side + inset + length);
  };
  fill(
    Math.floor((side - width) / 2),
    width,
    gone ? palette.taken : (palette.seats[categoryOf(style)]?.fill ?? palette.ink),
  );
  if (gone || kindOf(style) === PLAIN || side < HOLLOW_FROM) return pixels;
  const hole = Math.max(1, Math.round(side / 4));
  fill(hole, side - 2 * hole, palette.section);
  return pixels;
}

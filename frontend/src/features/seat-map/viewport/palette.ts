import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { BLACK, WHITE, contrast, cssOf, mix, readable, resolveColour, standsOut, type Rgb } from "@/theme/colour";

/** Non-text contrast (WCAG 1.4.11) and contrast of text (1.4.3). */
const SHAPE_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;

export interface SeatColours {
  readonly fill: string;
  /** For what is written on it. */
  readonly on: string;
  readonly rgb: Rgb;
}

export interface Palette {
  readonly ground: Rgb;
  readonly groundCss: string;
  readonly ink: string;
  readonly soft: string;
  readonly section: string;
  readonly sectionLine: string;
  readonly taken: string;
  readonly selected: string;
  readonly onSelected: string;
  readonly focus: string;
  /** By index of the plan's categories. */
  readonly seats: readonly SeatColours[];
  readonly forced: boolean;
  readonly numberFont: string;
  readonly nameFont: (size: number) => string;
  readonly nameCase: (name: string) => string;
  /** A drawing's own colour, if it may have one. */
  readonly own: (css: string | undefined, otherwise: Rgb) => Rgb;
  readonly plain: { readonly stage: Rgb; readonly line: Rgb; readonly text: Rgb };
}

const STRETCHES: readonly (readonly [percent: number, word: string])[] = [
  [56, "ultra-condensed"],
  [69, "extra-condensed"],
  [81, "condensed"],
  [94, "semi-condensed"],
  [106, "normal"],
  [119, "semi-expanded"],
  [138, "expanded"],
];

export function stretchOf(width: string): string {
  const percent = Number.parseFloat(width) || 100;
  return STRETCHES.find(([upTo]) => percent <= upTo)?.[1] ?? "extra-expanded";
}

/** The map's colours from the theme's tokens at `element`, from the system's where it forces them. */
export function paletteOf(element: Element, colors: readonly string[], forced: boolean): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--shop-${name}`).trim();
  const pick = (name: string, system: string, otherwise: Rgb) =>
    resolveColour(forced ? system : token(name), otherwise);

  const ground = pick("raised", "Canvas", WHITE);
  const ink = pick("ink", "CanvasText", BLACK);
  const soft = readable(pick("ink-soft", "CanvasText", ink), ground, TEXT_CONTRAST);
  const section = forced ? ground : mix(ground, ink, 0.05);
  const selected = pick("ink", "Highlight", ink);
  const seats = colors.map((color) => seatColours(forced ? ink : resolveColour(color, soft), section, ink));
  const name = `${token("font-display-weight") || 700} ${stretchOf(token("font-display-width"))}`;
  const upper = token("display-case") === "uppercase";
  return {
    ground,
    groundCss: cssOf(ground),
    ink: cssOf(ink),
    soft: cssOf(soft),
    section: cssOf(section),
    sectionLine: cssOf(forced ? ink : mix(ground, ink, 0.2)),
    taken: cssOf(pickTaken(forced, section, ink)),
    selected: cssOf(selected),
    onSelected: cssOf(forced ? pick("", "HighlightText", ground) : standsOut(selected, ground, WHITE, BLACK)),
    focus: cssOf(readable(pick("focus", "Highlight", ink), ground, SHAPE_CONTRAST)),
    seats,
    forced,
    numberFont: style.fontFamily,
    nameFont: (size) => `${name} ${size}px ${token("font-display") || style.fontFamily}`,
    nameCase: (text) => (upper ? text.toLocaleUpperCase() : text),
    own: (css, otherwise) => (forced || !css ? otherwise : resolveColour(css, otherwise)),
    plain: { stage: forced ? ground : mix(ground, ink, 0.12), line: forced ? ink : mix(ground, ink, 0.5), text: ink },
  };
}

function pickTaken(forced: boolean, ground: Rgb, ink: Rgb): Rgb {
  return forced ? resolveColour("GrayText", ink) : readable(mix(ground, ink, 0.35), ground, SHAPE_CONTRAST);
}

/** Staff's colour as it can be seen on this theme's ground, and what can be read on it. */
function seatColours(colour: Rgb, ground: Rgb, ink: Rgb): SeatColours {
  const rgb = readable(colour, ground, SHAPE_CONTRAST);
  return { fill: cssOf(rgb), on: cssOf(standsOut(rgb, ink, WHITE, BLACK)), rgb };
}

export interface SectionColours {
  readonly fill: string;
  /** Around a fill that does not stand out from the ground by itself. */
  readonly line: string | null;
  readonly text: string;
}

/** How a section looks from afar: its colour, fainter the fewer of its seats are free. */
export function sectionColours(palette: Palette, category: number, freeShare: number): SectionColours {
  const seat = palette.seats[category];
  if (palette.forced || !seat) return { fill: palette.groundCss, line: palette.ink, text: palette.ink };
  if (freeShare === 0) return { fill: palette.section, line: palette.taken, text: palette.soft };
  const fill = mix(palette.ground, seat.rgb, 0.35 + 0.65 * freeShare);
  // One colour of writing as long as it can be read, so that names do not flicker between black and white.
  const text =
    contrast(palette.plain.text, fill) >= TEXT_CONTRAST
      ? palette.plain.text
      : standsOut(fill, palette.ground, WHITE, BLACK);
  return {
    fill: cssOf(fill),
    line: contrast(fill, palette.ground) < SHAPE_CONTRAST ? seat.fill : null,
    text: cssOf(text),
  };
}

/** The category that most of a section's seats are of. */
export function mainCategory(plan: SeatPlan, first: number, last: number): number {
  const counts = new Uint32Array(256);
  let best = 0;
  for (let place = first; place < last; place++) {
    const category = plan.category[place] ?? 0;
    const count = (counts[category] ?? 0) + 1;
    counts[category] = count;
    if (count > (counts[best] ?? 0)) best = category;
  }
  return best;
}

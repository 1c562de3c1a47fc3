import type { Grid } from "@/features/seat-map/plan/grid";
import { labelIn, type SeatPlan } from "@/features/seat-map/plan/plan";
import type { Locale } from "@/lib/languages";
import type { RowNames, SectionArt } from "./art";
import { sectionColours, type Palette, type SectionColours } from "./palette";
import type { SeatShape } from "./shapes";
import { freeIn, type Buckets } from "./styles";

/** All that is known of a plan, its seats and its colours; what takes long to find out is kept until one of them changes. */
export interface Scene {
  readonly plan: SeatPlan;
  readonly grid: Grid;
  readonly art: readonly SectionArt[];
  readonly styles: Uint16Array;
  readonly buckets: Buckets;
  readonly palette: Palette;
  readonly shapes: readonly SeatShape[];
  readonly locale: Locale;
  rowNames?: RowNames;
  colours?: readonly SectionColours[];
  nameWidths?: readonly number[];
}

/** By section. */
export function coloursOf(scene: Scene): readonly SectionColours[] {
  return (scene.colours ??= scene.art.map(({ category }, at) => {
    const section = scene.plan.sections[at];
    const seats = section ? section.last - section.first : 0;
    return sectionColours(
      scene.palette,
      category,
      section && seats > 0 ? freeIn(scene.styles, section.first, section.last) / seats : 1,
    );
  }));
}

/**
 * Width of each section's name in units of its size, as the sum of its letters': a hall's names are made of a handful of
 * them, and to measure hundreds of names takes a slow phone a tenth of a second.
 */
export function nameWidthsOf(
  scene: Scene,
  pen: Pick<CanvasRenderingContext2D, "font" | "measureText">,
): readonly number[] {
  if (scene.nameWidths) return scene.nameWidths;
  pen.font = scene.palette.nameFont(100);
  const letters = new Map<string, number>();
  const widthOf = (letter: string): number => {
    let width = letters.get(letter);
    if (width === undefined) letters.set(letter, (width = pen.measureText(letter).width / 100));
    return width;
  };
  return (scene.nameWidths = scene.plan.sections.map(({ name }) => {
    let width = 0;
    for (const letter of scene.palette.nameCase(labelIn(name, scene.locale))) width += widthOf(letter);
    return width;
  }));
}

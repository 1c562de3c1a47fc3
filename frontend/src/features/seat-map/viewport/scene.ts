import type { Grid } from "@/features/seat-map/plan/grid";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
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
  rowNames?: RowNames;
  colours?: readonly SectionColours[];
  nameWidths?: readonly number[];
}

/** By section. */
export function coloursOf(scene: Scene): readonly SectionColours[] {
  return (scene.colours ??= scene.art.map(({ category }, at) => {
    const section = scene.plan.sections[at];
    const seats = section ? section.last - section.first : 0;
    return sectionColours(scene.palette, category, section && seats > 0 ? freeIn(scene.styles, section.first, section.last) / seats : 1);
  }));
}

/** Width of each section's name in units of its size. */
export function nameWidthsOf(scene: Scene, pen: CanvasRenderingContext2D): readonly number[] {
  if (scene.nameWidths) return scene.nameWidths;
  pen.font = scene.palette.nameFont(100);
  return (scene.nameWidths = scene.plan.sections.map(({ name }) => pen.measureText(scene.palette.nameCase(name)).width / 100));
}

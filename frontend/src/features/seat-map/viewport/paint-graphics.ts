import { labelIn, type Graphic } from "@/features/seat-map/plan/plan";
import { contrast, cssOf, readable, standsOut, type Rgb } from "@/theme/colour";
import type { Palette } from "./palette";
import type { Scene } from "./scene";
import type { View } from "./view";

const TEXT_CONTRAST = 4.5;
/** Below this contrast two areas look like one. */
const FAINT = 1.3;
/** Smaller than this, texts are left out; in pixels. */
const SMALLEST_TEXT = 6;

type Pen = CanvasRenderingContext2D;

/** Stage, doors and whatever else is drawn. Colours of their own hold; text is made readable on what lies below it. */
export function paintGraphics(pen: Pen, { plan: { graphics }, palette, locale }: Scene, view: View): void {
  for (const [at, graphic] of graphics.entries()) {
    pen.save();
    if (graphic.shape === "text")
      paintText(pen, graphic, labelIn(graphic.text, locale), groundOf(graphics, at, graphic, palette), view, palette);
    else paintShape(pen, graphic, view, palette);
    pen.restore();
  }
}

export type Filled = Exclude<Graphic, { shape: "text" }>;

/** A shape with nothing but a border is not filled. */
const fillOf = (graphic: Filled, palette: Palette): Rgb | null =>
  graphic.border_color && !graphic.color ? null : palette.own(graphic.color, palette.plain.stage);

function paintShape(pen: Pen, graphic: Filled, view: View, palette: Palette): void {
  const path = pathOf(graphic);
  const middle = middleOf(graphic);
  pen.translate(middle.x, middle.y);
  pen.rotate(((graphic.rotation ?? 0) * Math.PI) / 180);
  pen.translate(-middle.x, -middle.y);
  const fill = fillOf(graphic, palette);
  if (fill) {
    pen.fillStyle = cssOf(fill);
    pen.fill(path);
  }
  // What could not be told from the ground gets a line around it.
  const faint = fill !== null && contrast(fill, palette.ground) < FAINT;
  if (!graphic.border_color && !faint && !palette.forced) return;
  const own = palette.own(graphic.border_color, palette.plain.line);
  const inside = fill && !faint ? contrast(own, fill) >= FAINT : contrast(own, palette.ground) >= FAINT;
  pen.strokeStyle = cssOf(inside ? own : palette.plain.line);
  pen.lineWidth = 1.5 / view.scale;
  pen.stroke(path);
}

function pathOf(graphic: Filled): Path2D {
  const path = new Path2D();
  switch (graphic.shape) {
    case "polygon":
      for (const [x, y] of cornersOf(graphic)) path.lineTo(x, y);
      path.closePath();
      break;
    case "rectangle":
      path.rect(graphic.x, graphic.y, graphic.width, graphic.height);
      break;
    case "ellipse":
      path.ellipse(graphic.x, graphic.y, graphic.rx, graphic.ry, 0, 0, Math.PI * 2);
      break;
    case "circle":
      path.arc(graphic.x, graphic.y, graphic.r, 0, Math.PI * 2);
  }
  return path;
}

function cornersOf({ points }: Extract<Graphic, { shape: "polygon" }>): [number, number][] {
  const flat: readonly number[] = (points as readonly (number | readonly number[])[]).flat();
  return Array.from({ length: flat.length >> 1 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0]);
}

function spanOf(graphic: Filled): { left: number; top: number; right: number; bottom: number } {
  if (graphic.shape === "rectangle")
    return { left: graphic.x, top: graphic.y, right: graphic.x + graphic.width, bottom: graphic.y + graphic.height };
  if (graphic.shape === "polygon") {
    const xs = cornersOf(graphic).map(([x]) => x);
    const ys = cornersOf(graphic).map(([, y]) => y);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }
  const [rx, ry] = graphic.shape === "circle" ? [graphic.r, graphic.r] : [graphic.rx, graphic.ry];
  return { left: graphic.x - rx, top: graphic.y - ry, right: graphic.x + rx, bottom: graphic.y + ry };
}

function middleOf(graphic: Filled): { x: number; y: number } {
  const { left, top, right, bottom } = spanOf(graphic);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

type Text = Extract<Graphic, { shape: "text" }>;

function groundOf(graphics: readonly Graphic[], at: number, { x, y }: Text, palette: Palette): Rgb {
  const below = graphics.slice(0, at).findLast((graphic): graphic is Filled => {
    if (graphic.shape === "text" || !fillOf(graphic, palette)) return false;
    const { left, top, right, bottom } = spanOf(graphic);
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return (below && fillOf(below, palette)) ?? palette.ground;
}

function paintText(pen: Pen, graphic: Text, words: string, ground: Rgb, view: View, palette: Palette): void {
  if (graphic.size * view.scale < SMALLEST_TEXT) return;
  const wanted = palette.own(graphic.color, standsOut(ground, palette.plain.text, palette.ground));
  pen.translate(graphic.x, graphic.y);
  pen.rotate(((graphic.rotation ?? 0) * Math.PI) / 180);
  pen.font = palette.nameFont(graphic.size);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = cssOf(readable(wanted, ground, TEXT_CONTRAST));
  pen.fillText(palette.nameCase(words), 0, 0);
}

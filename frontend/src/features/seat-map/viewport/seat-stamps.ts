import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { paintShapes, paintSquare } from "./paint-seats";
import type { Palette } from "./palette";
import type { Scene } from "./scene";
import type { Size, View } from "./view";

/** More pixels cost time and memory in every frame of a movement, and nobody sees them. */
const MOST_PIXELS = 2_000_000;
/** What a square leaves of its seat's place. */
const SQUARE = 0.72;

interface Stamp {
  readonly side: number;
  readonly pixels: Uint32Array;
}

/**
 * A layer on which seats are stamped pixel by pixel. Ten thousands of them take a canvas tens of milliseconds to draw
 * one by one; to copy a few pixels for each takes one or two.
 */
export class SeatStamps {
  readonly #pen: CanvasRenderingContext2D | null;
  readonly #draft: CanvasRenderingContext2D | null;
  readonly #stamps = new Map<number, Stamp>();
  #stamped: { palette: Palette; size: number } | undefined;
  #image: ImageData | undefined;
  #pixels = new Uint32Array();
  #ratio = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#pen = canvas.getContext("2d", { willReadFrequently: true });
    this.#draft = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  }

  resize({ width, height }: Size, ratio: number): void {
    this.#ratio = Math.min(ratio, Math.sqrt(MOST_PIXELS / (width * height)));
    if (!this.#pen) return;
    this.#pen.canvas.width = Math.round(width * this.#ratio);
    this.#pen.canvas.height = Math.round(height * this.#ratio);
    this.#image = undefined;
  }

  hide(): void {
    if (this.#pen) this.#pen.canvas.style.visibility = "hidden";
  }

  /** What `scene.buckets` holds, as squares or as the shapes that they are from near. */
  paint(scene: Scene, view: View, seat: number, squares: boolean): void {
    if (!this.#pen) return;
    const { width, height } = this.#pen.canvas;
    if (!this.#image) {
      this.#image = this.#pen.createImageData(width, height);
      this.#pixels = new Uint32Array(this.#image.data.buffer);
    }
    // Shapes differ by hundredths while one zooms: the next size in whole pixels will do.
    const size = squares ? -Math.max(1, Math.round(seat * SQUARE * this.#ratio)) : Math.round(seat * this.#ratio);
    if (this.#stamped?.palette !== scene.palette || this.#stamped.size !== size) {
      this.#stamps.clear();
      this.#stamped = { palette: scene.palette, size };
    }
    this.#pixels.fill(0);
    const { buckets, plan } = scene;
    const scale = view.scale * this.#ratio;
    buckets.each(scene.styles, (style, from, to) => {
      const stamp = this.#stamp(scene, style, size);
      const left = view.x * this.#ratio - stamp.side / 2 + 0.5;
      const top = view.y * this.#ratio - stamp.side / 2 + 0.5;
      stampAll(this.#pixels, width, height, stamp, plan, buckets.places, from, to, scale, left, top);
    });
    this.#pen.putImageData(this.#image, 0, 0);
    this.#pen.canvas.style.visibility = "visible";
  }

  #stamp(scene: Scene, style: number, size: number): Stamp {
    const there = this.#stamps.get(style);
    if (there) return there;
    const side = size < 0 ? -size : Math.ceil(size * 1.1) + 2;
    const pen = this.#draft;
    let pixels = new Uint32Array(side * side);
    if (pen) {
      pen.canvas.width = pen.canvas.height = side;
      if (size < 0) paintSquare(pen, scene, style, side, side / 2);
      else paintShapes(pen, scene, style, size, (draw) => draw(side / 2, side / 2));
      pixels = new Uint32Array(pen.getImageData(0, 0, side, side).data.buffer);
    }
    const stamp = { side, pixels };
    this.#stamps.set(style, stamp);
    return stamp;
  }
}

/** The places of `places[from..to)` that lie within the image, or partly so. */
export function stampAll(
  image: Uint32Array,
  width: number,
  height: number,
  { side, pixels }: Stamp,
  { x, y }: Pick<SeatPlan, "x" | "y">,
  places: Uint32Array,
  from: number,
  to: number,
  scale: number,
  left: number,
  top: number,
): void {
  for (let at = from; at < to; at++) {
    const place = places[at] ?? 0;
    const px = Math.floor((x[place] ?? 0) * scale + left);
    const py = Math.floor((y[place] ?? 0) * scale + top);
    const firstRow = Math.max(0, -py);
    const lastRow = Math.min(side, height - py);
    const firstColumn = Math.max(0, -px);
    const lastColumn = Math.min(side, width - px);
    for (let row = firstRow; row < lastRow; row++) {
      const source = row * side;
      const target = (py + row) * width + px;
      for (let column = firstColumn; column < lastColumn; column++) {
        const pixel = pixels[source + column] ?? 0;
        if (pixel !== 0) image[target + column] = pixel;
      }
    }
  }
}

import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { paintShapes } from "./paint-seats";
import type { Palette } from "./palette";
import { squarePixels } from "./square";
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
  readonly #canvas: HTMLCanvasElement;
  #pen: CanvasRenderingContext2D | null = null;
  #draft: CanvasRenderingContext2D | null = null;
  readonly #stamps = new Map<number, Stamp>();
  #stamped: { palette: Palette; size: number } | undefined;
  #image: ImageData | undefined;
  #pixels = new Uint32Array();
  #size: Size = { width: 0, height: 0 };
  #ratio = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  resize(size: Size, ratio: number): void {
    this.#size = size;
    this.#ratio = Math.min(ratio, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
    this.#image = undefined;
  }

  hide(): void {
    this.#canvas.style.visibility = "hidden";
  }

  /** What `scene.buckets` holds, as squares or as the shapes that they are from near. */
  paint(scene: Scene, view: View, seat: number, squares: boolean): void {
    // Whoever never comes so near needs neither.
    this.#pen ??= this.#canvas.getContext("2d", { willReadFrequently: true });
    if (!this.#pen) return;
    if (!this.#image) {
      this.#canvas.width = Math.round(this.#size.width * this.#ratio);
      this.#canvas.height = Math.round(this.#size.height * this.#ratio);
      this.#image = this.#pen.createImageData(this.#canvas.width, this.#canvas.height);
      this.#pixels = new Uint32Array(this.#image.data.buffer);
    } else this.#pixels.fill(0);
    const { width, height } = this.#canvas;
    // Shapes differ by hundredths while one zooms: the next size in whole pixels will do.
    const size = squares ? -Math.max(1, Math.round(seat * SQUARE * this.#ratio)) : Math.round(seat * this.#ratio);
    if (this.#stamped?.palette !== scene.palette || this.#stamped.size !== size) {
      this.#stamps.clear();
      this.#stamped = { palette: scene.palette, size };
    }
    const { buckets, plan } = scene;
    const scale = view.scale * this.#ratio;
    buckets.each(scene.styles, (style, from, to) => {
      const stamp = this.#stamp(scene, style, size);
      const left = view.x * this.#ratio - stamp.side / 2 + 0.5;
      const top = view.y * this.#ratio - stamp.side / 2 + 0.5;
      stampAll(this.#pixels, width, height, stamp, plan, buckets.places, from, to, scale, left, top);
    });
    this.#pen.putImageData(this.#image, 0, 0);
    this.#canvas.style.visibility = "visible";
  }

  #stamp(scene: Scene, style: number, size: number): Stamp {
    const there = this.#stamps.get(style);
    if (there) return there;
    const stamp =
      size < 0 ? { side: -size, pixels: squarePixels(scene.palette, style, -size) } : this.#drawn(scene, style, size);
    this.#stamps.set(style, stamp);
    return stamp;
  }

  #drawn(scene: Scene, style: number, size: number): Stamp {
    const side = Math.ceil(size * 1.1) + 2;
    this.#draft ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const pen = this.#draft;
    if (!pen) return { side, pixels: new Uint32Array(side * side) };
    pen.canvas.width = pen.canvas.height = side;
    paintShapes(pen, scene, style, size, (draw) => draw(side / 2, side / 2));
    return { side, pixels: new Uint32Array(pen.getImageData(0, 0, side, side).data.buffer) };
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

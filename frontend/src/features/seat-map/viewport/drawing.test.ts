import { describe, expect, it } from "vitest";
import { BLACK, WHITE, contrast, readable, standsOut, type Rgb } from "@/theme/colour";
import { decodeAvailability } from "@/features/seat-map/plan/availability";
import { decodePlan } from "@/features/seat-map/plan/compact";
import { isInside, middleOf } from "./art";
import { actionOf } from "./keys";
import { stretchOf } from "./palette";
import { stampAll } from "./seat-stamps";
import { SEAT_SHAPES, addShape } from "./shapes";
import { Buckets, CLOSED, TAKEN, freeIn, stylesOf } from "./styles";

const plan = decodePlan({
  v: 1,
  version: "0123456789abcdef",
  box: [0, 0, 60, 10],
  categories: ["1", "2"],
  graphics: [],
  sections: [
    {
      id: "1",
      name: "A",
      category: 0,
      hull: [],
      rows: [
        { n: "1", ids: [1, 6], at: [0, 0, 10, 0], no: [1, 1], c: [0, 3, 1, 3], kinds: { w: [0], c: [1], x: [5] } },
      ],
    },
  ],
});
const free = (bits: number) => decodeAvailability(Uint8Array.of(1, 35, 69, 103, 137, 171, 205, 239, bits).buffer, plan);

describe("how seats are drawn", () => {
  it("tells category and kind while they are free, else that they are taken or not sold", () => {
    expect([...stylesOf(plan, free(0b110101))]).toEqual([0 + 256, TAKEN, 0, TAKEN, 1, CLOSED]);
    expect([...stylesOf(plan, undefined)]).toEqual([256, 512, 0, 1, 1, CLOSED]);
    expect(freeIn(stylesOf(plan, free(0b110101)), 0, 6)).toBe(3);
  });

  it("is decided for all of one look at once", () => {
    const styles = stylesOf(plan, free(0b011100));
    const buckets = new Buckets(plan.count);
    for (let frame = 0; frame < 2; frame++) {
      buckets.clear();
      buckets.add(Uint32Array.of(5, 4, 3, 2, 1, 0), 0, 6, styles);
      const seen: [number, number[]][] = [];
      buckets.each(styles, (style, from, to) => seen.push([style, [...buckets.places.subarray(from, to)]]));
      expect(seen).toEqual([
        [0, [2]],
        [1, [4, 3]],
        [CLOSED, [5]],
        [TAKEN, [1, 0]],
      ]);
    }
  });

  it("gives each category a shape that no other has", () => {
    const drawn = SEAT_SHAPES.map((shape) => {
      const said: unknown[] = [];
      const say =
        (name: string) =>
        (...values: number[]) =>
          void said.push(name, ...values.map((value) => value.toFixed(2)));
      addShape(
        { moveTo: say("m"), lineTo: say("l"), arc: say("a"), roundRect: say("r"), closePath: say("z") },
        shape,
        0,
        0,
        4,
      );
      return said.join(" ");
    });
    expect(new Set(drawn).size).toBe(SEAT_SHAPES.length);
  });
});

describe("stamping", () => {
  const stamp = { side: 2, pixels: Uint32Array.of(1, 0, 2, 3) };
  const draw = (x: number, y: number, image = new Uint32Array(12).fill(9)) => {
    stampAll(image, 4, 3, stamp, { x: Float32Array.of(x), y: Float32Array.of(y) }, Uint32Array.of(0), 0, 1, 1, 0, 0);
    return [...image].join("").match(/..../g);
  };

  it("copies what is not see-through, in whole pixels", () => {
    expect(draw(1.4, 0.6)).toEqual(["9199", "9239", "9999"]);
  });

  it("keeps to the image at its edges", () => {
    expect(draw(-1, -1)).toEqual(["3999", "9999", "9999"]);
    expect(draw(3, 2)).toEqual(["9999", "9999", "9991"]);
    for (const [x, y] of [
      [-3, 0],
      [0, -3],
      [4, 0],
      [0, 3],
      [900, 900],
    ] as const)
      expect(draw(x, y)?.join("")).toBe("9".repeat(12));
  });
});

describe("sections", () => {
  const outline = Float32Array.of(0, 0, 40, 0, 40, 20, 20, 20, 20, 40, 0, 40);

  it("are found by a point inside", () => {
    expect(isInside(outline, 10, 30)).toBe(true);
    expect(isInside(outline, 30, 30)).toBe(false);
    expect(isInside(new Float32Array(), 0, 0)).toBe(false);
  });

  it("have their names in the middle of their area", () => {
    const middle = middleOf(Float32Array.of(0, 0, 30, 0, 30, 10, 0, 10));
    expect(middle).toEqual({ x: 15, y: 5 });
    expect(middleOf(Float32Array.of(1, 1, 3, 3))).toEqual({ x: 2, y: 2 });
  });
});

describe("colours", () => {
  const grounds: Rgb[] = [WHITE, [23, 19, 43], BLACK, [120, 120, 120]];

  it("stand out from any ground, and stay themselves where they do already", () => {
    for (const ground of grounds)
      for (const colour of [
        [255, 240, 60],
        [58, 110, 165],
        [0, 0, 0],
        [255, 255, 255],
      ] as Rgb[])
        expect(contrast(readable(colour, ground, 3), ground)).toBeGreaterThanOrEqual(3);
    expect(readable([58, 110, 165], WHITE, 3)).toEqual([58, 110, 165]);
    expect(standsOut([250, 230, 60], WHITE, BLACK)).toBe(BLACK);
  });

  it.each([
    ["62%", "extra-condensed"],
    ["100%", "normal"],
    ["151%", "extra-expanded"],
    ["", "normal"],
  ])("go with the theme's width of type %s", (width, word) => expect(stretchOf(width)).toBe(word));
});

describe("keys", () => {
  const key = (name: string, more = {}) =>
    actionOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it("lead, pick, zoom and leave", () => {
    expect(key("ArrowUp")).toEqual({ step: "up" });
    expect(key("PageDown")).toEqual({ step: "nextSection" });
    expect([" ", "Enter"].map((name) => key(name))).toEqual([{ act: "pick" }, { act: "pick" }]);
    expect(key("/")).toEqual({ act: "find" });
    expect(key("Escape")).toEqual({ act: "leave" });
  });

  it("leave the browser its own, and Tab to whoever wants out", () => {
    expect(key("Tab")).toBeUndefined();
    expect(key("+", { ctrlKey: true })).toBeUndefined();
    expect(key("ArrowLeft", { altKey: true })).toBeUndefined();
  });
});

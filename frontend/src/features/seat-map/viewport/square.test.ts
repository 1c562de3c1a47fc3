import { describe, expect, it } from "vitest";
import { decodePlan } from "@/features/seat-map/plan/compact";
import type { Palette } from "./palette";
import { nameWidthsOf, type Scene } from "./scene";
import { squarePixels } from "./square";
import { TAKEN } from "./styles";

const seats = [{ fill: "rgb(1 2 3)", on: "", rgb: [1, 2, 3] }] as const;
const palette = { taken: "#070809", section: "rgb(4 5 6)", ink: "rgb(0 0 0)", seats };
/** Red, green and blue of each pixel, "" where it is see-through. */
const seen = (style: number, side: number) =>
  [...squarePixels(palette, style, side)].map((pixel) => {
    const [red, green, blue, opacity] = new Uint8Array(Uint32Array.of(pixel).buffer);
    return opacity === 255 ? `${red} ${green} ${blue}` : "";
  });

describe("squares", () => {
  it("are of their category's colour, smaller when they are taken", () => {
    expect(seen(0, 2)).toEqual(["1 2 3", "1 2 3", "1 2 3", "1 2 3"]);
    expect(seen(TAKEN, 3)).toEqual(["", "", "", "", "7 8 9", "", "", "", ""]);
  });

  it("are hollow for wheelchairs and companions as soon as that can be seen", () => {
    expect(seen(256, 3)).toEqual(Array<string>(9).fill("1 2 3"));
    expect(seen(256, 4).map((one) => one === "4 5 6")).toEqual(".....##..##.....".split("").map((one) => one === "#"));
  });
});

describe("names of sections", () => {
  it("are measured letter by letter, each once", () => {
    const section = (name: string) => ({ id: name, name, category: 0, hull: [], rows: [] });
    const plan = decodePlan({
      v: 1,
      version: "0",
      box: [0, 0, 1, 1],
      categories: [],
      graphics: [],
      sections: ["A1", "A11"].map(section),
    });
    const asked: string[] = [];
    const measureText = (text: string) => ({ width: asked.push(text) * 100 }) as TextMetrics;
    const scene = {
      plan,
      palette: { nameFont: () => "", nameCase: (name: string) => name } as unknown as Palette,
    } as Scene;
    expect(nameWidthsOf(scene, { font: "", measureText })).toEqual([3, 5]);
    expect(asked).toEqual(["A", "1"]);
  });
});

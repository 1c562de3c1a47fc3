import { describe, expect, it } from "vitest";
import { focusClasses } from "./picture-focus";
import { sizesOf } from "./picture-sizes";

const WIDE = { width: 1920, height: 1080 };
const UPRIGHT = { width: 1000, height: 1250 };

describe("how wide a picture itself is", () => {
  it("is its frame's width where nothing is cut off its sides; phones spare a third of what their screens could show", () => {
    expect(sizesOf(UPRIGHT, { lg: "24vw", md: "31vw", base: "46vw" }, { base: 1 })).toBe(
      "(min-width: 68rem) 24vw, (min-width: 52rem) 31vw, (min-resolution: 2.5dppx) calc(46vw * 0.68), 46vw",
    );
  });

  it("is more where a high frame cuts its sides off: there more screens spare", () => {
    expect(sizesOf(WIDE, { base: "100vw" }, { md: 21 / 9, base: 4 / 5 })).toBe(
      "(min-width: 52rem) 100vw, (min-resolution: 1.5dppx) calc(100vw * 1.51), calc(100vw * 2.22)",
    );
  });

  it("follows the frame's ratio at each width of the window", () => {
    expect(sizesOf(WIDE, { lg: "30vw", base: "90vw" }, { md: 1, base: 16 / 9 })).toBe(
      "(min-width: 68rem) calc(30vw * 1.78), (min-width: 52rem) calc(90vw * 1.78), (min-resolution: 2.5dppx) calc(90vw * 0.68), 90vw",
    );
  });

  it("is at most what the shop wants for fine screens, and never less than is shown on others", () => {
    expect(sizesOf(UPRIGHT, { md: "63vw", base: "100vw" }, { base: 1 }, 740)).toBe(
      "(min-width: 52rem) and (min-resolution: 1.5dppx) min(63vw, 740px), (min-width: 52rem) 63vw, " +
        "(min-resolution: 2.5dppx) calc(100vw * 0.68), 100vw",
    );
  });
});

describe("the focus", () => {
  it("is rounded to the classes that there are", () => {
    expect(focusClasses({ focusX: 9, focusY: 100 })).toBe("at-focus focus-x-10 focus-y-100");
  });

  it("is that of the picture that is shown", () => {
    const both = focusClasses({ focusX: 9, focusY: 50 }, { focusX: 50, focusY: 20 });
    expect(both).toBe("at-focus focus-x-50 focus-y-20 md:focus-x-10 md:focus-y-50");
  });
});

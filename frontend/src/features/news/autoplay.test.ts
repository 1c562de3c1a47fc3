import { describe, expect, it } from "vitest";
import { advances, slideAfter } from "./autoplay";

const quiet = { stopped: false, hovered: false, focused: false, slides: 3 };

describe("advances", () => {
  it("goes on where nobody is", () => expect(advances(quiet)).toBe(true));
  it.each(["stopped", "hovered", "focused"] as const)("stands still when %s", (why) =>
    expect(advances({ ...quiet, [why]: true })).toBe(false),
  );
  it("stands still when there is nowhere to go", () => expect(advances({ ...quiet, slides: 1 })).toBe(false));
});

describe("slideAfter", () => {
  it("goes round both ends", () => {
    expect(slideAfter(2, 1, 3)).toBe(0);
    expect(slideAfter(0, -1, 3)).toBe(2);
    expect(slideAfter(0, 1, 3)).toBe(1);
  });
});

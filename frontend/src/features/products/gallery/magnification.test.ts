import { describe, expect, it } from "vitest";
import { enlarged, kept, LARGEST, pinched, pressed, WHOLE } from "./magnification";

const frame = { width: 400, height: 600 };

describe("a picture looked at closely", () => {
  it("grows between the fingers, and what is below them stays there", () => {
    const view = enlarged(WHOLE, 2, { x: 100, y: -50 }, frame);
    expect(view).toEqual({ scale: 2, x: -100, y: 50 });
    // the place at (100, -50) of the picture is drawn at scale * place + push
    expect([view.scale * 100 + view.x, view.scale * -50 + view.y]).toEqual([100, -50]);
  });

  it("is never smaller than its frame, larger than four times it, or pushed past its edge", () => {
    expect(kept({ scale: 0.3, x: 50, y: 0 }, frame)).toEqual(WHOLE);
    expect(enlarged(WHOLE, 99, { x: 0, y: 0 }, frame).scale).toBe(LARGEST);
    expect(kept({ scale: 2, x: 999, y: -999 }, frame)).toEqual({ scale: 2, x: 200, y: -300 });
  });

  it("follows two fingers", () => {
    const before = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as const;
    const wider = [
      { x: -80, y: 30 },
      { x: 120, y: 30 },
    ] as const;
    expect(pinched(WHOLE, before, wider, frame)).toEqual({ scale: 2, x: 20, y: 30 });
    expect(pinched({ scale: 2, x: 0, y: 0 }, wider, before, frame).scale).toBe(1);
  });

  it("is doubled by a press and whole again by the next", () => {
    const close = pressed(WHOLE, { x: 0, y: 0 }, frame);
    expect(close.scale).toBeGreaterThan(2);
    expect(pressed(close, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
  });
});

import { describe, expect, it } from "vitest";
import { SECTIONS, SHAPES, SQUARES, detailOf, fingerPicks, showsNumbers, zoomForFingers } from "./detail";
import {
  MAX_ZOOM,
  ZOOM_IN,
  ZOOM_OUT,
  between,
  clampView,
  pan,
  pinch,
  resized,
  toPlan,
  toWindow,
  wheelFactor,
  wholePlan,
  zoomAbout,
  zoomOf,
  type Frame,
} from "./view";

const frame: Frame = {
  box: { x: -100, y: 50, width: 400, height: 200 },
  size: { width: 832, height: 632 },
  covered: 0,
};
const whole = wholePlan(frame);

describe("the whole plan", () => {
  it("fills the window's narrower side, in its middle, at zoom 1", () => {
    expect(whole.scale).toBe(2);
    expect(zoomOf(whole, frame)).toBe(1);
    expect(toWindow(whole, 100, 150)).toEqual({ x: 416, y: 316 });
  });

  it("leaves free what something else covers", () => {
    const covered = wholePlan({ ...frame, size: { width: 832, height: 300 }, covered: 68 });
    expect(covered.scale).toBe(1);
    expect(toWindow(covered, 0, 250).y).toBe(216);
  });
});

describe("zooming", () => {
  const point = { x: 300, y: 350 };

  it("keeps what lies below the point", () => {
    const near = zoomAbout(whole, point, 4, frame);
    expect(zoomOf(near, frame)).toBeCloseTo(4);
    expect(toWindow(near, ...(Object.values(toPlan(whole, point)) as [number, number])).x).toBeCloseTo(point.x);
    const nearer = zoomAbout(near, point, ZOOM_IN, frame);
    expect(toPlan(nearer, point).y).toBeCloseTo(toPlan(near, point).y);
  });

  it("ends at 1 and 25", () => {
    let view = whole;
    for (let press = 0; press < 40; press++) view = zoomAbout(view, point, ZOOM_IN, frame);
    expect(zoomOf(view, frame)).toBeCloseTo(MAX_ZOOM);
    for (let press = 0; press < 40; press++) view = zoomAbout(view, point, ZOOM_OUT, frame);
    expect(view).toEqual(whole);
  });

  it("by wheel is by one button press a notch, towards and away", () => {
    expect(wheelFactor(-100, 0)).toBeCloseTo(1.25);
    expect(wheelFactor(100, 0)).toBeCloseTo(0.75);
    expect(wheelFactor(-3, 1)).toBeCloseTo(1.25);
    expect(wheelFactor(-10, 0) ** 10).toBeCloseTo(1.25);
    expect(wheelFactor(-5000, 0)).toBeCloseTo(1.25);
    expect(wheelFactor(0, 0)).toBe(1);
  });

  it("goes by equal factors in equal times, about the same point all the way", () => {
    const near = zoomAbout(whole, point, 4, frame);
    const half = between(whole, near, 0.5);
    expect(zoomOf(half, frame)).toBeCloseTo(2);
    expect(toPlan(half, point).x).toBeCloseTo(toPlan(whole, point).x);
    expect(between(whole, near, 1)).toBe(near);
    expect(between(near, { ...near, x: near.x + 10 }, 0.5).x).toBeCloseTo(near.x + 5);
  });
});

describe("moving", () => {
  it("does nothing at zoom 1", () => expect(pan(whole, 200, -90, frame)).toEqual(whole));

  it("never loses the plan", () => {
    const near = zoomAbout(whole, { x: 416, y: 316 }, 3, frame);
    const farRight = pan(near, -1e6, -1e6, frame);
    expect(toWindow(farRight, 300, 250)).toEqual({ x: 816, y: 616 });
    const farLeft = pan(near, 1e6, 1e6, frame);
    expect(toWindow(farLeft, -100, 50)).toEqual({ x: 16, y: 16 });
    expect(clampView(near, frame)).toEqual(near);
  });

  it("keeps the middle when the window changes", () => {
    const near = zoomAbout(whole, { x: 400, y: 300 }, 3, frame);
    const turned = { ...frame, size: { width: 400, height: 700 } };
    const after = resized(near, frame, turned);
    expect(zoomOf(after, turned)).toBeCloseTo(3);
    expect(toPlan(after, { x: 200, y: 350 }).x).toBeCloseTo(toPlan(near, { x: 416, y: 316 }).x);
  });
});

describe("two fingers", () => {
  const near = zoomAbout(whole, { x: 416, y: 316 }, 5, frame);
  const before = [
    { x: 300, y: 300 },
    { x: 400, y: 300 },
  ] as const;

  it("keep what they touch", () => {
    const now = [
      { x: 280, y: 320 },
      { x: 430, y: 320 },
    ] as const;
    const after = pinch(near, before, now, frame);
    expect(zoomOf(after, frame)).toBeCloseTo(7.5);
    expect(toPlan(after, now[0]).x).toBeCloseTo(toPlan(near, before[0]).x);
    expect(toPlan(after, now[1]).y).toBeCloseTo(toPlan(near, before[1]).y);
  });

  it("only move it while their distance stays", () => {
    const now = before.map(({ x, y }) => ({ x: x + 30, y: y - 20 })) as unknown as typeof before;
    expect(pinch(near, before, now, frame)).toEqual(pan(near, 30, -20, frame));
  });

  it("on one spot do no harm", () => {
    const spot = [before[0], before[0]] as const;
    expect(Number.isFinite(pinch(near, spot, before, frame).scale)).toBe(true);
  });
});

describe("detail", () => {
  it.each([
    [1, SECTIONS],
    [2.49, SECTIONS],
    [2.5, SQUARES],
    [7.9, SQUARES],
    [8, SHAPES],
    [60, SHAPES],
  ])("of %f pixels a seat is %i", (seat, detail) => expect(detailOf(seat)).toBe(detail));

  it("has numbers where they can be read", () => {
    expect(showsNumbers(12)).toBe(false);
    expect(showsNumbers(20)).toBe(true);
  });

  it("lets fingers pick from zoom 4, and seats of 24 pixels", () => {
    expect(fingerPicks(3.99, 90)).toBe(false);
    expect(fingerPicks(4, 90)).toBe(true);
    expect(fingerPicks(6, 12)).toBe(false);
    expect(fingerPicks(25, 12)).toBe(true);
  });

  it("leads one tap to where fingers can pick", () => {
    for (const seat of [0.3, 1, 4, 9, 40]) {
      const zoom = zoomForFingers(1, seat);
      expect(fingerPicks(zoom, seat * zoom)).toBe(true);
    }
  });
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReservationClock } from "./reservation-clock";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2030-01-01T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

it("shows all views the same second and tells once, two seconds after it, that it is over", () => {
  const clock = createReservationClock();
  const [views, ended] = [[vi.fn(), vi.fn()], vi.fn()];
  const stops = views.map((view) => clock.subscribe(view));
  clock.run("2030-01-01T12:00:08Z", ended);
  expect(clock.seconds()).toBe(8);
  vi.advanceTimersByTime(4000);
  expect(clock.seconds()).toBe(4);
  expect(views.map((view) => view.mock.calls.length)).toEqual([5, 5]);
  stops[1]?.();
  vi.advanceTimersByTime(5000);
  expect([clock.seconds(), ended.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(60_000);
  expect([clock.seconds(), ended.mock.calls.length, views[1]?.mock.calls.length]).toEqual([0, 1, 5]);
});

it("stands still without a reservation, and when it is stopped", () => {
  const clock = createReservationClock();
  const ended = vi.fn();
  clock.run("2030-01-01T12:00:08Z", ended)();
  vi.advanceTimersByTime(60_000);
  expect([clock.seconds(), ended.mock.calls.length]).toEqual([8, 0]);
  clock.run(null, ended);
  expect(clock.seconds()).toBeNull();
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SERVER = Date.parse("2030-01-01T12:00:00Z");
const answer = (at: number, headers = {}) =>
  new Response("", { headers: { date: new Date(at).toUTCString(), ...headers } });

/** A clock that has heard nothing yet; `ask` at a moment of the server's, which answers in the middle of `took` ms. */
async function clocks(visitorAhead: number) {
  vi.resetModules();
  const { noteServerTime, serverNow } = await import("@/lib/time/server-clock");
  const ask = (moment: number, took: number, headers = {}) => {
    const askedAt = moment + visitorAhead;
    vi.setSystemTime(askedAt + took);
    noteServerTime(answer(moment + took / 2, headers), askedAt);
    return serverNow() - (moment + took);
  };
  return { ask, serverNow };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([-90_000, -1900, -400, 0, 400, 1900, 90_000])(
  "is never behind the server where the visitor's clock is %s ms ahead",
  async (visitorAhead) => {
    const { ask } = await clocks(visitorAhead);
    for (const [moment, took] of [
      [0, 80],
      [430, 300],
      [990, 20],
      [1500, 1200],
    ] as const) {
      const error = ask(SERVER + moment, took);
      expect(error).toBeGreaterThanOrEqual(0);
      expect(error).toBeLessThan(1000 + took);
    }
  },
);

it("knows more with each answer", async () => {
  const { ask } = await clocks(5000);
  const first = ask(SERVER, 100);
  const later = ask(SERVER + 1900, 100);
  expect([first, later]).toEqual([999, 99]);
});

it("believes the newest answer once a clock was set, and none from a cache", async () => {
  const { ask, serverNow } = await clocks(0);
  ask(SERVER, 100);
  expect(ask(SERVER + 3_600_000, 100)).toBeLessThan(1100);
  const known = serverNow() - Date.now();
  ask(SERVER - 86_400_000, 100, { age: "10" });
  expect(serverNow() - Date.now()).toBe(known);
});

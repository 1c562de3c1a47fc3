import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadSeats, type SeatSource } from "./load";

const OLD = "0123456789abcdef";
const NEW = "fedcba9876543210";
const source: SeatSource = { version: OLD, compactUrl: `/seatmap/${OLD}.compact.json`, availabilityUrl: "/seats" };
const file = (version: string, count: number) => ({
  v: 1,
  version,
  box: [0, 0, 1, 1],
  categories: ["12"],
  sections: [
    { id: "5", name: "A", category: 0, hull: [], rows: [{ n: "1", ids: [10, count], at: [0, 0, 1, 0], no: [1, 1] }] },
  ],
});
const bits = (version: string, byte: number) =>
  Uint8Array.from([...(version.match(/../g) ?? []).map((hex) => parseInt(hex, 16)), byte]);

const asked: string[] = [];
let answers: Record<string, () => Response>;
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return Promise.resolve(answers[url]?.() ?? new Response(null, { status: 404 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("an event's seats", () => {
  it("are the plan and who is free, the plan only once", async () => {
    answers = {
      [source.compactUrl]: () => Response.json(file(OLD, 3)),
      "/seats": () => new Response(bits(OLD, 0b101)),
    };
    const { plan, free } = await loadSeats(source);
    expect([plan.count, free.isFree(0), free.isFree(1)]).toEqual([3, true, false]);
    asked.length = 0;
    expect((await loadSeats(source, plan)).plan).toBe(plan);
    expect(asked).toEqual(["/seats"]);
  });

  it("are read from a new plan when it was replaced", async () => {
    answers = {
      [source.compactUrl]: () => Response.json(file(OLD, 3)),
      [`/seatmap/${NEW}.compact.json`]: () => Response.json(file(NEW, 8)),
      "/seats": () => new Response(bits(NEW, 0b1)),
    };
    const { plan, free } = await loadSeats(source);
    expect([plan.version, plan.count, free.version, free.isFree(0)]).toEqual([NEW, 8, NEW, true]);
  });

  it("are not there when a part is missing", async () => {
    answers = { [source.compactUrl]: () => Response.json(file(OLD, 3)) };
    await expect(loadSeats(source)).rejects.toMatchObject({ status: 404 });
  });
});

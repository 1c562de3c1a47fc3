import { afterEach, expect, it } from "vitest";
import { deleteCopy, keptCopy, writeCopy } from "@/lib/kept-tickets";
import { proves } from "@/testing/proves";
import { opensOrder, orderPage } from "./order-page";

const ORDER = `${location.origin}/nachtfalter/checkout/done/secret`;
const OTHER = `${location.origin}/nachtfalter/checkout/done/other`;
const HOUR_MS = 3_600_000;
const never = () => new Promise<Response>(() => undefined);
const answers =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }));
const noNetwork = () => fetch("http://127.0.0.1:1/");

const keep = (address: string, text: string, lastsMs = HOUR_MS) =>
  writeCopy(address, text, new Date(Date.now() + lastsMs));
const shown = async (address: string, ask: () => Promise<Response>, patienceMs?: number) =>
  (await orderPage(address, ask, patienceMs)).text();

afterEach(async () => {
  await deleteCopy(ORDER);
  await deleteCopy(OTHER);
  expect(await caches.has("tickets")).toBe(false);
});

it.each([
  ["GET", "navigate", `${ORDER}/B-12345`, true],
  ["GET", "navigate", ORDER, true],
  ["GET", "navigate", `${ORDER}?payment_received`, true],
  ["GET", "navigate", `${ORDER}2/B-12345`, false],
  ["GET", "navigate", `${OTHER}/B-12345`, false],
  ["GET", "navigate", `${location.origin}/nachtfalter?from=${ORDER}/`, false],
  ["POST", "navigate", `${ORDER}/B-12345`, false],
  ["GET", "cors", `${ORDER}/B-12345`, false],
] as const)("answers for its order's page and nothing else: %s %s %s", (method, mode, url, answered) => {
  expect(opensOrder({ method, mode, url }, ORDER)).toBe(answered);
});

it(
  "shows the shop's answer wherever there is one, and the copy without a network or while the shop fails",
  proves("purchase §4", "kept tickets are shown only where the shop does not answer"),
  async () => {
    await keep(ORDER, "copy");
    expect(await shown(ORDER, answers("page"))).toBe("page");
    expect(await shown(ORDER, answers("not found", 404))).toBe("not found");
    expect(await shown(ORDER, noNetwork)).toBe("copy");
    expect(await shown(ORDER, answers("down", 502))).toBe("copy");
    expect(await shown(ORDER, never, 10)).toBe("copy");
  },
);

it("lets a copy do nothing but be shown", async () => {
  await keep(ORDER, "copy");
  const { headers } = await orderPage(ORDER, noNetwork);
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
});

it("shows each order its own copy, and none to an order that has none", async () => {
  await keep(ORDER, "mine");
  await expect(shown(OTHER, noNetwork)).rejects.toThrow(TypeError);
  await keep(OTHER, "another");
  expect(await shown(ORDER, noNetwork)).toBe("mine");
  expect(await shown(OTHER, noNetwork)).toBe("another");
});

it("shows no copy whose time is over", async () => {
  await keep(ORDER, "copy", -HOUR_MS);
  expect(await keptCopy(ORDER)).toBeUndefined();
  await expect(shown(ORDER, noNetwork)).rejects.toThrow(TypeError);
});

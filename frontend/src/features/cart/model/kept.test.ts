import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Cart, CartLine } from "@/features/cart/model/cart";
import { keepCart } from "@/features/cart/model/keep-cart";
import {
  expectLeaving,
  forgetKept,
  lostText,
  prolongKept,
  readKept,
  settleKept,
  type Kept,
} from "@/features/cart/model/kept";
import { proves } from "@/testing/proves";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse("2030-01-01T12:00:00Z");

const shirt = {
  id: "1",
  productVariantId: "31",
  productSlug: "shirt",
  productName: "Shirt",
  productVariantDescription: "M",
  personalIdentifier: "Mira Sommer",
  personalised: true,
  parentId: null,
  seat: null,
  amount: 2,
} as unknown as CartLine;

const cartOf = (id: string, ...items: CartLine[]): Cart =>
  ({ id, items, validUntil: new Date(Date.now() + 20 * MINUTE).toISOString() }) as unknown as Cart;
const lost = () => JSON.parse(lostText("band") ?? "null") as Kept | null;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it(
  "is lost once its time has run out, for a week, without what was typed",
  proves("purchase §4", "what a cart lost with its reservation is offered again for a week"),
  () => {
    keepCart("band", cartOf("a", shirt));
    settleKept("band", null);
    expect(lost()).toBeNull();
    vi.advanceTimersByTime(21 * MINUTE);
    settleKept("band", "a");
    expect(lost()).toBeNull();
    settleKept("band", null);
    expect(lost()?.trees[0]?.line).toMatchObject({ productName: "Shirt", amount: 2, personalised: true });
    expect(lostText("band")).not.toContain("Mira");
    vi.advanceTimersByTime(6 * DAY);
    settleKept("band", null);
    expect(lost()).not.toBeNull();
    vi.advanceTimersByTime(DAY);
    settleKept("band", null);
    expect(lost()).toBeNull();
  },
);

it("stays lost beside what comes into another cart, until that is ordered", () => {
  keepCart("band", cartOf("a", shirt));
  vi.advanceTimersByTime(DAY);
  keepCart("band", cartOf("b", { ...shirt, productName: "Cap" }));
  expect(lost()?.trees[0]?.line.productName).toBe("Shirt");
  forgetKept("band");
  settleKept("band", null);
  expect(lost()).toBeNull();
});

it("is not lost what was taken out by hand", () => {
  keepCart("band", cartOf("a", shirt));
  keepCart("band", cartOf("a"));
  vi.advanceTimersByTime(DAY);
  settleKept("band", null);
  expect(lost()).toBeNull();
});

it.each(["{", "7", '{"until": 1}', '{"cartId": "a", "until": 1, "trees": [null]}'])(
  "takes no notice of what is stored in another form: %s",
  (text) => {
    expect(readKept(text)).toBeNull();
  },
);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

it("is kept as long as the session, also where that was renewed", () => {
  keepCart("band", cartOf("a", shirt));
  vi.advanceTimersByTime(15 * MINUTE);
  prolongKept("band", inMinutes(20));
  vi.advanceTimersByTime(19 * MINUTE);
  settleKept("band", null);
  expect(lost()).toBeNull();
  vi.advanceTimersByTime(2 * MINUTE);
  prolongKept("band", inMinutes(20));
  settleKept("band", null);
  expect(lost()).not.toBeNull();
});

it(
  "is not lost what may have left by a link or an order, unless it is seen here later",
  proves("purchase §4", "a cart that may have moved to another browser, or was perhaps ordered, is not offered again"),
  () => {
    keepCart("band", cartOf("a", shirt));
    expectLeaving("band", 10 * MINUTE);
    keepCart("band", cartOf("a", shirt));
    vi.advanceTimersByTime(DAY);
    settleKept("band", null);
    expect(lost()).toBeNull();
    expectLeaving("band", 0);
    settleKept("band", null);
    expect(lost()).not.toBeNull();

    forgetKept("band");
    keepCart("band", cartOf("b", shirt));
    expectLeaving("band", 10 * MINUTE);
    vi.advanceTimersByTime(11 * MINUTE);
    keepCart("band", cartOf("b", shirt));
    vi.advanceTimersByTime(DAY);
    settleKept("band", null);
    expect(lost()).not.toBeNull();
  },
);

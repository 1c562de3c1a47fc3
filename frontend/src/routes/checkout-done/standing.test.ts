import { describe, expect, it } from "vitest";
import { isFresh, standingOf } from "./standing";

type Facts = Parameters<typeof standingOf>[0];
type Parcel = Facts["parcels"][number];

const parcel = (state: Parcel["state"], shippableFrom: string | null = null) => ({ state, shippableFrom }) as Parcel;
const order = (told: Partial<Facts>): Facts => ({
  status: "payment_pending",
  balance: "25.90",
  toPay: "25.90",
  endsOn: null,
  keptUntil: null,
  parcels: [],
  returned: "0.00",
  returning: "0.00",
  totalIncludingShipping: "25.90",
  paymentUnderWay: false,
  onItsWay: "0.00",
  disputed: "0.00",
  confirmBy: null,
  bankDetails: null,
  ...told,
});
const key = (told: Partial<Facts>, returned = false) => standingOf(order(told), "2026-11-05", returned).key;

describe("how an order stands", () => {
  it("waits for its money, until a day where there is one", () => {
    expect(key({})).toBe("LANG_ORDER_UNPAID");
    expect(standingOf(order({ endsOn: "2026-11-19" }), "2026-11-05", false)).toMatchObject({
      key: "LANG_ORDER_UNPAID_UNTIL",
      date: "2026-11-19",
    });
    expect(key({ endsOn: "2026-11-04" })).toBe("LANG_ORDER_UNPAID");
    const bankDetails = { dueDate: "2026-11-12" } as Facts["bankDetails"];
    expect(key({ endsOn: "2026-11-19", bankDetails })).toBe("LANG_ORDER_UNPAID");
    const keptUntil = "2026-11-05T11:30:00+00:00";
    expect(standingOf(order({ endsOn: "2026-11-19", keptUntil }), "2026-11-05", false)).toMatchObject({
      key: "LANG_ORDER_UNPAID_KEPT",
      time: keptUntil,
    });
    expect(key({ paymentUnderWay: true }, true)).toBe("LANG_ORDER_UNDERWAY");
    expect(key({ paymentUnderWay: true })).toBe("LANG_ORDER_UNPAID");
    expect(standingOf(order({ onItsWay: "25.90", keptUntil }), "2026-11-05", false)).toEqual({
      key: "LANG_ORDER_ONITSWAY",
      tone: "waiting",
      amount: "25.90",
    });
    const part = { onItsWay: "20.00", toPay: "5.90", keptUntil };
    expect(standingOf(order(part), "2026-11-05", true)).toEqual({
      key: "LANG_ORDER_PART",
      tone: "waiting",
      amount: "5.90",
    });
    expect(key({ ...part, paymentUnderWay: true })).toBe("LANG_ORDER_PART");
    expect(key({ ...part, paymentUnderWay: true }, true)).toBe("LANG_ORDER_UNDERWAY");
    expect(key({ status: "incomplete", balance: "5.00", onItsWay: "5.00" })).toBe("LANG_ORDER_ONITSWAY");
    expect(standingOf(order({ status: "problem", balance: "5.00", disputed: "5.00" }), "2026-11-05", false)).toEqual({
      key: "LANG_ORDER_DISPUTED",
      tone: "waiting",
      amount: "5.00",
    });
    expect(key({ status: "problem", balance: "5.00", disputed: "4.99" })).toBe("LANG_ORDER_PART");
    expect(
      standingOf(order({ status: "incomplete", balance: "5.00", toPay: "5.00" }), "2026-11-05", false),
    ).toMatchObject({ key: "LANG_ORDER_PART", amount: "5.00" });
  });

  it.each<[string, Parcel[]]>([
    ["LANG_ORDER_PAID", []],
    ["LANG_ORDER_PACKING", [parcel("open"), parcel("packed")]],
    ["LANG_ORDER_PACKED", [parcel("packed")]],
    ["LANG_ORDER_LATER", [parcel("open", "2026-12-01")]],
    ["LANG_ORDER_PACKING", [parcel("open", "2026-12-01"), parcel("open")]],
    ["LANG_ORDER_PARTLY", [parcel("shipped"), parcel("open", "2026-12-01")]],
    ["LANG_ORDER_SHIPPED", [parcel("shipped"), parcel("delivered")]],
    ["LANG_ORDER_LOST", [parcel("lost"), parcel("delivered")]],
    ["LANG_ORDER_DELIVERED", [parcel("delivered"), parcel("returned")]],
    ["LANG_ORDER_RETURNED", [parcel("returned")]],
  ])("is %s by its parcels", (expected, parcels) => expect(key({ status: "done", parcels })).toBe(expected));

  it("waits for the link in the mail, where its tickets are free", () => {
    const confirmBy = "2026-11-05T10:30:00Z";
    expect(standingOf(order({ balance: "0.00", confirmBy }), "2026-11-05", false)).toMatchObject({
      key: "LANG_ORDER_CONFIRM",
      time: confirmBy,
    });
    expect(key({ balance: "25.90", confirmBy })).toBe("LANG_ORDER_UNPAID");
    expect(key({ status: "cancelled", balance: "0.00", confirmBy })).toBe("LANG_ORDER_CANCELLED");
  });

  it("is looked into, where its status is one that the page does not know", () => {
    expect(standingOf(order({ status: "on_hold" as Facts["status"] }), "2026-11-05", false)).toEqual({
      key: "LANG_ORDER_UNKNOWN",
      tone: "waiting",
    });
    expect(key({ status: "processing" })).toBe("LANG_ORDER_PAID");
  });

  it("is over", () => {
    expect(key({ status: "cancelled" })).toBe("LANG_ORDER_CANCELLED");
    expect(
      standingOf(order({ status: "cancelled", returned: "5.90", returning: "20.00" }), "2026-11-05", false),
    ).toEqual({
      key: "LANG_ORDER_REFUNDED",
      tone: "over",
      amount: "25.90",
    });
    expect(key({ status: "done", totalIncludingShipping: "0.00" })).toBe("LANG_ORDER_FREE");
    expect(key({ status: "done", totalIncludingShipping: "0.00", returned: "25.90" })).toBe("LANG_ORDER_REFUNDED");
  });
});

it("thanks for an hour, and whoever comes from paying, but never for what was cancelled", () => {
  const [createdAt, placed] = ["2026-11-05T10:00:00Z", Date.parse("2026-11-05T10:00:00Z")];
  const asked = (status: Facts["status"], minutes: number, returned = false) =>
    isFresh({ status, createdAt }, placed + minutes * 60_000, returned);
  expect([
    asked("payment_pending", 59),
    asked("payment_pending", 60),
    asked("done", 6000, true),
    asked("cancelled", 1, true),
  ]).toEqual([true, false, true, false]);
});

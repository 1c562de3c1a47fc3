import { beforeEach, describe, expect, it, vi } from "vitest";
import { choicesOf, inOneKind, type KindTicket } from "./kinds";

const askKind = vi.hoisted(() => vi.fn());
vi.mock("./ask-kind", () => ({ askKind }));
beforeEach(() => askKind.mockReset());

const ticket = (id: string, description: string, physical: boolean, more: Partial<KindTicket> = {}): KindTicket => ({
  id,
  description,
  physical,
  price: physical ? "22.00" : "20.00",
  available: true,
  pricingCategory: null,
  ...more,
});
const TWINS = [ticket("1", "Normal", false), ticket("2", "Normal", true), ticket("3", "Reduced", false)];

describe("kinds of tickets", () => {
  const ids = (tickets: KindTicket[]) =>
    choicesOf(tickets).map((one) => [one.shown.id, one.kinds.map((kind) => kind.id).join()]);

  it("are one choice where name and category are the same", () => {
    expect(ids(TWINS)).toEqual([
      ["1", "1,2"],
      ["3", "3"],
    ]);
    expect(ids([ticket("1", "x", false), ticket("2", "x", true, { pricingCategory: { id: "9" } })])).toHaveLength(2);
    expect(ids([ticket("1", "x", false), ticket("2", "x", false)])).toHaveLength(2);
  });

  it("count only where they can be had", () => {
    expect(ids([ticket("1", "x", false, { available: false }), ticket("2", "x", true)])).toEqual([["2", "2"]]);
    expect(ids([ticket("1", "x", false, { available: false })])).toEqual([["1", ""]]);
  });

  it("are not asked for where only one is possible", async () => {
    const requests = [{ productVariantId: "3", amount: 2, seatIds: ["7", "8"] }];
    expect(await inOneKind([TWINS], requests)).toEqual(requests);
    expect(askKind).not.toHaveBeenCalled();
  });

  it("are asked for once, with what each comes to", async () => {
    askKind.mockResolvedValue("hard");
    const requests = [
      { productVariantId: "1", amount: 2 },
      { productVariantId: "3", amount: 1 },
    ];
    expect(await inOneKind([TWINS], requests)).toEqual([
      { productVariantId: "2", amount: 2 },
      { productVariantId: "3", amount: 1 },
    ]);
    expect(askKind.mock.calls).toEqual([[{ online: "60.00", hard: "64.00" }]]);
  });

  it("are of one event: tickets of two evenings that are called the same are no pair", async () => {
    const groups = [[ticket("1", "Normal", false)], [ticket("2", "Normal", true)]];
    const requests = [
      { productVariantId: "1", amount: 1 },
      { productVariantId: "2", amount: 1 },
    ];
    expect(await inOneKind(groups, requests)).toEqual(requests);
    expect(askKind).not.toHaveBeenCalled();
  });

  it("add nothing when the question is not answered", async () => {
    askKind.mockResolvedValue(null);
    expect(await inOneKind([TWINS], [{ productVariantId: "1", amount: 1 }])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import {
  boundsFor,
  firstAmounts,
  groupTickets,
  limitsOf,
  requestsOf,
  saleLimit,
  totalPrice,
  withinLimits,
  type Ticket,
} from "./choice";

const ticket = (id: string, category: string | null, more: Partial<Ticket> = {}) =>
  ({
    id,
    order: 0,
    description: id,
    price: "20.00",
    available: true,
    active: true,
    physical: false,
    isDefault: false,
    pricingCategory: category ? { id: category } : null,
    ...more,
  }) as Ticket;
const category = (id: string, name: string, order: number, more = {}) =>
  ({
    id,
    name,
    order,
    available: true,
    expanded: true,
    section: "one",
    hideButtons: false,
    __typename: "PricingCategory",
    ...more,
  }) as const;
const meta = (more = {}) => ({ defaultAmount: 2, forceTicketAmount: null, ...more }) as never;
const sale = (tickets: Ticket[], more = {}) => ({
  cartLimit: 4,
  meta: meta(),
  pricingCategories: [category("b", "Rang", 2), category("a", "Default", 1)],
  productVariants: { __typename: "ProductVariantConnection" as const, nodes: tickets },
  ...more,
});

describe("tickets", () => {
  it("stand below their category; Default has no heading", () => {
    const groups = groupTickets(
      sale([ticket("1", "b"), ticket("2", "a"), ticket("3", null), ticket("4", "a", { active: false })]),
    );
    expect(groups.map((g) => [g.heading, g.choices.map((one) => one.shown.id).join()])).toEqual([
      ["", "2"],
      ["Rang", "1"],
      ["", "3"],
    ]);
  });

  it("stand closed where their category does, unless that has no heading to open it by", () => {
    const closed = { expanded: false };
    const categories = [category("a", "Default", 1, closed), category("b", "Rang", 2, { ...closed, section: "many" })];
    const groups = groupTickets({ ...sale([ticket("1", "a"), ticket("2", "b")]), pricingCategories: categories });
    expect(groups.map((g) => [g.expanded, g.hideButtons])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("share the event's limit with what lies in the cart", () => {
    const limits = limitsOf(sale([]));
    expect(boundsFor("1", { "1": 1, "2": 2 }, limits)).toEqual({ step: 1, max: 2 });
    expect(boundsFor("1", { "2": 4 }, limits).max).toBe(0);
    expect(boundsFor("1", { "2": 1 }, limitsOf(sale([]), 2)).max).toBe(1);
    expect(boundsFor("1", {}, limitsOf(sale([]), 9)).max).toBe(0);
  });

  it("give way when another tab fills the cart", () => {
    expect(withinLimits({ "1": 2, "2": 2 }, limitsOf(sale([]), 1))).toEqual({ "1": 2, "2": 1 });
    expect(withinLimits({ "1": 2 }, limitsOf(sale([], { meta: meta({ forceTicketAmount: 2 }) }), 3))).toEqual({
      "1": 0,
    });
  });

  it("are sold in a forced amount", () => {
    expect(boundsFor("1", {}, { free: 4, force: 2 })).toEqual({ step: 2, max: 2 });
    expect(boundsFor("1", { "2": 3 }, { free: 4, force: 2 })).toEqual({ step: 2, max: 0 });
  });

  it("have the limit of whole packs where they are sold in packs", () => {
    const packs = (cartLimit: number, forceTicketAmount: number | null) =>
      saleLimit({ cartLimit, meta: meta({ forceTicketAmount }) });
    expect([packs(9, null), packs(9, 2), packs(8, 2), packs(4, 5)]).toEqual([9, 8, 8, 4]);
  });

  it("start with none unless staff set an amount", () => {
    const amounts = (defaultAmount: number | null, more = {}) =>
      firstAmounts(sale([ticket("1", "a", { isDefault: true })], { meta: meta({ defaultAmount, ...more }) }));
    expect([amounts(null), amounts(0), amounts(1)]).toEqual([{}, {}, { "1": 1 }]);
    expect(amounts(null, { forceTicketAmount: 3 })).toEqual({});
  });

  it("start with the default amount where one is meant", () => {
    const two = [ticket("1", "a"), ticket("2", "a")];
    expect(firstAmounts(sale([ticket("1", "a")]))).toEqual({ "1": 2 });
    expect(firstAmounts(sale(two))).toEqual({});
    expect(firstAmounts(sale([ticket("1", "a"), ticket("2", "a", { isDefault: true })]))).toEqual({ "2": 2 });
    expect(
      firstAmounts(sale([ticket("1", "a"), ticket("2", "a", { isDefault: true, available: false }), ticket("3", "a")])),
    ).toEqual({});
    expect(firstAmounts({ ...sale([ticket("1", "a")]), cartLimit: 1 })).toEqual({ "1": 1 });
    expect(firstAmounts(sale([ticket("1", "a")], { meta: meta({ forceTicketAmount: 3 }) }))).toEqual({ "1": 3 });
    expect(firstAmounts(sale([ticket("1", "a")], { meta: meta({ forceTicketAmount: 5 }) }))).toEqual({ "1": 0 });
  });

  it("are asked for with whole amounts above zero", () => {
    expect(requestsOf({ "1": 2, "2": 0 })).toEqual([{ productVariantId: "1", amount: 2 }]);
  });

  it("cost what they cost, at least where the kind decides", () => {
    const prices = (tickets: Ticket[], amounts: Record<string, number>) =>
      totalPrice(
        groupTickets(sale(tickets)).flatMap((g) => g.choices),
        amounts,
      );
    expect(prices([ticket("1", "a"), ticket("2", "a", { price: "12.50" })], { "1": 2, "2": 1 })).toEqual({
      value: "52.50",
      open: false,
    });
    const twins = [
      ticket("1", "a", { description: "x" }),
      ticket("2", "a", { description: "x", physical: true, price: "22.00" }),
    ];
    expect(prices(twins, { "1": 2 })).toEqual({ value: "40.00", open: true });
    expect(prices(twins, {})).toEqual({ value: "0.00", open: false });
  });
});

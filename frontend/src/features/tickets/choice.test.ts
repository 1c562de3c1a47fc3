import { describe, expect, it } from "vitest";
import { boundsFor, firstAmounts, groupTickets, requestsOf, totalPrice, type Ticket } from "./choice";

const ticket = (id: string, category: string | null, more: Partial<Ticket> = {}) =>
  ({ id, order: 0, price: "20.00", available: true, active: true, pricingCategory: category ? { id: category } : null, ...more }) as Ticket;
const category = (id: string, name: string, order: number) =>
  ({ id, name, order, available: true, section: "", hideButtons: false, mapColor: "", __typename: "PricingCategory" }) as const;
const meta = (more = {}) => ({ defaultAmount: 2, forceTicketAmount: null, ...more }) as never;
const sale = (tickets: Ticket[]) => ({
  cartLimit: 4,
  meta: meta(),
  pricingCategories: [category("b", "Rang", 2), category("a", "Default", 1)],
  productVariants: { __typename: "ProductVariantConnection" as const, nodes: tickets },
});

describe("tickets", () => {
  it("stand below their category; Default has no heading", () => {
    const groups = groupTickets(sale([ticket("1", "b"), ticket("2", "a"), ticket("3", null), ticket("4", "a", { active: false })]));
    expect(groups.map((g) => [g.heading, g.tickets.map((t) => t.id).join()])).toEqual([
      ["", "2"],
      ["Rang", "1"],
      ["", "3"],
    ]);
  });

  it("share the event's limit", () => {
    const limits = { cartLimit: 4, force: null };
    expect(boundsFor("1", { "1": 1, "2": 2 }, limits)).toEqual({ step: 1, max: 2 });
    expect(boundsFor("1", { "2": 4 }, limits).max).toBe(0);
  });

  it("are sold in a forced amount", () => {
    expect(boundsFor("1", {}, { cartLimit: 4, force: 2 })).toEqual({ step: 2, max: 2 });
    expect(boundsFor("1", { "2": 3 }, { cartLimit: 4, force: 2 })).toEqual({ step: 2, max: 0 });
  });

  it("start with the default amount when there is one kind only", () => {
    expect(firstAmounts(sale([ticket("1", "a")]))).toEqual({ "1": 2 });
    expect(firstAmounts(sale([ticket("1", "a"), ticket("2", "a")]))).toEqual({});
    expect(firstAmounts({ ...sale([ticket("1", "a")]), cartLimit: 1 })).toEqual({ "1": 1 });
  });

  it("are asked for with whole amounts above zero", () => {
    expect(requestsOf({ "1": 2, "2": 0 })).toEqual([{ productVariantId: "1", amount: 2 }]);
    expect(totalPrice([ticket("1", "a"), ticket("2", "a", { price: "12.50" })], { "1": 2, "2": 1 })).toBe("52.50");
  });
});

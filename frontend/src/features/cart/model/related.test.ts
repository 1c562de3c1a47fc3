import { describe, expect, it } from "vitest";
import type { Cart } from "./cart";
import { relatedItems, relatedVariables, type RelatedItem } from "./related";

const line = (productId: string, ticket = false) =>
  ({ id: `l${productId}`, productId, ticket }) as Cart["items"][number];
const product = (id: string, more: object = {}) =>
  ({
    __typename: "MerchProduct",
    id,
    available: true,
    meta: { hide: false, externalUrl: "" },
    ...more,
  }) as unknown as RelatedItem;
const event = (id: string) => ({ __typename: "Event", id, available: true }) as unknown as RelatedItem;
const data = (nodes: Record<string, RelatedItem[]>, ofEvent: RelatedItem[] | null = null) =>
  ({
    merchProducts: { nodes: Object.entries(nodes).map(([id, found]) => ({ id, relatedItems: found })) },
    event: ofEvent && { relatedItems: ofEvent },
  }) as unknown as Parameters<typeof relatedItems>[0];
const names = (items: RelatedItem[]) => items.map((item) => `${item.__typename.charAt(0)}${item.id}`);

describe("related items of a cart", () => {
  it("are asked for alike by equal carts", () => {
    expect(relatedVariables({ items: [line("7"), line("3"), line("7"), line("9", true)] })).toEqual({
      ids: ["3", "7"],
      event: "9",
    });
    expect(relatedVariables({ items: [] })).toEqual({ ids: [], event: "0" });
  });

  it("are at most three, those of the newest line first, each once", () => {
    const answer = data({ 1: [product("10"), product("11")], 2: [product("12"), product("10")] });
    expect(names(relatedItems(answer, { items: [line("1"), line("2")] }))).toEqual(["M12", "M10", "M11"]);
    const many = data({ 1: ["10", "11", "12", "13"].map((id) => product(id)) });
    expect(relatedItems(many, { items: [line("1")] })).toHaveLength(3);
  });

  it("leave out what lies in the cart, is sold out, hidden or sold elsewhere", () => {
    const answer = data({
      1: [
        product("2"),
        product("3", { available: false }),
        product("4", { meta: { hide: true, externalUrl: "" } }),
        product("5", { meta: { hide: false, externalUrl: "https://x" } }),
        product("6"),
      ],
    });
    expect(names(relatedItems(answer, { items: [line("1"), line("2")] }))).toEqual(["M6"]);
  });

  it("tell an event from a product with the same id", () => {
    const answer = data({ 1: [event("1")] }, [product("9"), event("9")]);
    expect(names(relatedItems(answer, { items: [line("1"), line("9", true)] }))).toEqual(["M9", "E1"]);
  });
});

import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./refusal";
import { HttpError } from "@/lib/wire/fetch-layer";

const refused = (code: string, more: Record<string, unknown> = {}) =>
  refusalOf(new CombinedGraphQLErrors({ data: null, errors: [{ message: code, extensions: { code, ...more } }] }));

describe("why the cart took no seats", () => {
  it("names what is taken and what there is instead", () =>
    expect(refused("SEATS_NOT_AVAILABLE", { seatIds: ["4", "5"], alternatives: ["8", "9"] })).toEqual({
      kind: "taken",
      seatIds: ["4", "5"],
      alternatives: ["8", "9"],
    }));

  it("names the lines of the category that have to be released first", () =>
    expect(refused("CATEGORY_IN_CART", { pricingCategoryId: "1", itemIds: ["7"] })).toEqual({
      kind: "category",
      itemIds: ["7"],
    }));

  it("tells companions without a wheelchair seat, and multiples", () => {
    expect(refused("COMPANION_ALONE")).toEqual({ kind: "companion" });
    expect(refused("AMOUNT_NOT_MULTIPLE", { multiple: 4 })).toEqual({ kind: "multiple", multiple: 4 });
  });

  it("is else what it is for every cart, with the limit where there is one", () => {
    expect(refused("CART_LIMIT_EXCEEDED", { limit: 8 })).toEqual({
      kind: "other",
      text: { key: "LANG_TICKET_TOOMANY_DETAIL", values: { code: "CART_LIMIT_EXCEEDED", limit: 8 } },
    });
    expect(refusalOf(new HttpError(0))).toEqual({ kind: "other", text: { key: "LANG_ERROR_OFFLINE", values: {} } });
  });
});

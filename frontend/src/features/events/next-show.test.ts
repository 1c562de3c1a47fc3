import { expect, it } from "vitest";
import { nextShow } from "./next-show";
import { showTitle } from "./title";

const listening = { ticketState: "ON_SALE", priceHigh: "0.00" } as const;
const soldOut = { ticketState: "SOLD_OUT", priceHigh: "27.00" } as const;
const onSale = { ticketState: "ON_SALE", priceHigh: "29.00" } as const;
const elsewhere = { ticketState: "EXTERNAL", priceHigh: null } as const;
const cancelled = { ticketState: "CANCELLED", priceHigh: null } as const;
const over = { ticketState: "OVER", priceHigh: "29.00" } as const;

it("opens with the first show that sells tickets, not with what is free", () => {
  expect(nextShow([over, listening, soldOut, onSale])).toBe(onSale);
  expect(nextShow([over, listening, soldOut])).toBe(listening);
  expect(nextShow([listening, elsewhere])).toBe(elsewhere);
  expect(nextShow([over, cancelled])).toBeUndefined();
});

it("calls a show by its band, unless it has a name of its own", () => {
  expect(showTitle({ name: "Nachtfalter: Berlin", artist: "Nachtfalter" })).toBe("Nachtfalter");
  expect(showTitle({ name: "Nachtfalter", artist: "Nachtfalter" })).toBe("Nachtfalter");
  expect(showTitle({ name: "Vorhören: „Puppenruhe“", artist: "Nachtfalter" })).toBe("Vorhören: „Puppenruhe“");
  expect(showTitle({ name: "Tag der offenen Tür", artist: "" })).toBe("Tag der offenen Tür");
});

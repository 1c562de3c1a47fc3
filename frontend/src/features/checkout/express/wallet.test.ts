import { describe, expect, it } from "vitest";
import type { Cart } from "@/features/cart";
import { addressOf, isInCountry, requestOf } from "./wallet";

const cart = (part: Partial<Cart>): Cart => ({ physical: true, countryCode: "de", totalDue: "16.00", shipping: null, ...part }) as Cart;
const carriers = [
  { id: "2", name: "Express", description: "", price: "9.90" },
  { id: "1", name: "Parcel", description: "2-4 days", price: "5.90" },
].map((one) => ({ ...one, estimate: null, __typename: "ShippingMethod" as const }));
const wanted = { carriers, addressed: false, shopName: "Band", noShipping: "By e-mail" };

describe("what a wallet's sheet is asked for", () => {
  it("shows the total with the cheapest carrier, which it takes first", () => {
    const request = requestOf({ ...wanted, cart: cart({}) });
    expect(request.total).toEqual({ label: "Band", amount: 2190 });
    expect(request.shippingOptions?.map(({ id, amount }) => [id, amount])).toEqual([
      ["1", 590],
      ["2", 990],
    ]);
  });

  it("counts a carrier that is chosen already once", () => {
    const shipping = { id: "2", name: "Express", description: "", price: "9.90", checksAge: false, estimate: null, __typename: "ShippingMethod" as const };
    expect(requestOf({ ...wanted, cart: cart({ shipping, totalDue: "25.90" }) }).total.amount).toBe(2190);
  });

  it("asks for an address of tickets' buyers, too, and ships nothing", () => {
    const request = requestOf({ ...wanted, cart: cart({ physical: false }) });
    expect([request.total.amount, request.requestShipping, request.shippingOptions?.[0]?.id]).toEqual([1600, true, "-1"]);
  });

  it("asks for nothing that is entered already", () => {
    const request = requestOf({ ...wanted, addressed: true, cart: cart({ totalDue: "21.90" }) });
    expect(request).toEqual({ country: "DE", currency: "eur", total: { label: "Band", amount: 2190 } });
  });
});

describe("a wallet's address", () => {
  const given = { recipient: "Anna Maria  Muster", organization: "", addressLine: ["Weg 1", "Hinterhaus", "3. Stock"], postalCode: "1010", city: "Wien", country: "AT" };

  it("fits the checkout's fields", () =>
    expect(addressOf(given)).toEqual({
      firstName: "Anna Maria",
      lastName: "Muster",
      company: "",
      address: "Weg 1",
      address2: "Hinterhaus, 3. Stock",
      postCode: "1010",
      city: "Wien",
      countryCode: "at",
    }));

  it("lies where the order goes, or is refused", () => {
    expect(isInCountry(given, cart({ countryCode: "at" }))).toBe(true);
    expect(isInCountry(given, cart({ countryCode: "de" }))).toBe(false);
  });
});

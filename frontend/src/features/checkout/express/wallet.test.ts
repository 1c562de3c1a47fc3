import { describe, expect, it } from "vitest";
import type { Cart } from "@/features/cart";
import { addressOf, buttonOptions, groupOptions, isInCountry, shippingRates, totalOf } from "./wallet";

const cart = (part: Partial<Cart>): Cart =>
  ({ physical: true, countryCode: "de", totalDue: "16.00", shipping: null, ...part }) as Cart;
const carriers = [
  { id: "2", name: "Express", description: "", price: "9.90" },
  { id: "1", name: "Parcel", description: "2-4 days", price: "5.90" },
].map((one) => ({ ...one, estimate: null, __typename: "ShippingMethod" as const }));
const wanted = { carriers, addressed: false, noShipping: "By e-mail" };

describe("what a wallet's sheet is asked for", () => {
  it("shows the total with the cheapest carrier, which it takes first", () => {
    expect(totalOf({ ...wanted, cart: cart({}) })).toBe(2190);
    expect(shippingRates({ ...wanted, cart: cart({}) })).toEqual([
      { id: "1", displayName: "Parcel", deliveryEstimate: "2-4 days", amount: 590 },
      { id: "2", displayName: "Express", amount: 990 },
    ]);
  });

  it("shows the total with the carrier that is chosen there", () =>
    expect(totalOf({ ...wanted, cart: cart({}) }, "2")).toBe(2590));

  it("counts a carrier that is chosen already once", () => {
    const shipping = {
      id: "2",
      name: "Express",
      description: "",
      price: "9.90",
      checksAge: false,
      estimate: null,
      __typename: "ShippingMethod" as const,
    };
    expect(totalOf({ ...wanted, cart: cart({ shipping, totalDue: "25.90" }) })).toBe(2190);
  });

  it("asks for an address of tickets' buyers, too, and ships nothing", () => {
    const tickets = { ...wanted, cart: cart({ physical: false }) };
    expect([totalOf(tickets), shippingRates(tickets).map(({ id }) => id)]).toEqual([1600, ["-1"]]);
  });

  it("asks for nothing that is entered already, and never for a phone number or another address", () => {
    expect(totalOf({ ...wanted, addressed: true, cart: cart({ totalDue: "21.90" }) })).toBe(2190);
    const asked = (addressed: boolean) => {
      const { emailRequired, shippingAddressRequired, billingAddressRequired, phoneNumberRequired } = buttonOptions(
        "Band",
        addressed,
      );
      return [emailRequired, shippingAddressRequired, billingAddressRequired, phoneNumberRequired];
    };
    expect(asked(true)).toEqual([false, false, false, false]);
    expect(asked(false)).toEqual([true, true, false, false]);
  });

  it("is for cards alone, as the intent will be, and nothing on its button says that one buys", () => {
    expect(groupOptions(2190, "de", "4px")).toMatchObject({
      allowedPaymentMethodTypes: ["card"],
      paymentMethodCreation: "manual",
      amount: 2190,
      locale: "de",
    });
    const { buttonType, buttonTheme, buttonHeight, paymentMethods } = buttonOptions("Band", false);
    expect([buttonType, buttonTheme, buttonHeight]).toEqual([
      { applePay: "plain", googlePay: "plain" },
      { applePay: "black", googlePay: "black" },
      40,
    ]);
    expect(Object.entries(paymentMethods ?? {}).filter(([, shown]) => shown !== "never")).toEqual([
      ["applePay", "auto"],
      ["googlePay", "auto"],
    ]);
  });
});

describe("a wallet's address", () => {
  const address = {
    line1: "Weg 1",
    line2: "Hinterhaus, 3. Stock",
    postal_code: "1010",
    city: "Wien",
    state: "",
    country: "AT",
  };

  it("fits the checkout's fields", () =>
    expect(addressOf({ name: "Anna Maria  Muster", address })).toEqual({
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
    expect(isInCountry(address, cart({ countryCode: "at" }))).toBe(true);
    expect(isInCountry(address, cart({ countryCode: "de" }))).toBe(false);
  });
});

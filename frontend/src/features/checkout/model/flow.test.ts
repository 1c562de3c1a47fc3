import { describe, expect, it } from "vitest";
import { after, before, guard, landing, skipsPayment, type Progress } from "@/features/checkout/model/flow";

const address = { lastName: "Motte", address: "Am Ufer 3", postCode: "04229", city: "Leipzig", countryCode: "de" };
const plain = { personalizationRequirement: "no_personalization_required", personalIdentifier: "" } as const;
const ticket = { ...plain, personalizationRequirement: "check_in_required" } as const;
const cart = (changes: Partial<Progress> = {}): Progress => ({
  items: [plain],
  billingAddress: address,
  shippingAddress: null,
  countryCode: "de",
  physical: true,
  needsPostalAddress: true,
  shippingMethod: "1",
  paymentMethod: "bank_transfer",
  totalDue: "29.90",
  ...changes,
});

describe("guards", () => {
  it("lets everybody see the cart", () => {
    expect(guard("cart", null)).toBeNull();
    expect(guard("cart", cart({ items: [] }))).toBeNull();
  });

  it("sends details without items to the cart", () => {
    expect(guard("details", null)).toBe("cart");
    expect(guard("details", cart({ items: [] }))).toBe("cart");
    expect(guard("details", cart())).toBeNull();
  });

  it("sends payment without a shipping last name to details", () => {
    expect(guard("payment", cart({ billingAddress: null }))).toBe("details");
    expect(guard("payment", cart({ shippingAddress: { lastName: "", countryCode: "de" } }))).toBe("details");
    expect(guard("payment", cart({ shippingAddress: address }))).toBeNull();
    expect(guard("payment", cart())).toBeNull();
  });

  it("sends payment and confirm to details while a ticket lacks a name that its event asks for", () => {
    const nameless = cart({ items: [plain, ticket] });
    expect([guard("details", nameless), guard("payment", nameless), landing("confirm", nameless)]).toEqual([
      null,
      "details",
      "details",
    ]);
    const named = cart({ items: [plain, { ...ticket, personalIdentifier: "Mira+Falk" }] });
    expect([guard("payment", named), guard("confirm", named)]).toEqual([null, null]);
  });

  it("sends payment and confirm to details without a postal address where the cart needs one", () => {
    const short = { ...address, address: "", postCode: "", city: "" };
    const tickets = cart({ billingAddress: short, physical: false, shippingMethod: null, needsPostalAddress: false });
    expect([guard("payment", tickets), guard("confirm", tickets)]).toEqual([null, null]);
    const dear = { ...tickets, needsPostalAddress: true };
    expect([guard("payment", dear), landing("confirm", dear)]).toEqual(["details", "details"]);
    expect(guard("payment", { ...dear, billingAddress: { ...address, address: "" } })).toBe("details");
  });

  it("sends confirm without last name or payment method to payment", () => {
    expect(guard("confirm", cart({ paymentMethod: null }))).toBe("payment");
    expect(guard("confirm", cart({ billingAddress: null }))).toBe("payment");
    expect(guard("confirm", cart())).toBeNull();
  });

  it("sends confirm to payment when goods have no carrier, but not tickets", () => {
    expect(guard("confirm", cart({ shippingMethod: null }))).toBe("payment");
    expect(guard("confirm", cart({ shippingMethod: null, physical: false }))).toBeNull();
  });

  it("asks for the address again when the country changed after it was given", () => {
    expect(landing("confirm", cart({ countryCode: "at" }))).toBe("details");
  });

  it("sends done without an order to the cart", () => {
    expect(guard("done", null)).toBe("cart");
    expect(guard("done", null, "secret")).toBeNull();
  });

  it("follows every hop", () => {
    expect(landing("confirm", null)).toBe("cart");
    expect(landing("confirm", cart({ billingAddress: null }))).toBe("details");
    expect(landing("payment", cart({ items: [] }))).toBe("cart");
  });
});

describe("nothing to pay", () => {
  const free = cart({ totalDue: "0.00", physical: false, shippingMethod: null, paymentMethod: null });

  it("jumps from details to confirm and back", () => {
    expect(skipsPayment(free)).toBe(true);
    expect(guard("payment", free)).toBe("confirm");
    expect(guard("confirm", free)).toBeNull();
    expect(after("details", free)).toBe("confirm");
    expect(before("confirm", free)).toBe("details");
  });

  it("still asks for the address first", () => {
    expect(landing("confirm", { ...free, billingAddress: null })).toBe("details");
  });

  it("still lets free goods choose a carrier", () => {
    expect(guard("payment", { ...free, physical: true })).toBeNull();
  });
});

describe("order of the steps", () => {
  it("goes forward and back", () => {
    expect(after("cart", cart())).toBe("details");
    expect(after("details", cart())).toBe("payment");
    expect(after("payment", cart())).toBe("confirm");
    expect(before("confirm", cart())).toBe("payment");
    expect(before("payment", cart())).toBe("details");
    expect(before("details", cart())).toBe("cart");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { addressOf, addressToWire } from "@/features/checkout/model/address";
import { forgetDraft, readDraft, startingDetails, withCountry, writeDraft } from "@/features/checkout/model/draft";
import {
  forgetPreferences,
  keptAddresses,
  readPreferences,
  writePreferences,
  type Preferences,
} from "@/features/checkout/model/preferences";

const nora = addressOf({
  firstName: "Nora",
  lastName: "Möttenlicht; ü=",
  address: "Am Ufer 3",
  postCode: "04229",
  city: "Leipzig",
});
const saved: Preferences = {
  email: "nora@example.org",
  paymentMethod: "bank_transfer",
  shippingMethod: "1",
  billing: nora,
  shipping: null,
};
const details = { email: "n@example.org", billing: nora, postal: false, separate: false, shipping: addressOf(null) };
const cart = { email: "", billingAddress: null, shippingAddress: null, countryCode: "at" };

beforeEach(() => {
  forgetPreferences("nachtfalter");
  forgetDraft("nachtfalter");
});

describe("wire", () => {
  it("drops the country's name", () => {
    const wire = addressToWire({ ...nora, ...{ countryName: "Deutschland" } });
    expect(wire).toEqual({
      first_name: "Nora",
      last_name: "Möttenlicht; ü=",
      company: "",
      address: "Am Ufer 3",
      address2: "",
      post_code: "04229",
      city: "Leipzig",
      country_code: "de",
    });
  });
});

describe("order preferences", () => {
  it("are a cookie named by the shop, with the spec's fields", () => {
    writePreferences("nachtfalter", saved);
    expect(document.cookie).toContain("nachtfalter_orderpreferences=");
    const cookie = document.cookie.split("; ").find((c) => c.startsWith("nachtfalter_")) ?? "";
    expect(Object.keys(JSON.parse(decodeURIComponent(cookie.split("=")[1] ?? "")) as object)).toEqual([
      "email",
      "payment_method",
      "shipping_method",
      "billing_address",
      "shipping_address",
    ]);
    expect(readPreferences("nachtfalter")).toEqual(saved);
    expect(readPreferences("kellerkind")).toBeNull();
  });

  it("are deleted", () => {
    writePreferences("nachtfalter", saved);
    forgetPreferences("nachtfalter");
    expect(readPreferences("nachtfalter")).toBeNull();
  });

  it("survive a broken cookie and an address too long for one", () => {
    document.cookie = "nachtfalter_orderpreferences=%7Bx; path=/";
    expect(readPreferences("nachtfalter")).toBeNull();
    const long = { ...nora, company: "🦋".repeat(400) };
    writePreferences("nachtfalter", { ...saved, billing: long });
    expect(readPreferences("nachtfalter")).toMatchObject({ email: "nora@example.org", billing: null });
  });
});

describe("the addresses kept of an order", () => {
  const home = { ...nora, city: "Wien" };

  it("are its own where they were asked for", () => {
    const before = { billing: home, shipping: home };
    expect(keptAddresses({ ...details, postal: true }, before)).toEqual({ billing: nora, shipping: null });
    expect(keptAddresses({ ...details, postal: true, separate: true, shipping: home }, null)).toEqual({
      billing: nora,
      shipping: home,
    });
  });

  it("keep street and city of the order before where it asked for a name only", () => {
    const billing = addressOf({ firstName: "Mira", lastName: "Falk", countryCode: "at" });
    expect(keptAddresses({ ...details, billing }, { billing: home, shipping: nora })).toEqual({
      billing: { ...home, firstName: "Mira", lastName: "Falk", countryCode: "at" },
      shipping: nora,
    });
    expect(keptAddresses({ ...details, billing }, null)).toEqual({ billing, shipping: null });
  });
});

describe("the form's start", () => {
  it("keeps the draft before anything else", () => {
    writeDraft("nachtfalter", details);
    const draft = readDraft("nachtfalter");
    expect(draft).toEqual(details);
    expect(startingDetails(draft, { ...cart, email: "x@example.org", billingAddress: addressOf(null) }, saved)).toEqual(
      details,
    );
  });

  it("takes the server's addresses before the preferences, and the preferences before nothing", () => {
    const known = { ...cart, email: "k@example.org", billingAddress: nora, shippingAddress: { ...nora, city: "Wien" } };
    expect(startingDetails(null, known, saved)).toMatchObject({
      email: "k@example.org",
      separate: true,
      shipping: { city: "Wien" },
    });
    expect(startingDetails(null, cart, saved)).toMatchObject({
      email: "nora@example.org",
      billing: nora,
      separate: false,
    });
    expect(startingDetails(null, cart, null)).toMatchObject({
      email: "",
      billing: { countryCode: "at", lastName: "" },
    });
  });

  it("moves the goods' address to the cart's new country, not the bill's", () => {
    expect(withCountry(details, "ch").billing.countryCode).toBe("ch");
    const apart = withCountry({ ...details, separate: true }, "ch");
    expect([apart.billing.countryCode, apart.shipping.countryCode]).toEqual(["de", "ch"]);
  });

  it("survives a broken draft", () => {
    sessionStorage.setItem("checkout:nachtfalter:details", "{");
    expect(readDraft("nachtfalter")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { addressOf } from "@/features/checkout/model/address";
import { detailsProblems, tidied, type Details } from "@/features/checkout/model/validation";

const good = addressOf({
  firstName: "Nora",
  lastName: "Motte",
  address: "Am Ufer 3",
  postCode: "04229",
  city: "Leipzig",
});
const details = (changes: Partial<Details> = {}): Details => ({
  email: "nora@example.org",
  billing: good,
  postal: true,
  separate: false,
  shipping: addressOf(null),
  ...changes,
});
const problems = (changes: Partial<Details> = {}) => detailsProblems(details(changes), ["de", "at", "ch"]);

describe("details", () => {
  it("accepts a complete address; company and second line are optional", () => {
    expect(problems()).toEqual({});
  });

  it("names every missing field at once", () => {
    expect(problems({ email: " ", billing: { ...addressOf(null), countryCode: "" } })).toEqual({
      email: "required",
      "billing.firstName": "required",
      "billing.lastName": "required",
      "billing.address": "required",
      "billing.postCode": "required",
      "billing.city": "required",
      "billing.countryCode": "required",
    });
  });

  it.each([
    ["firstName", 40],
    ["lastName", 40],
    ["company", 100],
    ["address", 60],
    ["address2", 60],
    ["postCode", 10],
    ["city", 60],
  ] as const)("allows %s %i characters and no more", (field, limit) => {
    expect(problems({ billing: { ...good, [field]: "ä".repeat(limit) } })).toEqual({});
    expect(problems({ billing: { ...good, [field]: "ä".repeat(limit + 1) } })).toEqual({
      [`billing.${field}`]: "too_long",
    });
  });

  it("takes one name, in whichever field", () => {
    expect(problems({ billing: { ...good, firstName: "Suharto", lastName: " " } })).toEqual({});
    expect(problems({ billing: { ...good, firstName: "", lastName: "Suharto" } })).toEqual({});
  });

  it("counts characters, not code units, and no stray blanks", () => {
    expect(problems({ billing: { ...good, firstName: "🦋".repeat(40) } })).toEqual({});
    expect(problems({ billing: { ...good, firstName: `  ${"a".repeat(40)}  ` } })).toEqual({});
    expect(tidied({ ...good, city: " Bad   Homburg " }).city).toBe("Bad Homburg");
  });

  it.each([
    "nora",
    "nora@",
    "@example.org",
    "nora@example",
    "no ra@example.org",
    "nora@example..org",
    "nora@example.org.",
  ])("refuses the e-mail %s", (email) => expect(problems({ email })).toEqual({ email: "invalid" }));

  it("accepts unusual but valid e-mails", () => {
    for (const email of ["nora+merch@example.co.uk", "n.o_r-a@bücher.example", " nora@example.org "])
      expect(problems({ email })).toEqual({});
  });

  it.each(["https://evil.example", "call www.evil.example", "evil.example/now", "mira@example.org", "<b>Mira</b>"])(
    "takes no links: %s",
    (value) => {
      expect(problems({ billing: { ...good, company: value } })).toEqual({ "billing.company": "link" });
    },
  );

  it.each([
    "Dr. Müller-Lüdenscheid",
    "c/o St.Gallen",
    "Awww. GmbH & Co. KG",
    "Hafenstr. 12/3",
    "booking.com",
    "z.Hd./Frau Falk",
  ])("takes what looks a bit like one: %s", (value) => {
    expect(problems({ billing: { ...good, company: value } })).toEqual({});
  });

  it("checks the shipping address only when it is a separate one", () => {
    expect(problems({ shipping: addressOf(null) })).toEqual({});
    expect(Object.keys(problems({ separate: true }))).toContain("shipping.lastName");
    expect(problems({ separate: true, shipping: good })).toEqual({});
  });

  it("knows only countries that are delivered to", () => {
    expect(problems({ billing: { ...good, countryCode: "fr" } })).toEqual({ "billing.countryCode": "unknown_country" });
  });
});

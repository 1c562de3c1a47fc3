import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { askedParts, holderName, holderOf, holderText, isNamed } from "@/features/cart/model/asked-holder";
import { buyerOf } from "@/features/cart/model/holders";
import { MAX_PERSONALISATION } from "@/lib/limits";
import { joined, MAX_PARTS, partProblems } from "@/lib/holder-problems";
import { PARTS } from "@/lib/ticket-holder";
import { proves } from "@/testing/proves";

const mira = { firstName: "Mira", lastName: "Falk", address: "Hafenstraße 12, 20359 Hamburg", phone: "+49 40 123" };
const NOBODY = holderOf("");
const NAMES = ["firstName", "lastName"] as const;

it("asks for nothing, for names, or for address and phone as well", () => {
  expect(askedParts({ personalizationRequirement: "no_personalization_required" })).toEqual([]);
  expect(askedParts({ personalizationRequirement: "check_in_required" })).toEqual(NAMES);
  expect(askedParts({ personalizationRequirement: "contact_tracing_required" })).toEqual(PARTS);
});

it("joins what is asked for by + and reads it again, the phone with its own", () => {
  expect(joined(mira, NAMES)).toBe("Mira+Falk");
  expect(joined(mira, PARTS)).toBe("Mira+Falk+Hafenstraße 12, 20359 Hamburg++49 40 123");
  expect(holderOf(joined(mira, PARTS))).toEqual(mira);
  expect(holderOf("Mira")).toEqual({ ...NOBODY, firstName: "Mira" });
  expect(joined({ ...mira, firstName: "  Mira  Ada " }, NAMES)).toBe("Mira Ada+Falk");
});

it("is read by people without the signs", () => {
  expect(holderText("Mira+Falk")).toBe("Mira Falk");
  expect(holderText(joined(mira, PARTS))).toBe("Mira Falk, Hafenstraße 12, 20359 Hamburg, +49\u00a040\u00a0123");
  expect(holderName(joined(mira, PARTS))).toBe("Mira Falk");
  expect(holderText("")).toBe("");
});

it("names what is missing, part by part, of those asked for", () => {
  expect(partProblems(NOBODY, [])).toEqual({});
  expect(partProblems({ ...NOBODY, lastName: "  " }, NAMES)).toEqual({ firstName: "required", lastName: "required" });
  expect(partProblems({ ...mira, phone: "" }, PARTS)).toEqual({ phone: "required" });
  expect(partProblems({ ...mira, phone: "" }, NAMES)).toEqual({});
});

it(
  "takes one name, in whichever field",
  proves("docs/decisions/0078", "a ticket's holder with one name has it in whichever field they write it"),
  () => {
    for (const [holder, sent] of [
      [{ ...NOBODY, firstName: "Suharto" }, "Suharto+"],
      [{ ...NOBODY, lastName: "Suharto", firstName: " " }, "+Suharto"],
    ] as const) {
      expect(partProblems(holder, NAMES)).toEqual({});
      expect(partProblems(holder, PARTS)).toEqual({ address: "required", phone: "required" });
      expect(joined(holder, NAMES)).toBe(sent);
      expect([holderName(sent), holderText(`${sent}+Weg 1`)]).toEqual(["Suharto", "Suharto, Weg 1"]);
    }
    expect(partProblems({ ...NOBODY, firstName: "Suharto+" }, NAMES)).toEqual({ firstName: "plus" });
  },
);

it("asks for as much, and takes as much, as the server does", () => {
  const camel = (name: string) => name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
  const limits = JSON.parse(readFileSync("../tests/holder_limits.json", "utf8")) as {
    personalisation: number;
    parts: Record<string, number>;
    asked: Record<Parameters<typeof askedParts>[0]["personalizationRequirement"], string[]>;
  };
  expect(MAX_PERSONALISATION).toBe(limits.personalisation);
  expect(MAX_PARTS).toEqual(
    Object.fromEntries(Object.entries(limits.parts).map(([part, longest]) => [camel(part), longest])),
  );
  for (const requirement of Object.keys(limits.asked) as (keyof typeof limits.asked)[])
    expect(askedParts({ personalizationRequirement: requirement })).toEqual(limits.asked[requirement].map(camel));
});

it.each(PARTS)("counts the letters of %s", (part) => {
  const longest = "ü".repeat(MAX_PARTS[part]);
  expect(partProblems({ ...mira, [part]: longest }, PARTS)).toEqual({});
  expect(partProblems({ ...mira, [part]: `${longest}x` }, PARTS)).toEqual({ [part]: "too_long" });
});

it("takes no sign that parts are joined by but in the phone, and no link", () => {
  expect(partProblems({ ...mira, lastName: "Falk+1" }, PARTS)).toEqual({ lastName: "plus" });
  for (const address of ["www.spam.example", "mira@example.org", "<b>", "DE89 3704 0044 0532 0130 00"])
    expect(partProblems({ ...mira, address }, PARTS)).toEqual({ address: "link" });
});

it("sends one line of what is seen", () => {
  expect(joined({ ...mira, firstName: "Mi\u202era\nAda\u2028" }, NAMES)).toBe("Mira Ada+Falk");
  expect(partProblems({ ...mira, phone: "\u200b" }, PARTS)).toEqual({ phone: "required" });
  expect(partProblems({ ...NOBODY, firstName: "\u200b" }, NAMES)).toEqual({ firstName: "required" });
});

it("knows a ticket that has all that its event asks for", () => {
  const asked = (
    personalIdentifier: string,
    personalizationRequirement: "check_in_required" | "contact_tracing_required",
  ) => isNamed({ personalIdentifier, personalizationRequirement });
  expect(isNamed({ personalIdentifier: "", personalizationRequirement: "no_personalization_required" })).toBe(true);
  expect(asked("", "check_in_required")).toBe(false);
  expect(asked(" + ", "check_in_required")).toBe(false);
  for (const oneName of ["Mira", "Mira+ ", "+Mira"]) expect(asked(oneName, "check_in_required")).toBe(true);
  expect(asked("++Hafenstraße 12++49 40", "contact_tracing_required")).toBe(false);
  expect(asked("Mira++Hafenstraße 12++49 40", "contact_tracing_required")).toBe(true);
  expect(asked("Mira+Falk", "check_in_required")).toBe(true);
  expect(asked("Mira+Falk", "contact_tracing_required")).toBe(false);
  expect(asked("Mira+Falk+Hafenstraße 12", "contact_tracing_required")).toBe(false);
  expect(asked("Mira+Falk+Hafenstraße 12++49 40", "contact_tracing_required")).toBe(true);
});

it("can be who buys, once that is known", () => {
  const billing = {
    firstName: "Mira",
    lastName: "Falk",
    address: "Hafenstraße 12",
    postCode: "20359",
    city: "Hamburg",
  };
  expect(buyerOf(billing)).toEqual({ firstName: "Mira", lastName: "Falk", address: "Hafenstraße 12, 20359 Hamburg" });
  expect(buyerOf({ ...billing, address: " ", postCode: "", city: "" })).toEqual({
    firstName: "Mira",
    lastName: "Falk",
  });
  expect(buyerOf({ ...billing, firstName: "" })).toMatchObject({ firstName: "", lastName: "Falk" });
  expect([buyerOf(null), buyerOf({ ...billing, firstName: "", lastName: " " })]).toEqual([null, null]);
});

import { describe, expect, it } from "vitest";
import { isIban, isShortOfIban } from "@/lib/iban";
import { isTicketNumber } from "@/features/after-sale/tickets";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";
import { requestRefund } from "./action";
import { bodyOf, problemsOf, type Entered } from "./model";

const RIGHT = "2100000123452";
const OTHER = "1000000000009";
const IBAN = "DE89 3704 0044 0532 0130 00";
const entered = (more: Partial<Entered> = {}): Entered => ({
  codes: [RIGHT, ""],
  toAccount: false,
  accountName: "",
  iban: "",
  email: "",
  confirmed: true,
  legal: true,
  ...more,
});
const said = (more: Partial<Entered>) => problemsOf(entered(more)).map(({ field, text }) => `${field} ${text}`);

describe("the refund form", () => {
  it("takes thirteen digits with or without spaces, the last of which fits", () => {
    expect([RIGHT, "2 100000 123452", OTHER].map(isTicketNumber)).toEqual([true, true, true]);
    expect(
      ["2100000123453", "210000012345", "21000001234a2", "2-100000-123452", "²100000123452"].map(isTicketNumber),
    ).toEqual(Array(5).fill(false));
  });

  it("needs the first number, and each once", () => {
    expect(said({})).toEqual([]);
    expect(said({ codes: ["  ", RIGHT] })).toEqual(["codes.0 FORM_REFUND_ERROR_FIRST"]);
    expect(said({ codes: [RIGHT, "2 100000 123452"] })).toEqual(["codes.1 FORM_REFUND_ERROR_DUPLICATE"]);
    expect(said({ codes: ["7", ""] })).toEqual(["codes.0 FORM_REFUND_ERROR_TICKETNUMBER"]);
  });

  it("needs an account or a yes to the way it was paid, and the legal box", () => {
    expect(said({ confirmed: false, legal: false })).toEqual([
      "confirmed FORM_REFUND_ERROR_CONFIRM",
      "legal FORM_REFUND_ERROR_LEGAL",
    ]);
    expect(said({ toAccount: true, confirmed: false })).toEqual([
      "accountName FORM_REFUND_ERROR_NAME",
      "iban FORM_REFUND_ERROR_IBAN",
    ]);
    expect(said({ toAccount: true, accountName: "Mira", iban: IBAN })).toEqual([]);
    expect(said({ email: "nobody" })).toEqual(["email FORM_REFUND_ERROR_EMAIL"]);
  });

  it("sends numbers without spaces and check digit, an account only where money goes there", () => {
    expect(bodyOf(entered({ codes: ["2 100000 123452", "", OTHER], iban: IBAN }))).toEqual({
      item_details: [{ validation_code: "210000012345" }, { validation_code: "100000000000" }],
    });
    expect(bodyOf(entered({ toAccount: true, accountName: " Mira ", iban: IBAN, email: "a@b.de " }))).toEqual({
      item_details: [{ validation_code: "210000012345" }],
      bank_account: { name: "Mira", iban: "DE89370400440532013000" },
      email: "a@b.de",
    });
  });

  it("checks an IBAN while it is typed", () => {
    expect([IBAN, "de89370400440532013000", "DE88370400440532013000", "DE89"].map(isIban)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(["D", "DE", "DE89 3704", "DE88370400440532013000", "XX12", "12"].map(isShortOfIban)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("what the server refuses", () => {
  const input = { path: "events/1/refund_requests/1" as const, entered: entered({ codes: [RIGHT, "", OTHER] }) };
  const refused = (status: number, problem: Record<string, unknown>) =>
    refusalOf(requestRefund, new HttpError(status, problem), input);

  it("is marked at the numbers that it names", () => {
    expect(refused(422, { code: "NO_VALID_TICKET", validation_codes: [OTHER.slice(0, -1)] })).toMatchObject({
      problems: [{ field: "codes.2", text: "FORM_REFUND_ERROR_TICKETNUMBER" }],
    });
    expect(refused(409, { code: "TICKET_USED", validation_codes: [RIGHT.slice(0, -1)] })).toMatchObject({
      problems: [{ field: "codes.0", text: "FORM_REFUND_ERROR_USED" }],
      text: "REFUND_ERROR_TICKET_USED_TEXT",
    });
    const errors = {
      "item_details.1.validation_code": [{ code: "duplicate", message: "" }],
      "bank_account.iban": [{ code: "invalid", message: "" }],
    };
    expect(refused(400, { code: "INVALID_INPUT", errors }).problems).toEqual([
      { field: "codes.2", text: "FORM_REFUND_ERROR_DUPLICATE" },
      { field: "iban", text: "FORM_REFUND_ERROR_IBAN" },
    ]);
  });

  it("has the shop's own words, or ours, and an unknown code is reported", () => {
    const closed = refused(409, { code: "NOT_REFUNDABLE", refund_error_message: "Bald." });
    expect(closed).toMatchObject({ problems: [], text: "REFUND_ERROR", words: "Bald." });
    const silent = refused(409, { code: "NOT_REFUNDABLE", refund_error_message: "" });
    expect([silent.text, silent.words, silent.isUnknown]).toEqual(["REFUND_ERROR", undefined, undefined]);
    expect(refused(404, { code: "REFUND_NOT_FOUND" }).text).toBe("FORM_REFUND_NOTFOUNDERROR");
    expect(refused(429, { code: "TOO_MANY_REFUND_REQUESTS" }).text).toBe("LANG_ERROR_RATELIMIT");
    for (const error of [new HttpError(500, { code: "INTERNAL" }), new Error("?")])
      expect(refusalOf(requestRefund, error, input)).toMatchObject({ text: "REFUND_ERROR_GENERIC", isUnknown: true });
  });
});

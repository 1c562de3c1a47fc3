import { describe, expect, it } from "vitest";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";
import { updateTicket } from "./action";
import { emptyTicket, idOf, inputOf, problemsOf, startOf, type Entered, type Ticket } from "./model";

const RIGHT = "2100000123452";
const HOLDER = { firstName: "Mira", lastName: "Falk", address: "Weg 1, 20359 Hamburg", phone: "+49 40 1" };
const ticket = (more: Partial<Ticket> = {}): Ticket => ({ code: RIGHT, holder: HOLDER, ...more });
const said = (entered: Entered) => problemsOf(entered).map((one) => `${idOf(one.field)} ${one.text}`);

describe("the form of contact data", () => {
  it("needs a number, all parts of the holder and the legal box", () => {
    expect(said({ tickets: [ticket()], legal: true })).toEqual([]);
    expect(said(startOf())).toEqual([
      "ticket-1 FORM_UPDATETICKET_ERROR_CODE",
      "ticket-1-firstName FORM_UPDATETICKET_ERROR_REQUIRED",
      "ticket-1-lastName FORM_UPDATETICKET_ERROR_REQUIRED",
      "ticket-1-address FORM_UPDATETICKET_ERROR_REQUIRED",
      "ticket-1-phone FORM_UPDATETICKET_ERROR_REQUIRED",
      "legal FORM_UPDATETICKET_ERROR_LEGAL",
    ]);
  });

  it("takes numbers of three characters or more whose last one fits, each once", () => {
    const of = (...codes: string[]) => said({ tickets: codes.map((code) => ticket({ code })), legal: true });
    expect(of("12")).toEqual(["ticket-1 FORM_UPDATETICKET_ERROR_CODE"]);
    expect(of("1 2 ")).toEqual(["ticket-1 FORM_UPDATETICKET_ERROR_CODE"]);
    expect(of("123")).toEqual(["ticket-1 FORM_REFUND_ERROR_TICKETNUMBER"]);
    expect(of(`${RIGHT.slice(0, -1)}3`)).toEqual(["ticket-1 FORM_REFUND_ERROR_TICKETNUMBER"]);
    expect(of(RIGHT, "2 100000 123452")).toEqual(["ticket-2 FORM_REFUND_ERROR_DUPLICATE"]);
  });

  it("sends the number without its check digit and the parts joined by +", () => {
    expect(inputOf(ticket({ code: "2 100000 123452" }))).toEqual({
      code: "210000012345",
      identifier: "Mira+Falk+Weg 1, 20359 Hamburg++49 40 1",
    });
    expect(said({ tickets: [ticket({ holder: { ...HOLDER, firstName: "Mira+Jo" } })], legal: true })).toEqual([
      "ticket-1-firstName FORM_UPDATETICKET_ERROR_PLUS",
    ]);
    expect(emptyTicket().holder.phone).toBe("");
  });
});

describe("what the server refuses", () => {
  const refusedBy = (error: Error) => refusalOf(updateTicket, error, { ticket: emptyTicket(), place: 1 });
  const refused = (status: number, code: string) => refusedBy(new HttpError(status, { code }));

  it.each([
    ["NOT_FOUND", "ticket-2", "FORM_UPDATETICKET_ERROR_NOTFOUND"],
    ["CONTACT_DATA_NOT_ASKED", "ticket-2", "FORM_UPDATETICKET_ERROR_NOTASKED"],
    ["CONTACT_DATA_CLOSED", "ticket-2", "FORM_UPDATETICKET_ERROR_CLOSED"],
    ["NAMES_CLOSED", "ticket-2-firstName", "FORM_UPDATETICKET_ERROR_NAMES"],
  ])("%s stands at its field", (code, field, text) => {
    const { problems, text: below } = refused(409, code);
    expect(problems.map((problem) => ({ ...problem, field: idOf(problem.field) }))).toEqual([{ field, text }]);
    expect(below).toBeUndefined();
  });

  it("has one text for all else, and an unknown code is reported", () => {
    expect(refused(429, "TOO_MANY_NAMES")).toMatchObject({ problems: [], text: "LANG_ERROR_RATELIMIT" });
    for (const error of [
      new HttpError(500, { code: "INTERNAL" }),
      new Error("?"),
      new HttpError(409, { code: "PERSONALISATION_MISSING" }),
    ])
      expect(refusedBy(error)).toMatchObject({
        problems: [],
        text: "FORM_UPDATETICKET_ERROR_GENERIC",
        isUnknown: true,
      });
  });
});

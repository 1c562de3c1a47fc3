import { describe, expect, it } from "vitest";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";
import { requestService, sendProof } from "./actions";
import {
  bodyOf,
  emptyTicket,
  idOf,
  LARGEST_PROOF,
  problemsOf,
  startOf,
  type Entered,
  type Kind,
  type Ticket,
} from "./model";

const ticket = (more: Partial<Ticket> = {}): Ticket => ({
  ...emptyTicket(),
  type: "online",
  number: "2 100000 123452",
  name: "Mira Falk",
  nameNew: "Ada Lind",
  ...more,
});
const entered = (...tickets: Ticket[]): Entered => ({
  name: "Mira",
  email: "mira@mail.example",
  order: "B-12345",
  comment: "",
  tickets,
});
const said = (kind: Kind, what: Entered) => problemsOf(kind, what).map((one) => `${idOf(one.field)} ${one.text}`);
const file = (size: number, type = "image/jpeg") => new File([new Uint8Array(size)], "proof", { type });

describe("the forms of the ticket service", () => {
  it("say what is missing, in the order of the page", () => {
    const common = [
      "ticket-1-type TICKETSERVICE_ERROR_TYPE",
      "ticket-1-number TICKETSERVICE_ERROR_NUMBER",
      "ticket-1-name TICKETSERVICE_ERROR_NAME",
    ];
    const self = ["service-name TICKETSERVICE_ERROR_NAME", "service-email TICKETSERVICE_ERROR_EMAIL"];
    expect(said("cancel", startOf())).toEqual([...common, ...self]);
    expect(said("change", startOf())).toEqual([
      ...common,
      "ticket-1-name-new TICKETSERVICE_ERROR_NAMENEW",
      "service-order TICKETSERVICE_ERROR_ORDER",
      ...self,
    ]);
    for (const kind of ["change", "cancel"] as const) expect(said(kind, entered(ticket()))).toEqual([]);
  });

  it("take digits only, each ticket once", () => {
    expect(said("cancel", entered(ticket({ number: "12a" })))).toEqual(["ticket-1-number TICKETSERVICE_ERROR_DIGITS"]);
    expect(said("cancel", entered(ticket(), ticket({ number: "2100000123452" })))).toEqual([
      "ticket-2-number FORM_REFUND_ERROR_DUPLICATE",
    ]);
  });

  it.each([
    ["x".repeat(41), "TICKETSERVICE_ERROR_TOOLONG"],
    ["Ada www.example.org", "TICKETSERVICE_ERROR_LINK"],
    ["Ada + Lind", "TICKETSERVICE_ERROR_LINK"],
    [`${"x".repeat(41)} Lind`, "TICKETSERVICE_ERROR_TOOLONG"],
  ])("a new name %s: %s", (nameNew, text) => {
    expect(said("change", entered(ticket({ nameNew })))).toEqual([`ticket-1-name-new ${text}`]);
  });

  it("take one new name, too", () => {
    expect(said("change", entered(ticket({ nameNew: " Suharto" })))).toEqual([]);
  });

  it("want a picture of at most 4 MB for a printed ticket that is cancelled, and for nothing else", () => {
    const of = (kind: Kind, more: Partial<Ticket>) => said(kind, entered(ticket({ type: "hard", ...more })));
    expect(of("cancel", {})).toEqual(["ticket-1-file TICKETSERVICE_ERROR_FILE"]);
    expect(of("cancel", { file: file(10, "application/pdf") })).toEqual(["ticket-1-file TICKETSERVICE_ERROR_FILETYPE"]);
    for (const size of [0, LARGEST_PROOF + 1])
      expect(of("cancel", { file: file(size) })).toEqual(["ticket-1-file TICKETSERVICE_ERROR_FILESIZE"]);
    expect(of("cancel", { file: file(LARGEST_PROOF) })).toEqual([]);
    expect(of("change", {})).toEqual([]);
  });

  it("send what the server asks for", () => {
    const of = (kind: Kind, files = {}) => bodyOf(kind, entered(ticket()), files).tickets[0];
    expect(of("change")).toEqual({ type: "online", id: "2100000123452", name: "Mira Falk", name_new: "Ada Lind" });
    expect(of("cancel", { 0: "signed" })).toEqual({
      type: "online",
      id: "2100000123452",
      name: "Mira Falk",
      file: "signed",
    });
  });
});

describe("what the server refuses", () => {
  /** Problems with the ids of their inputs, and the text below the form. */
  const seen = ({ problems, text, isUnknown }: ReturnType<typeof refusalOf>) => ({
    problems: problems.map((problem) => ({ field: idOf(problem.field), text: problem.text })),
    ...(text && { text }),
    ...(isUnknown && { isUnknown }),
  });
  const request = { kind: "cancel", entered: entered(ticket(), ticket()), files: {} } as const;
  const refused = (error: Error) => seen(refusalOf(requestService, error, request));
  const notSent = (place: number, error: HttpError) =>
    seen(refusalOf(sendProof, error, { file: file(1), ticket: ticket(), order: "", place }));

  it.each([
    ["TICKETS_UNKNOWN", "ticket-2-number", "TICKETSERVICE_ERROR_UNKNOWN"],
    ["TICKET_SERVICE_CLOSED", "ticket-2-number", "TICKETSERVICE_ERROR_CLOSED"],
    ["TICKET_NOT_FREE", "ticket-2-number", "TICKETSERVICE_ERROR_NOTFREE"],
    ["PROOF_REFUSED", "ticket-2-file", "ERROR_TICKETSERVICE"],
  ])("%s stands at its ticket", (code, field, text) => {
    expect(refused(new HttpError(409, { code, tickets: [1] }))).toEqual({ problems: [{ field, text }] });
  });

  it("a failed upload stands at its picture, and what can be waited for below", () => {
    const problems = [{ field: "ticket-1-file", text: "ERROR_TICKETSERVICE" }];
    expect(notSent(0, new HttpError(403, { code: "UPLOAD_REFUSED" }))).toEqual({ problems, isUnknown: true });
    expect(notSent(0, new HttpError(0))).toEqual({ problems, text: "LANG_ERROR_OFFLINE" });
    for (const code of ["RATE_LIMITED", "UPLOADS_FULL"])
      expect(notSent(0, new HttpError(429, { code }))).toEqual({ problems, text: "LANG_ERROR_RATELIMIT" });
    expect(notSent(1, new HttpError(422, { code: "TICKETS_UNKNOWN", tickets: [0] }))).toEqual({
      problems: [{ field: "ticket-2-number", text: "TICKETSERVICE_ERROR_UNKNOWN" }],
    });
  });

  it("fields have their words, and an unknown code is reported", () => {
    const errors = { "tickets.1.id": [{ code: "digits", message: "" }], email: [{ code: "invalid", message: "" }] };
    expect(refused(new HttpError(400, { code: "INVALID_INPUT", errors })).problems).toEqual([
      { field: "ticket-2-number", text: "TICKETSERVICE_ERROR_DIGITS" },
      { field: "service-email", text: "TICKETSERVICE_ERROR_EMAIL" },
    ]);
    expect(refused(new HttpError(429, { code: "TOO_MANY_TICKET_REQUESTS" }))).toEqual({
      problems: [],
      text: "LANG_ERROR_RATELIMIT",
    });
    for (const error of [new HttpError(500, { code: "INTERNAL" }), new Error("?")])
      expect(refused(error)).toEqual({ problems: [], text: "TICKETSERVICE_ERROR_GENERIC", isUnknown: true });
  });
});

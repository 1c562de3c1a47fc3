import { describe, expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { refusalOf } from "@/lib/sending/refusal";
import { HttpError } from "@/lib/wire/fetch-layer";
import { sendCheckIn } from "./action";
import { bodyOf, codeOf, idOf, isNumber, numberProblem, problemsOf, stageOf, type CheckIn, type Item } from "./model";

const RIGHT = "2100000123452";
const item = (more: Partial<Item>): Item => ({
  type: "form",
  header: "",
  content: "",
  name: "",
  label: "",
  formType: "text",
  tags: [],
  __typename: "CheckInItem",
  ...more,
});
const CONTENT = [
  item({ type: "content", header: "Regeln" }),
  item({ name: "name", label: "Name", tags: ["required"] }),
  item({ name: "remark", label: "Anmerkung" }),
  item({ name: "rules", label: "Gelesen", formType: "checkbox", tags: ["required"] }),
];

describe("the check-in", () => {
  it("takes a number of thirteen digits, of which the last is dropped, or twelve", () => {
    expect([RIGHT, "2 100000 123452", "210000012345"].map(codeOf)).toEqual(Array(3).fill("210000012345"));
    expect([RIGHT, "2 100000 123452", "210000012345"].map(numberProblem)).toEqual([null, null, null]);
    expect(["", " "].map((typed) => numberProblem(typed))).toEqual(Array(2).fill("CHECKIN_ERROR_NONUMBER"));
    expect(["7", "21000001234", "2100000123a52"].map((typed) => numberProblem(typed))).toEqual(
      Array(3).fill("CHECKIN_ERROR_NUMBER"),
    );
  });

  it(
    "asks to compare thirteen digits",
    proves("purchase §8", "a check-in's number with a wrong digit is not told to be too short"),
    () => {
      expect(numberProblem("2 100000 123453")).toBe("FORM_REFUND_ERROR_TICKETNUMBER");
    },
  );

  it("reads from its address which ticket, or else which event", () => {
    expect([RIGHT, "210000012345", "2 100000 123452"].map(isNumber)).toEqual([true, true, true]);
    expect(["nachtfalter-wien", "712", ""].map(isNumber)).toEqual([false, false, false]);
  });

  it("shows the form while it is active and a ticket is known, and else why not", () => {
    const of = (more: Partial<CheckIn>) =>
      stageOf({
        checkinActive: true,
        checkinOver: false,
        ticketKnown: true,
        checkedIn: false,
        allowRetake: false,
        ...more,
      } as CheckIn);
    expect(of({})).toBe("form");
    expect(of({ ticketKnown: false })).toBe("number");
    expect(of({ checkinActive: false })).toBe("soon");
    expect(of({ checkinActive: false, ticketKnown: false })).toBe("soon");
    expect(of({ checkinActive: false, checkinOver: true })).toBe("over");
    expect(of({ checkedIn: true })).toBe("already");
    expect(of({ checkedIn: true, allowRetake: true })).toBe("form");
  });

  it("needs what has the tag", () => {
    const said = (answers: Record<string, string | boolean>) =>
      problemsOf(CONTENT, answers).map(({ field, text, values }) => `${idOf(field)} ${text} ${values?.["field"]}`);
    expect(said({})).toEqual(["answer-name CHECKIN_ERROR_REQUIRED Name", "answer-rules CHECKIN_ERROR_TICK Gelesen"]);
    expect(said({ name: "  ", rules: false })).toHaveLength(2);
    expect(said({ name: "Mira", rules: true })).toEqual([]);
  });

  it("sends what was filled in", () => {
    expect(bodyOf("2 100000 123452", CONTENT, { name: "Mira", remark: " ", rules: true, gone: "x" })).toEqual({
      validation_code: "210000012345",
      answers: { name: "Mira", rules: true },
    });
  });
});

describe("what the server refuses", () => {
  const refusedBy = (error: Error) => refusalOf(sendCheckIn, error, { code: RIGHT, content: CONTENT, answers: {} });
  const refused = (status: number, problem: Record<string, unknown>) => refusedBy(new HttpError(status, problem));

  it.each([
    ["NOT_FOUND", "CHECKIN_ERROR_NOTFOUND"],
    ["CHECK_IN_NOT_FOUND", "CHECKIN_ERROR_NOTFOUND"],
    ["CHECK_IN_NOT_OPEN", "CHECKIN_ERROR_NOTOPEN"],
    ["CHECK_IN_CLOSED", "CHECKIN_ERROR_CLOSED"],
    ["EVENT_OFF", "CHECKIN_ERROR_OFF"],
    ["EVENT_OFF", "CHECKIN_ERROR_OFF"],
    ["ALREADY_CHECKED_IN", "CHECKIN_ERROR_ALREADY"],
  ])("%s leads back to the number", (code, text) => {
    expect(refused(409, { code })).toMatchObject({ problems: [], text, step: "number" });
  });

  it("is marked at its field", () => {
    const { problems } = refused(400, {
      code: "INVALID_INPUT",
      errors: { "answers.name": [{ code: "too_long", message: "" }] },
    });
    expect(problems).toEqual([
      { field: "answers.name", text: "CHECKIN_ERROR_TOOLONG", values: { field: "Name", limit: 300 } },
    ]);
  });

  it("keeps what was typed where it may be sent again, and reports an unknown code", () => {
    const busy = refused(429, { code: "RATE_LIMITED" });
    expect([busy.text, busy.step, busy.isUnknown]).toEqual(["LANG_ERROR_RATELIMIT", undefined, undefined]);
    expect([refused(0, {}).text, refused(0, {}).step]).toEqual(["LANG_ERROR_OFFLINE", undefined]);
    for (const error of [
      new HttpError(500, { code: "INTERNAL" }),
      new HttpError(400, { code: "INVALID_INPUT" }),
      new Error("?"),
    ])
      expect(refusedBy(error)).toMatchObject({
        problems: [],
        text: "CHECKIN_ERROR_GENERIC",
        step: "number",
        isUnknown: true,
      });
  });
});

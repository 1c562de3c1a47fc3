import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/languages";
import { loadTexts } from "@/lib/texts/i18n";
import { errorAt, fill, notice, press, said, sendForm, tick } from "@/testing/forms";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { json, offline, refusal, serveRest, type RestAnswers } from "@/testing/rest";
import RefundRoute from "./route";

const [ONE, TWO, UNKNOWN] = ["2100000123452", "1000000000009", "2100000123469"] as const;
const IBAN = "DE89370400440532013000";
const [FORM, ASK] = ["GET events/7/refund_requests/secret", "PATCH events/7/refund_requests/secret"] as const;
const FORM_DATA = {
  state: "initiated",
  refund_method: "paypal",
  order: { reference: "B-12345", created_at: "2027-03-04T18:30:00+01:00" },
  product: { id: "7", title: "Nachtfalter live", name: "", text: "" },
  tickets: [],
  refundable_ticket_count: 3,
  bank_account: null,
  closes_at: null,
  payment_amount: "",
  payment_reference: "",
  waits_for: "",
};
const LATER = "Das Geld kommt von der Halle.";
const sentNumber = (number: string) => number.slice(0, -1);

beforeAll(() => loadTexts("aftersale"));

describe.each(LOCALES)("the refund form, %s", (locale) => {
  const send = () => sendForm("FORM_REFUND_SUBMIT", "FORM_REFUND_SENDING");

  async function open(answers: RestAnswers) {
    const sent = serveRest(answers);
    const page = await renderPage(<RefundRoute />, { locale, path: "/request?product_id=7&order_id=secret" });
    return { ...page, asks: () => sent.filter(({ call }) => call === ASK) };
  }

  async function openForm(more: Partial<typeof FORM_DATA> = {}) {
    const answers: RestAnswers = { [FORM]: json({ ...FORM_DATA, ...more }) };
    const page = await open(answers);
    await page.findByText(said("FORM_REFUND_SUBMIT"), { selector: "button" });
    return { ...page, answers };
  }

  async function openFilled() {
    const page = await openForm();
    press(said("FORM_REFUND_OVERRIDE"));
    for (const [id, value] of Object.entries({
      "account-name": "Mira Falk",
      iban: IBAN,
      "ticket-1": ONE,
      "ticket-2": TWO,
    }))
      fill(id, value);
    tick("legal");
    return page;
  }

  it("says at its field what is typed wrong, and sends nothing", async () => {
    const { asks } = await openForm();
    fill("ticket-1", "12a");
    fill("refund-email", "mira@");
    await send();
    expect(errorAt("ticket-1")).toBe(said("FORM_REFUND_ERROR_TICKETNUMBER"));
    expect(errorAt("way-back")).toBe(said("FORM_REFUND_ERROR_CONFIRM"));
    expect(errorAt("refund-email")).toBe(said("FORM_REFUND_ERROR_EMAIL"));
    expect(errorAt("legal")).toBe(said("FORM_REFUND_ERROR_LEGAL"));
    press(said("FORM_REFUND_OVERRIDE"));
    expect(errorAt("account-name")).toBe(said("FORM_REFUND_ERROR_NAME"));
    expect(asks()).toEqual([]);
  });

  it(
    "has a field more once all are filled",
    proves("purchase §5", "a refund names as many tickets as there are, twelve fields at first"),
    async () => {
      await openForm({ refundable_ticket_count: 14 });
      const fields = () => document.querySelectorAll('[id^="ticket-"][inputmode]').length;
      for (let place = 1; place <= 11; place += 1) fill(`ticket-${place}`, ONE);
      expect(fields()).toBe(12);
      for (const [place, count] of [
        [12, 13],
        [13, 14],
        [14, 14],
      ] as const) {
        fill(`ticket-${place}`, TWO);
        expect(fields()).toBe(count);
      }
    },
  );

  it(
    "marks the numbers that the server refuses",
    proves("purchase §8", "every refusal has the spec's sentence and a text in both languages"),
    async () => {
      const { answers } = await openFilled();
      fill("ticket-2", UNKNOWN);
      answers[ASK] = refusal(422, "NO_VALID_TICKET", { validation_codes: [sentNumber(UNKNOWN)] });
      await send();
      expect([errorAt("ticket-1"), errorAt("ticket-2")]).toEqual([null, said("FORM_REFUND_ERROR_TICKETNUMBER")]);
      fill("ticket-2", TWO);
      expect(errorAt("ticket-2")).toBeNull();
      answers[ASK] = refusal(409, "TICKET_USED", { validation_codes: [sentNumber(TWO)] });
      await send();
      expect([errorAt("ticket-1"), errorAt("ticket-2")]).toEqual([null, said("FORM_REFUND_ERROR_USED")]);
      expect(notice()).toBe(said("REFUND_ERROR_TICKET_USED_TEXT"));
    },
  );

  it("says every other refusal below the form, which can be sent again", async () => {
    const { answers, asks, findByRole } = await openFilled();
    for (const [reply, text] of [
      [refusal(422, "NONSENSE"), said("REFUND_ERROR_GENERIC")],
      [refusal(429, "TOO_MANY_REFUND_REQUESTS"), said("LANG_ERROR_RATELIMIT")],
      [refusal(409, "NOT_REFUNDABLE", { refund_error_message: "" }), said("REFUND_ERROR")],
      [refusal(409, "NOT_REFUNDABLE", { refund_error_message: LATER }), LATER],
      [refusal(404, "REFUND_NOT_FOUND"), said("FORM_REFUND_NOTFOUNDERROR")],
      [offline, said("LANG_ERROR_OFFLINE")],
    ] as const) {
      answers[ASK] = reply;
      await send();
      expect(notice()).toBe(text);
    }
    answers[ASK] = json({ payment_amount: "60.00", payment_reference: "", state: "processing", waits_for: "" });
    await send();
    expect(await findByRole("heading", { name: said("FORM_REFUND_PROCESSING") })).toBe(document.activeElement);
    expect(asks()).toHaveLength(7);
  });

  it(
    "says that an account waits for the link in a mail, and asks on",
    proves("purchase §4, design §6", "the refund page says what a request waits for: the link in a mail, or staff"),
    async () => {
      const waiting = { payment_amount: "60.00", payment_reference: "", state: "submitted" };
      const { answers, findByRole, getByText } = await openFilled();
      expect(getByText(said("FORM_REFUND_ACCOUNT_WHY"))).toBeTruthy();
      answers[ASK] = json({ ...waiting, waits_for: "mail" });
      await send();
      expect(await findByRole("heading", { name: said("FORM_REFUND_MAIL") })).toBe(document.activeElement);
      expect(getByText(said("FORM_REFUND_MAIL_TEXT"))).toBeTruthy();
    },
  );

  it("says that a request waits for staff, and on the form that one still waits for a mail", async () => {
    const { answers, findByRole } = await openFilled();
    answers[ASK] = json({ payment_amount: "60.00", payment_reference: "", state: "submitted", waits_for: "staff" });
    await send();
    expect(await findByRole("heading", { name: said("FORM_REFUND_SUBMITTED") })).toBe(document.activeElement);
    const again = await open({ [FORM]: json({ ...FORM_DATA, waits_for: "mail" }) });
    expect(await again.findByText(said("FORM_REFUND_MAIL_WAITS"))).toBeTruthy();
    expect(again.getAllByText(said("FORM_REFUND_SUBMIT"), { selector: "button" })).toHaveLength(1);
  });

  it.each([
    ["not now, in the shop's own words", refusal(409, "NOT_REFUNDABLE", { refund_error_message: LATER }), null],
    ["not now", refusal(409, "NOT_REFUNDABLE", { refund_error_message: "" }), "REFUND_ERROR"],
    ["nothing to refund", refusal(404, "REFUND_NOT_FOUND"), "FORM_REFUND_NOTFOUNDERROR"],
  ] as const)("is not there: %s", async (_why, reply, text) => {
    const { findByText, queryByRole } = await open({ [FORM]: reply });
    await findByText(text ? said(text) : LATER);
    expect(queryByRole("status")?.textContent).toBe(text ? undefined : said("FORM_REFUND_ERROR_LATER"));
    expect(queryByRole("button")).toBeNull();
  });
});

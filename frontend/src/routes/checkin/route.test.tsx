import { waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/languages";
import { loadTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { field, fill, notice, press, said, sendForm, tick } from "@/testing/forms";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { json, offline, refusal, serveRest, type RestAnswers } from "@/testing/rest";
import type { CheckIn } from "@/features/after-sale/check-in";
import CheckInRoute from "./route";

const CODE = "2100000123452";
const CHECK_IN = "POST forms/check-in/responses";
const BEGINS = "2027-03-13T19:00:00+01:00";
const OPENS = "2027-03-08T18:30:00+01:00";
const question = {
  __typename: "CheckInItem",
  type: "form",
  header: "",
  content: "",
  formType: "text",
  tags: ["required"],
};
const night = {
  __typename: "CheckIn",
  checkinDate: null,
  checkInStartAt: null,
  checkInEndAt: null,
  recommendedUntil: null,
  checkinActive: true,
  checkinOver: false,
  allowRetake: false,
  ticketKnown: true,
  checkedIn: false,
  expiresOn: null,
  content: [
    { ...question, name: "name", label: "Name" },
    { ...question, name: "rules", label: "Regeln", formType: "checkbox" },
  ],
  event: {
    __typename: "Event",
    id: "7",
    slug: "nachtfalter-live",
    descriptiveName: "Nachtfalter live",
    happeningFrom: BEGINS,
    meta: { __typename: "EventMeta", hideDate: false },
    venue: { __typename: "Venue", id: "1", name: "Knust", address: { __typename: "Address", city: "Hamburg" } },
  },
} as unknown as CheckIn;

beforeAll(() => loadTexts("aftersale"));

describe.each(LOCALES)("the check-in, %s", (locale) => {
  async function open(told: Partial<CheckIn>, id = CODE) {
    const page = await renderPage(<CheckInRoute />, {
      locale,
      path: `/checkin?id=${id}`,
      answers: { CHECKIN: () => ({ data: { checkIn: { ...night, ...told } } }) },
    });
    await page.findByText("Nachtfalter live");
    return page;
  }

  describe("before it opens and once it is closed", () => {
    it.each([CODE, "nachtfalter-live"])(
      "says when it opens: %s",
      proves(
        "purchase §3, §4, §9; catalogue §9",
        "it opens five days before and should be done six hours before; until then a message says when; a hidden date stays hidden",
      ),
      async (id) => {
        const { getByText, getByRole, container } = await open(
          { checkinActive: false, checkInStartAt: OPENS, ticketKnown: id === CODE },
          id,
        );
        getByRole("heading", { name: said("CHECKIN_SOON") });
        getByText(said("CHECKIN_SOON_TEXT", { date: dateLong(OPENS, locale), time: "18:30" }));
        expect(container.textContent).toContain(dateLong(BEGINS, locale));
        expect(container.querySelector("form")).toBeNull();
      },
    );

    it("tells no date that is hidden", async () => {
      const hidden = { ...night.event, meta: { ...night.event.meta, hideDate: true } };
      const { getByText, container } = await open({ checkinActive: false, event: hidden });
      getByText(said("CHECKIN_SOON_NODATE"));
      expect(container.textContent).not.toContain("2027");
    });

    it("says that it is over, and leads to another ticket", async () => {
      const { getByText, findByRole } = await open({ checkinActive: false, checkinOver: true });
      await findByRole("heading", { name: said("CHECKIN_OVER") });
      getByText(said("CHECKIN_ERROR_CLOSED"));
      press(said("CHECKIN_MORE"));
      await waitFor(() => expect(field("ticket-number").value).toBe(""));
    });
  });

  describe("what refuses it while it is filled in", () => {
    const send = () => sendForm("CHECKIN_SUBMIT", "CHECKIN_SENDING");

    async function openFilled(answers: RestAnswers) {
      serveRest(answers);
      const page = await open({});
      fill("answer-name", "Mira");
      tick("answer-rules");
      return page;
    }

    it.each([
      [409, "CHECK_IN_NOT_OPEN", "CHECKIN_ERROR_NOTOPEN"],
      [409, "CHECK_IN_CLOSED", "CHECKIN_ERROR_CLOSED"],
      [404, "CHECK_IN_NOT_FOUND", "CHECKIN_ERROR_NOTFOUND"],
      [404, "NOT_FOUND", "CHECKIN_ERROR_NOTFOUND"],
      [409, "ALREADY_CHECKED_IN", "CHECKIN_ERROR_ALREADY"],
      [422, "NONSENSE", "CHECKIN_ERROR_GENERIC"],
    ] as const)(
      "is said and clears the number: %s %s",
      proves("purchase §4, §8", "every refusal has its text in both languages and clears the ticket's number"),
      async (status, code, text) => {
        const { findByRole } = await openFilled({ [CHECK_IN]: refusal(status, code) });
        await send();
        expect(await findByRole("heading", { name: said("CHECKIN_ERROR") })).toBe(document.activeElement);
        expect(notice()).toBe(said("CHECKIN_ERROR") + said(text));
        expect(field("ticket-number").value).toBe("");
      },
    );

    it("leaves what was typed where it may be sent again", async () => {
      const answers = { [CHECK_IN]: offline };
      const { findByRole } = await openFilled(answers);
      await send();
      expect([notice(), field("answer-name").value]).toEqual([said("LANG_ERROR_OFFLINE"), "Mira"]);
      answers[CHECK_IN] = json({});
      await send();
      await findByRole("heading", { name: said("CHECKIN_DONE") });
    });
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/languages";
import { loadTexts } from "@/lib/texts/i18n";
import { errorAt, field, fill, hintAt, notice, press, said, sendForm, tick } from "@/testing/forms";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import TraceRoute from "./route";

const [ONE, TWO] = ["2100000123452", "1000000000009"] as const;
const stored = {
  data: { updatePersonalization: { __typename: "UpdatePersonalizationPayload", clientMutationId: null } },
};
const refused = (code: string) => ({ data: null, errors: [{ message: "refused", extensions: { code } }] });

beforeAll(() => loadTexts("aftersale"));

describe.each(LOCALES)("the form of contact data, %s", (locale) => {
  const send = () => sendForm("FORM_UPDATETICKET_SUBMIT", "FORM_UPDATETICKET_SENDING");

  /** `answers`: by the ticket's number, as it is sent. */
  async function open(answers: Record<string, string> = {}) {
    const page = await renderPage(<TraceRoute />, {
      locale,
      path: "/trace",
      answers: {
        UPDATEPERSONALIZATION: ({ input }) => {
          const code = answers[(input as { code: string }).code];
          return code ? refused(code) : stored;
        },
      },
    });
    tick("legal");
    return { ...page, answers };
  }

  function fillTicket(place: number, code: string, firstName = "Mira") {
    const holder = { firstName, lastName: "Falk", address: "Hafenstraße 12, 20359 Hamburg", phone: "040 123456" };
    fill(`ticket-${place}`, code);
    for (const [part, value] of Object.entries(holder)) fill(`ticket-${place}-${part}`, value);
  }

  it.each([
    ["www.spam.example", "FORM_UPDATETICKET_ERROR_LINK"],
    ["Mira+Jo", "FORM_UPDATETICKET_ERROR_PLUS"],
    ["M".repeat(41), "FORM_UPDATETICKET_ERROR_TOOLONG"],
  ] as const)("a first name %s is wrong at its field, and nothing is sent", async (name, text) => {
    const { asked } = await open();
    fillTicket(1, ONE, name);
    await send();
    const label = said("FORM_UPDATETICKET_FIRSTNAME");
    const whole = said(text, { field: label, limit: 40 });
    expect(`${label}: ${errorAt("ticket-1-firstName") ?? ""}`.toLowerCase()).toBe(whole.toLowerCase());
    expect(asked).toEqual([]);
  });

  it(
    "takes one name, in whichever field, and says so at the first",
    proves("docs/decisions/0078", "a ticket's holder with one name has it in whichever field they write it"),
    async () => {
      const { asked } = await open();
      const required = () =>
        ["firstName", "lastName"].map((name) => field(`ticket-1-${name}`).getAttribute("aria-required"));
      expect(required()).toEqual(["true", "true"]);
      expect(hintAt("ticket-1-firstName")).toBe(said("FORM_UPDATETICKET_ONENAME"));
      fillTicket(1, ONE, "");
      expect(required()).toEqual(["false", "true"]);
      await send();
      expect(asked.map(({ variables }) => variables)).toEqual([
        { input: { code: ONE.slice(0, -1), identifier: "+Falk+Hafenstraße 12, 20359 Hamburg+040 123456" } },
      ]);
    },
  );

  it.each([
    ["NAMES_CLOSED", "ticket-2-firstName", "FORM_UPDATETICKET_ERROR_NAMES"],
    ["CONTACT_DATA_CLOSED", "ticket-2", "FORM_UPDATETICKET_ERROR_CLOSED"],
    ["CONTACT_DATA_NOT_ASKED", "ticket-2", "FORM_UPDATETICKET_ERROR_NOTASKED"],
    ["NOT_FOUND", "ticket-2", "FORM_UPDATETICKET_ERROR_NOTFOUND"],
  ] as const)(
    "what the server refuses stands at the ticket that it is about: %s",
    proves(
      "purchase §8",
      "every refusal of an update has its text in both languages; what is missing or nonsense changes nothing",
    ),
    async (code, field, text) => {
      await open({ [TWO.slice(0, -1)]: code });
      press(said("FORM_UPDATETICKET_ADD"));
      fillTicket(1, ONE);
      fillTicket(2, TWO);
      await send();
      expect(errorAt(field)).toBe(said(text));
      expect(["ticket-1", "ticket-1-firstName"].map(errorAt)).toEqual([null, null]);
    },
  );

  it("says every other refusal below the form, which can be sent again", async () => {
    const { answers, findByRole, asked } = await open();
    fillTicket(1, ONE);
    const sent = ONE.slice(0, -1);
    for (const [code, text] of [
      ["NONSENSE", "FORM_UPDATETICKET_ERROR_GENERIC"],
      ["RATE_LIMITED", "LANG_ERROR_RATELIMIT"],
    ] as const) {
      answers[sent] = code;
      await send();
      expect(notice()).toBe(said(text));
    }
    answers[sent] = "";
    await send();
    expect(await findByRole("heading", { name: said("FORM_UPDATETICKET_COMPLETED", { count: 1 }) })).toBe(
      document.activeElement,
    );
    expect(asked.map(({ variables }) => variables)).toEqual(
      Array(3).fill({ input: { code: sent, identifier: "Mira+Falk+Hafenstraße 12, 20359 Hamburg+040 123456" } }),
    );
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import userEvent from "@testing-library/user-event";
import { LOCALES } from "@/lib/languages";
import { loadTexts } from "@/lib/texts/i18n";
import { AtRoute } from "@/testing/at-route";
import { errorAt, field, fill, notice, press, said, sendForm } from "@/testing/forms";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { json, offline, refusal, serveRest, type RestAnswers } from "@/testing/rest";
import { FORMS, LARGEST_PROOF, type Kind } from "@/features/after-sale/ticket-service";
import TicketServiceRoute from "./route";

const KINDS = ["change", "cancel"] as const;
const [ONE, TWO] = ["2100000123452", "1000000000009"] as const;
const [PERMIT, STORE] = ["POST forms/ticket-cancel/uploads", "POST https://store.example/proofs"] as const;
const asking = (kind: Kind) => `POST forms/ticket-${kind}/responses`;
const open = [{ __typename: "TicketServiceEvent", id: "7", title: "Nachtfalter live", untilText: "" }];

beforeAll(() => loadTexts("aftersale"));

describe.each(LOCALES)("the forms of the ticket service, %s", (locale) => {
  const send = (kind: Kind) => sendForm(FORMS[kind].submit, "TICKETSERVICE_SENDING");

  async function openPage(kind: Kind, events: readonly unknown[], answers: RestAnswers = {}) {
    const sent = serveRest(answers);
    const page = await renderPage(
      <AtRoute pattern="/ticketservice/:kind">
        <TicketServiceRoute />
      </AtRoute>,
      {
        locale,
        path: `/ticketservice/${kind}`,
        answers: {
          TICKETSERVICE: () => ({ data: { ticketService: { __typename: "TicketService", maxTickets: 4, events } } }),
        },
      },
    );
    await page.findByText(said(FORMS[kind].title), { selector: "h1" });
    return { ...page, answers, calls: () => sent.map(({ call }) => call), last: () => sent.at(-1)?.body };
  }

  function fillTicket(place: number, kind: Kind, type: "online" | "hard", number: string) {
    (document.querySelector(`input[name=ticket-${place}-type][value=${type}]`) as HTMLInputElement).click();
    fill(`ticket-${place}-number`, number);
    fill(`ticket-${place}-name`, "Mira Falk");
    if (kind === "change") fill(`ticket-${place}-name-new`, "Ada Lind");
  }

  async function openFilled(kind: Kind, type: "online" | "hard" = "online", answers: RestAnswers = {}) {
    const page = await openPage(kind, open, answers);
    fillTicket(1, kind, type, ONE);
    for (const [name, value] of Object.entries({ order: "B-12345", name: "Mira Falk", email: "mira@mail.example" }))
      fill(`service-${name}`, value);
    return page;
  }

  it.each(KINDS)("say at its field which name is none: %s", async (kind) => {
    const { calls } = await openFilled(kind);
    fill("ticket-1-name", "www.spam.example");
    await send(kind);
    expect(errorAt("ticket-1-name")).toBe(said("TICKETSERVICE_ERROR_LINK"));
    if (kind === "change") {
      fill("ticket-1-name-new", `${"A".repeat(41)} Lind`);
      expect(errorAt("ticket-1-name-new")).toBe(said("TICKETSERVICE_ERROR_TOOLONG"));
    }
    expect(calls()).toEqual([]);
  });

  it.each([
    ["TICKETS_UNKNOWN", "TICKETSERVICE_ERROR_UNKNOWN"],
    ["TICKET_NOT_FREE", "TICKETSERVICE_ERROR_NOTFREE"],
    ["TICKET_SERVICE_CLOSED", "TICKETSERVICE_ERROR_CLOSED"],
  ] as const)("mark the number that the server refuses: %s", async (code, text) => {
    const { answers } = await openFilled("change");
    press(said("FORM_UPDATETICKET_ADD"));
    fillTicket(2, "change", "online", TWO);
    answers[asking("change")] = refusal(409, code, { tickets: [1] });
    await send("change");
    expect([errorAt("ticket-1-number"), errorAt("ticket-2-number")]).toEqual([null, said(text)]);
  });

  it.each(KINDS)("say every other refusal, and can be sent again: %s", async (kind) => {
    const { answers, findByRole } = await openFilled(kind);
    for (const [reply, text] of [
      [refusal(422, "NONSENSE"), "TICKETSERVICE_ERROR_GENERIC"],
      [refusal(429, "TOO_MANY_TICKET_REQUESTS"), "LANG_ERROR_RATELIMIT"],
      [refusal(404, "FORM_NOT_FOUND"), "TICKETSERVICE_ERROR_CLOSED"],
      [offline, "LANG_ERROR_OFFLINE"],
    ] as const) {
      answers[asking(kind)] = reply;
      await send(kind);
      expect(notice()).toBe(said(text));
    }
    answers[asking(kind)] = json({});
    await send(kind);
    expect(await findByRole("heading", { name: said("TICKETSERVICE_COMPLETED", { count: 1 }) })).toBe(
      document.activeElement,
    );
  });

  it.each(KINDS)(
    "say that the deadline has passed, and where to ask: %s",
    proves(
      "purchase §2, §9",
      "cancelling tickets, below a band alone, and changing the name on them: the pages say that the deadline has passed and lead to help, until an event opens the form",
    ),
    async (kind) => {
      const { container, getByText, getByRole } = await openPage(kind, []);
      getByText(said("TICKETSERVICE_CLOSED"), { selector: "[role=status]" });
      getByText(said(FORMS[kind].closed));
      expect(container.textContent).toContain(said("TICKETSERVICE_HOURS"));
      expect(getByRole("link", { name: said("LANG_NAV_FAQ") }).getAttribute("href")).toBe("/faq");
      expect(container.querySelector("form")).toBeNull();
    },
  );

  describe("a picture of a printed ticket", () => {
    const choose = (name: string, type: string, size: number) =>
      userEvent.upload(field("ticket-1-file"), new File([new Uint8Array(size)], name, { type }), {
        applyAccept: false,
      });

    it.each([
      ["proof.pdf", "application/pdf", 8, "TICKETSERVICE_ERROR_FILETYPE"],
      ["proof.jpg", "image/jpeg", LARGEST_PROOF + 1, "TICKETSERVICE_ERROR_FILESIZE"],
    ] as const)("is asked for, and is none: %s %s %i", async (name, type, size, text) => {
      const { calls } = await openFilled("cancel", "hard");
      await send("cancel");
      expect(errorAt("ticket-1-file")).toBe(said("TICKETSERVICE_ERROR_FILE"));
      await choose(name, type, size);
      expect(errorAt("ticket-1-file")).toBe(said(text));
      expect(calls()).toEqual([]);
    });

    it("is sent before the form, and once; what kept it from its place stands at its field", async () => {
      const permit = json({ file: "signed", url: "https://store.example/proofs", fields: { key: "proof" } });
      const { answers, calls, last } = await openFilled("cancel", "hard", { [PERMIT]: refusal(403, "UPLOAD_REFUSED") });
      await choose("proof.jpg", "image/jpeg", 8);
      const failsWith = async (more: RestAnswers) => {
        Object.assign(answers, more);
        await send("cancel");
        expect(errorAt("ticket-1-file")).toBe(said("ERROR_TICKETSERVICE"));
      };
      await failsWith({});
      await failsWith({ [PERMIT]: permit, [STORE]: offline });
      await failsWith({ [STORE]: json({}), [asking("cancel")]: refusal(422, "PROOF_REFUSED", { tickets: [0] }) });
      const before = calls().length;
      Object.assign(answers, { [asking("cancel")]: refusal(429, "TOO_MANY_TICKET_REQUESTS") });
      await send("cancel");
      await send("cancel");
      expect(calls().slice(before)).toEqual([PERMIT, STORE, asking("cancel"), asking("cancel")]);
      expect(last()).toMatchObject({ tickets: [{ type: "hard", id: ONE, file: "signed" }] });
    });
  });
});

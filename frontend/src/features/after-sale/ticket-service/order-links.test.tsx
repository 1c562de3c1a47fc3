import { beforeAll, expect, it } from "vitest";
import { LOCALES } from "@/lib/languages";
import { loadTexts } from "@/lib/texts/i18n";
import { said } from "@/testing/forms";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import OrderLinks from "./order-links";

beforeAll(() => loadTexts("aftersale"));

const change = {
  __typename: "OrderTicketService",
  kind: "change",
  eventTitle: "Nachtfalter live",
  untilText: "22. September",
};

it.each(LOCALES)(
  "the order's page leads to the forms that are open, with the order's number and the deadline, %s",
  proves("purchase §2", "the order's page and mail lead to name change and return while their forms are open"),
  async (locale) => {
    const page = await renderPage(<OrderLinks orderId="secret" reference="B-12345" />, {
      locale,
      answers: {
        TICKETSERVICES: () => ({ data: { ticketServices: [change, { ...change, kind: "cancel", untilText: "" }] } }),
      },
    });
    const link = await page.findByText(said("TICKETSERVICE_LINK_CHANGE", { event: "Nachtfalter live" }));
    expect(link.getAttribute("href")).toMatch(/\/ticketservice\/change\?order=B-12345$/);
    expect(link.parentElement?.textContent).toContain(said("TICKETSERVICE_UNTIL", { date: "22. September" }));
    page.getByText(said("TICKETSERVICE_LINK_CANCEL", { event: "Nachtfalter live" }));
  },
);

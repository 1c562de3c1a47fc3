import { act, fireEvent } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { loadTexts } from "@/lib/texts/i18n";
import { renderPage } from "@/testing/render";
import { ticket } from "@/testing/ticket";
import { TicketCodes } from "./ticket-codes";

beforeAll(() => loadTexts("order"));

const order = (name: string, ticketsUrl = "/t.pdf") =>
  ({ id: "secret", ticketsUrl, items: [{ personalIdentifier: name }] }) as unknown as OrderData;
const FAILED = { errors: [{ message: "down" }] };
const show = (tickets: object[], locale: "de" | "en" = "de") =>
  renderPage(<TicketCodes order={order("")} />, {
    locale,
    answers: { AFTERSALE: () => ({ data: { ticketCodes: tickets } }) },
  });

function Renamed() {
  const [name, setName] = useState("Mira Sommer");
  return (
    <>
      <button type="button" onClick={() => setName("Jo Winter")}>
        rename
      </button>
      <TicketCodes order={order(name)} />
    </>
  );
}

it.each([
  ["de", "Code für den Einlass, Ticket 2100 0001 2345 2", "Einlass 19:00 Uhr · Beginn 20:00 Uhr"],
  ["en", "Code for the entrance, ticket 2100 0001 2345 2", "Doors 19:00 · Starts 20:00"],
] as const)("shows a ticket's code with all that the entrance asks for: %s", async (locale, name, times) => {
  const { findByRole, getByText, queryByRole } = await show([ticket], locale);
  const code = await findByRole("img", { name });
  expect(code.querySelector("rect")?.getAttribute("fill")).toBe("white");
  for (const text of [ticket.day, times, "Knust, Hamburg", "Mira Sommer"]) expect(getByText(text)).toBeTruthy();
  expect(queryByRole("button")).toBeNull();
});

it("asks again when a name was entered and when the page is seen again, and keeps its codes without an answer", async () => {
  const answers = [
    { data: { ticketCodes: [ticket] } },
    { data: { ticketCodes: [{ ...ticket, holder: "Jo Winter" }] } },
    { data: { ticketCodes: [{ ...ticket, number: "2100 0001 2345 9" }] } },
    FAILED,
  ];
  const { asked, findByRole, findByText, getByRole } = await renderPage(<Renamed />, {
    answers: { AFTERSALE: () => answers.shift() ?? FAILED },
  });
  await findByText("Mira Sommer");
  fireEvent.click(getByRole("button", { name: "rename" }));
  await findByText("Jo Winter");
  fireEvent(document, new Event("visibilitychange"));
  const code = /Ticket 2100 0001 2345 9$/;
  await findByRole("img", { name: code });
  fireEvent(document, new Event("visibilitychange"));
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  await act(() => Promise.resolve());
  expect(getByRole("img", { name: code })).toBeTruthy();
});

it("waits for no codes and misses none where tickets are sent as printed paper", async () => {
  const { asked, container, queryByRole } = await renderPage(<TicketCodes order={order("", "")} />, {
    answers: { AFTERSALE: () => FAILED },
  });
  expect(container.querySelector(".skeleton")).toBeNull();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await act(() => new Promise((done) => setTimeout(done, 20)));
  expect(queryByRole("alert")).toBeNull();
});

it("counts a second step from where the first one leads", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const { findByRole, getByRole } = await show([1, 2, 3].map((id) => ({ ...ticket, id: String(id) })));
  const row = await findByRole("list");
  const turned: (number | undefined)[] = [];
  Object.defineProperty(row, "clientWidth", { value: 300 });
  row.scrollTo = ((to: ScrollToOptions) => turned.push(to.left)) as typeof row.scrollTo;
  fireEvent.click(getByRole("button", { name: "Nächstes Ticket" }));
  fireEvent.click(getByRole("button", { name: "Nächstes Ticket" }));
  expect(turned).toEqual([300, 600]);
  // Stopped by hand on the way, it counts from there.
  Object.defineProperty(row, "scrollLeft", { value: 300 });
  fireEvent.scroll(row);
  fireEvent(row, new Event("scrollend"));
  fireEvent.click(getByRole("button", { name: "Voriges Ticket" }));
  expect(turned.at(-1)).toBe(0);
});

it("turns to the next ticket by button and key", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const { findByRole, getByRole } = await show([ticket, { ...ticket, id: "2" }]);
  const row = await findByRole("list");
  const turned: (number | undefined)[] = [];
  Object.defineProperty(row, "clientWidth", { value: 300 });
  row.scrollTo = ((to: ScrollToOptions) => turned.push(to.left)) as typeof row.scrollTo;
  fireEvent.click(getByRole("button", { name: "Nächstes Ticket" }));
  fireEvent.keyDown(getByRole("button", { name: "Nächstes Ticket" }), { key: "ArrowRight" });
  fireEvent.keyDown(getByRole("button", { name: "Voriges Ticket" }), { key: "ArrowLeft" });
  expect(turned).toEqual([300, 300, 0]);
  Object.defineProperty(row, "scrollLeft", { value: 300 });
  fireEvent.scroll(row);
  expect(getByRole("status").textContent).toBe("Ticket 2 von 2");
});

it.each([
  ["line", /storniert oder umgetauscht/],
  ["refund", /^Erstattet/],
  ["staff", /gilt nicht mehr/],
  ["event", /^Abgesagt/],
] as const)("shows no code of a ticket that has ended, and says why: %s", async (ended, text) => {
  const { findByText, queryByRole } = await show([{ ...ticket, ended, code: null }]);
  expect(await findByText(text)).toBeTruthy();
  expect(queryByRole("img")).toBeNull();
});

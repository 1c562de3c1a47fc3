import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Cart } from "@/features/cart";
import { ADDRESS_FIELDS } from "@/features/checkout";
import { loadTexts, activateLocale } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations } from "@/testing/screens";
import { DetailsForm } from "./details-form";

const COUNTRIES = [
  { country_code: "de", name: "Deutschland", post_code_pattern: "\\d{5}" },
  { country_code: "at", name: "Österreich", post_code_pattern: "\\d{4}" },
];
const cart = {
  items: [],
  physical: true,
  needsPostalAddress: true,
  countryCode: "de",
  billingAddress: null,
  shippingAddress: null,
  email: "",
  totalDue: "29.90",
} as unknown as Cart;
const REQUIRED = [
  "email",
  "billing-firstName",
  "billing-lastName",
  "billing-address",
  "billing-postCode",
  "billing-city",
] as const;
const ANSWERS = ["mira@example.org", "Mira", "Falk", "Hafenstraße 12", "20359", "Hamburg"];

/** What was sent, which is not answered unless it is refused. */
const sent: unknown[] = [];
let refusal: object | null = null;
const own = window.fetch.bind(window);
let asked: MockInstance<typeof fetch>;
const answer: typeof fetch = (request, options) => {
  const address = request instanceof Request ? request.url : request.toString();
  if (!address.includes("/rest")) return own(request, options);
  if (address.includes("countries")) return Promise.resolve(Response.json(COUNTRIES));
  sent.push(JSON.parse(options?.body as string));
  return refusal ? Promise.resolve(Response.json(refusal, { status: 400 })) : new Promise(() => undefined);
};

beforeEach(async () => {
  sent.length = 0;
  refusal = null;
  asked = vi.spyOn(window, "fetch").mockImplementation(answer);
  await activateLocale("de");
  await loadTexts("checkout");
});
afterEach(() => {
  asked.mockRestore();
  sessionStorage.clear();
});

const show = async (changes: Partial<Cart> = {}) => {
  const screen = await renderPage(
    <main>
      <h1>Adresse</h1>
      <DetailsForm cart={{ ...cart, ...changes }} />
    </main>,
  );
  await expect.element(page.getByRole("option", { name: "Österreich" })).toBeInTheDocument();
  return screen;
};

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const enter = async (changes: Partial<Record<(typeof REQUIRED)[number], string>> = {}) => {
  for (const [at, id] of REQUIRED.entries()) await userEvent.fill(field(id), changes[id] ?? ANSWERS[at] ?? "");
};
const goOn = () => userEvent.click(page.getByRole("button", { name: "Zur Zahlung" }));

it("lists, marks and leads to what is empty, and says what is wrong beside its place", async () => {
  await show();
  await goOn();
  const summary = page.getByRole("alert").filter({ hasText: "6 Angaben fehlen noch" });
  await expect.element(summary).toHaveFocus();
  const links = summary.getByRole("link");
  expect(links.elements().map((one) => one.textContent)).toEqual(
    ["E-Mail", "Vorname", "Nachname", "Straße und Hausnummer", "Postleitzahl", "Ort"].map(
      (name) => `${name}: bitte ausfüllen`,
    ),
  );
  for (const id of REQUIRED) {
    expect(field(id).getAttribute("aria-invalid")).toBe("true");
    expect(field(id).getAttribute("aria-describedby")).toContain(`${id}-error`);
    expect(document.getElementById(`${id}-error`)?.textContent).toBe("Bitte ausfüllen");
  }
  expect(field("billing-company").getAttribute("aria-invalid")).not.toBe("true");
  expect(await axeViolations()).toEqual([]);

  (links.nth(4).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field("billing-postCode")).toHaveFocus();
  await userEvent.keyboard("20359{Tab}");
  await expect.poll(() => document.getElementById("billing-postCode-error")).toBeNull();

  await userEvent.fill(field("email"), "mira@example");
  await userEvent.fill(field("billing-firstName"), "M".repeat(300));
  await goOn();
  await expect
    .poll(() => document.getElementById("email-error")?.textContent)
    .toBe("Diese E-Mail-Adresse ist nicht vollständig. Beispiel: name@example.org");
  await expect
    .poll(() => document.getElementById("billing-firstName-error")?.textContent)
    .toMatch(/^Höchstens \d+ Zeichen/);
  expect(field("billing-firstName").value).toHaveLength(300);
  expect(sent).toEqual([]);
});

const DOUBTS = proves(
  "purchase §5",
  "a mistyped e-mail is offered corrected; a postal code that does not fit and a street without a number are asked about once",
);
it("offers a mistyped mail corrected", DOUBTS, async () => {
  await show();
  await userEvent.fill(field("email"), "mira.falk@gmial.com");
  await userEvent.keyboard("{Tab}");
  const offer = page.getByRole("button", { name: "mira.falk@gmail.com" });
  await userEvent.click(offer);
  await expect.element(field("email")).toHaveFocus();
  expect(field("email").value).toBe("mira.falk@gmail.com");
  await expect.poll(() => offer.query()).toBeNull();
});

it("asks about doubts once, and the shopper decides", DOUBTS, async () => {
  await show();
  await enter({ "billing-postCode": "2035", "billing-address": "Am Deich" });
  const question = page.getByRole("alertdialog");
  const told = () => question.query()?.textContent;
  const again = question.getByRole("button", { name: "Nochmal ansehen" });
  const right = question.getByRole("button", { name: "Stimmt so, weiter" });
  await goOn();
  await expect.poll(told).toMatch(/„2035“.*Deutschland|Deutschland.*„2035“/);
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(again);
  await expect.element(field("billing-postCode")).toHaveFocus();
  expect(field("billing-postCode").value).toBe("2035");

  await goOn();
  await userEvent.click(right);
  await expect.poll(told).toContain("„Am Deich“");
  await userEvent.keyboard("{Escape}");
  await expect.element(field("billing-address")).toHaveFocus();

  await goOn();
  await expect.poll(told).toContain("„Am Deich“");
  expect(sent).toEqual([]);
  await userEvent.click(right);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

const TICKETS = { physical: false, needsPostalAddress: false };
const shown = () => ADDRESS_FIELDS.filter((name) => document.getElementById(`billing-${name}`));
const SHORT = proves(
  "purchase §5",
  "the address step shows street, postal code and city only where the cart needs them",
);

it("asks buyers of e-tickets for name, mail and country, and sends no more", SHORT, async () => {
  await show(TICKETS);
  expect(shown()).toEqual(["firstName", "lastName", "countryCode"]);
  await goOn();
  await expect.element(page.getByRole("alert").filter({ hasText: "3 Angaben fehlen noch" })).toHaveFocus();
  expect(await axeViolations()).toEqual([]);
  for (const [at, id] of REQUIRED.slice(0, 3).entries()) await userEvent.fill(field(id), ANSWERS[at] ?? "");
  await goOn();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    billing_address: {
      first_name: "Mira",
      last_name: "Falk",
      address: "",
      post_code: "",
      city: "",
      country_code: "de",
    },
  });
});

it("keeps what was typed while it is not needed, also for an invoice with an address", SHORT, async () => {
  const { unmount } = await show();
  await enter();
  unmount();
  await show(TICKETS);
  expect(shown()).toEqual(["firstName", "lastName", "countryCode"]);
  const box = page.getByRole("checkbox", { name: "Anschrift für die Rechnung angeben" });
  await userEvent.click(box);
  expect(shown()).toEqual([...ADDRESS_FIELDS]);
  expect(box.element().getBoundingClientRect().top).toBeLessThan(
    field("billing-firstName").getBoundingClientRect().top,
  );
  expect(field("billing-address").value).toBe("Hafenstraße 12");
  await userEvent.fill(field("billing-city"), "");
  await goOn();
  await expect.poll(() => field("billing-city").getAttribute("aria-invalid")).toBe("true");
  expect(sent).toEqual([]);
});

it("shows the fields that the server misses, since the cart has changed in another tab", SHORT, async () => {
  refusal = { code: "INVALID_INPUT", errors: { "billing_address.city": [{ code: "required", message: "" }] } };
  await show(TICKETS);
  for (const [at, id] of REQUIRED.slice(0, 3).entries()) await userEvent.fill(field(id), ANSWERS[at] ?? "");
  await goOn();
  await expect.poll(shown).toEqual([...ADDRESS_FIELDS]);
  await expect.poll(() => field("billing-city").getAttribute("aria-invalid")).toBe("true");
  const link = page.getByRole("link", { name: "Ort: bitte ausfüllen" });
  await expect.element(link).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Anschrift für die Rechnung angeben" }));
  await expect.element(link).not.toBeInTheDocument();
});

import { useEffect } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useCart } from "@/features/cart";
import type { Notice, Session } from "@/features/session/model/session";
import { activateLocale, loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, showOn, tooWide } from "@/testing/screens";
import { SessionNotice } from "./session-notice";

const dismiss = vi.fn();
const extend = vi.fn();
const session = { dismiss, extend } as unknown as Session;

beforeAll(async () => {
  await activateLocale("de");
  await loadTexts("overlays");
});

/** So many seconds are left. */
function Kept({ notice, seconds }: { notice: Notice; seconds: number }) {
  const { reservation } = useCart();
  useEffect(() => reservation.show(seconds), [reservation, seconds]);
  return <SessionNotice notice={notice} session={session} />;
}

const NOTICES: [Notice, string | RegExp][] = [
  ["warning", "Danach geben wir deine Sachen wieder frei."],
  ["last", /^Länger können wir deine Sachen nicht reservieren/],
  ["extended", "Deine Sachen bleiben noch 3 Minuten für dich reserviert."],
  ["moved", /^Dein Korb ist nicht mehr in diesem Browser/],
  ["ended", /abgelaufen|wieder frei/],
];
it.each(NOTICES)("says what there is to say, on any screen: %s", async (notice, text) => {
  await renderPage(<Kept notice={notice} seconds={200} />);
  await expect.element(page.getByText(text).last()).toBeVisible();
  for (const screen of ["narrow", "desktop"] as const) {
    await showOn(screen);
    expect(tooWide()).toEqual([]);
  }
  expect(await axeViolations()).toEqual([]);
});

it(
  "counts down, is spoken by the minute, and makes it longer by a press that may fail",
  proves(
    "purchase §4, WCAG 2.2.1",
    "five minutes before the end every page warns, also over the open cart, and one press gives 20 more; after an hour it says that there is no more",
  ),
  async () => {
    extend.mockRejectedValueOnce(new Error("offline"));
    await renderPage(<Kept notice="warning" seconds={200} />);
    await expect.element(page.getByText("3:20")).toBeVisible();
    expect(page.getByRole("alert").element().textContent).toMatch(/^Noch 4 Minuten reserviert\./);
    const longer = page.getByRole("button", { name: "Länger reservieren" });
    await userEvent.click(longer);
    await expect.element(page.getByText("Keine Verbindung. Prüf dein Netz und versuch es nochmal.")).toBeVisible();
    extend.mockReturnValueOnce(new Promise(() => undefined));
    await userEvent.click(longer);
    await expect.element(longer).toBeDisabled();
  },
);

it("after an hour there is nothing to press but OK", async () => {
  await renderPage(<Kept notice="last" seconds={200} />);
  expect(page.getByRole("button", { name: "Länger reservieren" }).query()).toBeNull();
  await userEvent.click(page.getByRole("button", { name: "OK" }));
  expect(dismiss).toHaveBeenCalledOnce();
});

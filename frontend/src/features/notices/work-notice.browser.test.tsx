import { beforeAll, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { WorkNotice } from "@/features/notices/work-notice";
import { activateLocale, loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, isInSight, showOn, tooWide } from "@/testing/screens";
import { Modal } from "@/ui/dialog/modal";

const TEXTS = {
  de: /^Einen Moment bitte: .* dann geht es von selbst weiter\.$/,
  en: /^One moment, please: .* then it goes on by itself\.$/,
};

beforeAll(async () => {
  for (const locale of ["en", "de"] as const) {
    await activateLocale(locale);
    await loadTexts("overlays");
  }
});

it.each(["de", "en"] as const)(
  "says what the device does once it takes longer, politely and in everybody's sight: %s",
  proves("design §6", "work that takes longer is said on the page, which neither moves nor loses its focus"),
  async (locale) => {
    await renderPage(
      <main>
        <button type="button">here</button>
      </main>,
      { locale },
    );
    const button = page.getByRole("button").element() as HTMLElement;
    button.focus();
    const before = button.getBoundingClientRect();
    await renderPage(<WorkNotice />, { locale });
    const status = page.getByRole("status");
    expect([status.element().textContent, status.element().getBoundingClientRect().width]).toEqual(["", 1]);
    await expect.element(status.getByText(TEXTS[locale])).toBeVisible();
    for (const screen of ["phone", "desktop"] as const) {
      await showOn(screen);
      expect(isInSight(status.element())).toBe(true);
      expect(tooWide()).toEqual([]);
    }
    expect(document.activeElement).toBe(button);
    expect(button.getBoundingClientRect()).toEqual(before);
    expect(await axeViolations()).toEqual([]);
  },
);

it("is said inside of a dialog that lies over the page", async () => {
  await renderPage(
    <Modal aria-label="over it" onCancel={vi.fn()}>
      <WorkNotice />
    </Modal>,
  );
  const status = page.getByRole("dialog").getByRole("status");
  await expect.element(status.getByText(TEXTS.de)).toBeVisible();
  expect(isInSight(status.element())).toBe(true);
});

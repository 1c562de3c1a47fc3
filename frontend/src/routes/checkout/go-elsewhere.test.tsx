import { fireEvent } from "@testing-library/react";
import { decodeQR } from "qr/decode.js";
import { afterEach, expect, it, vi } from "vitest";
import { loadTexts } from "@/lib/texts/i18n";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { codeOf } from "./address-code";
import GoElsewhere from "./go-elsewhere";

const PIXELS = 4;

/** The code as a camera sees it. */
function seen({ size, path }: ReturnType<typeof codeOf>) {
  const width = size * PIXELS;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, left = "", top = ""] of path.matchAll(/M(\d+) (\d+)/g))
    for (let y = 0; y < PIXELS; y++)
      for (let x = 0; x < PIXELS; x++) {
        const at = 4 * ((Number(top) * PIXELS + y) * width + Number(left) * PIXELS + x);
        data.fill(0, at, at + 3);
      }
  return { width, height: width, data };
}

it("draws an address as a code that a camera reads", () => {
  const address = "https://shop.example/nachtfalter/checkout/resume?id=abc%3Adef";
  expect(decodeQR(seen(codeOf(address)))).toBe(address);
});

afterEach(() => Reflect.deleteProperty(navigator, "share"));

it(
  "offers the address for another device as a QR code",
  proves("purchase §1, §7", "the address that moves a cart to another device is a QR code, too, and can be shared"),
  async () => {
    const share = vi.fn<typeof navigator.share>(() => Promise.resolve());
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    await loadTexts("checkout");
    const made = { __typename: "MakeResumeIdPayload", resumeId: "abc" };
    const page = await renderPage(<GoElsewhere />, {
      answers: { MAKERESUMEID: () => ({ data: { makeResumeId: made } }) },
    });
    fireEvent.click(page.getByRole("button", { name: "Auf einem anderen Gerät weitermachen" }));
    const shown = await page.findByText(/resume\?id=abc$/);
    // It came with its address, not later.
    expect(page.getByRole("img", { name: "QR-Code für das andere Gerät" })).toBeTruthy();
    fireEvent.click(page.getByRole("button", { name: "Teilen" }));
    expect(share).toHaveBeenCalledWith({ url: shown.textContent });
  },
);

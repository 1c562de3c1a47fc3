import { describe, expect, it } from "vitest";
import LateOverlays from "@/app/late-overlays";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const meta = { kulturpassLink: "/kulturpass", trackers: [], discountGate: false, newsletterPopup: false };

describe("the badge for the culture pass", () => {
  it.each(["/", "/events/show", "/categories/shirts", "/products/shirt", "/bundle/box", "/search/shirt", "/faq"])(
    "stands on %s",
    proves("catalogue §2", "the culture-pass badge stands on every page but the checkout"),
    async (path) => {
      const { findByRole } = await renderPage(<LateOverlays />, { path, meta });
      expect(await findByRole("complementary", {}, { timeout: 5000 })).toBeTruthy();
    },
  );

  it("disturbs nobody who pays", async () => {
    const { queryByRole } = await renderPage(<LateOverlays />, { path: "/checkout", meta });
    await new Promise((done) => setTimeout(done, 300));
    expect(queryByRole("complementary")).toBeNull();
  });
});

import { fireEvent, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import LateOverlays from "@/app/late-overlays";
import { useCart } from "@/features/cart";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const meta = { trackers: [], discountGate: true, newsletterPopup: false };

describe("the question for a discount code", () => {
  beforeEach(() => {
    document.cookie = "merchstand_discount_gate=; max-age=0; path=/";
  });

  it("comes up on the home page, with a cross", async () => {
    const { findByRole, queryByRole } = await renderPage(<LateOverlays />, { path: "/", meta });
    const question = await findByRole("dialog", { name: "Hast du einen Rabattcode?" }, { timeout: 5000 });
    expect(question.textContent).toContain("Gilt nicht für Tickets, Bücher, Noten und Versand.");
    fireEvent.click(await findByRole("button", { name: "Schließen" }));
    await waitFor(() => expect(queryByRole("dialog")).toBeNull());
  });

  it.each(["/products/shirt", "/events/show", "/categories/shirts", "/checkout"])(
    "disturbs nobody who comes to %s",
    proves("catalogue §2, §4", "the question for a discount code comes up by itself on the home page alone"),
    async (path) => {
      const { queryByRole } = await renderPage(<LateOverlays />, { path, meta });
      await new Promise((done) => setTimeout(done, 300));
      expect(queryByRole("dialog")).toBeNull();
    },
  );
});

function Drawer() {
  const { minicart } = useCart();
  return (
    <button type="button" onClick={minicart.open ? minicart.hide : minicart.show}>
      {minicart.open ? "open" : "closed"}
    </button>
  );
}

it(
  "closes the cart's drawer by the way back, which stays on the page",
  proves("design §6", "the way back closes the cart's drawer, and the page stays"),
  async () => {
    const { getByRole, findByRole } = await renderPage(
      <>
        <LateOverlays />
        <Drawer />
      </>,
      { path: "/products/shirt", meta: { ...meta, discountGate: false } },
    );
    const visits = history.length;
    fireEvent.click(getByRole("button", { name: "closed" }));
    await findByRole("button", { name: "open" });
    expect(history.length).toBe(visits + 1);
    history.back();
    await findByRole("button", { name: "closed" });
    // Closed by its own button, it leaves no visit behind that the way back would have to pass.
    fireEvent.click(getByRole("button", { name: "closed" }));
    fireEvent.click(await findByRole("button", { name: "open" }));
    await waitFor(() => expect(history.state).toBeNull());
    // The way forward leads to a visit of nothing, which ends at once.
    let steps = 0;
    const count = () => (steps += 1);
    addEventListener("popstate", count);
    history.forward();
    await waitFor(() => expect(steps).toBe(2));
    removeEventListener("popstate", count);
    expect(history.state).toBeNull();
    expect(getByRole("button", { name: "closed" })).toBeTruthy();
  },
);

it("leaves the visit of a drawer that a reload has closed", async () => {
  history.pushState({ isOver: true }, "");
  await renderPage(<LateOverlays />, { path: "/products/shirt", meta: { ...meta, discountGate: false } });
  await waitFor(() => expect(history.state).toBeNull());
});

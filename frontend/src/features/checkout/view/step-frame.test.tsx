import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Route, Routes } from "react-router";
import { StepFrame } from "@/features/checkout";
import { paths } from "@/lib/paths";
import { renderPage } from "@/testing/render";
import { Link } from "@/ui/link";

const steps = (
  <Routes>
    <Route
      path={paths.checkout()}
      element={
        <StepFrame step="cart" title="LANG_CHECKOUT_TITLE_CART" aside="none">
          {() => <Link to={paths.checkoutDetails()}>on</Link>}
        </StepFrame>
      }
    />
    <Route
      path={paths.checkoutDetails()}
      element={
        <StepFrame step="details" title="LANG_CHECKOUT_TITLE_DETAILS" aside="none">
          {() => <Link to={paths.checkout()}>back</Link>}
        </StepFrame>
      }
    />
  </Routes>
);
const open = (items: object[]) =>
  renderPage(<main>{steps}</main>, {
    path: paths.checkout(),
    strict: true,
    answers: { CART: () => ({ data: { cart: { items, newItemIds: [] } } }) },
  });

it("leaves the focus alone on the page that was opened, and takes it to the heading of each step after", async () => {
  const { findByText, getByRole } = await open([{ id: "1", parentId: null, amount: 1 }]);
  const on = await findByText("on");
  expect(document.activeElement).toBe(document.body);
  for (const link of [on, "back"]) {
    fireEvent.click(typeof link === "string" ? await findByText(link) : link);
    expect(document.activeElement).toBe(getByRole("heading", { level: 1 }));
  }
});

it("takes it to the heading that stands in its place when the cart is empty", async () => {
  const { findByText } = await open([]);
  const heading = await findByText("Noch nichts im Korb");
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

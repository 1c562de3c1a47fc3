import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Route, Routes, useLocation } from "react-router";
import { StepFrame } from "@/features/checkout";
import { wayTo } from "@/features/checkout/model/flow";
import { paths } from "@/lib/paths";
import { proves } from "@/testing/proves";
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
    {(["payment", "confirm"] as const).map((step) => (
      <Route
        key={step}
        path={wayTo(step)}
        element={
          <StepFrame step={step} title="LANG_CHECKOUT_TITLE_PAYMENT" aside="none">
            {() => step}
          </StepFrame>
        }
      />
    ))}
  </Routes>
);

function Where() {
  return <output aria-label="path">{useLocation().pathname}</output>;
}

const open = (items: object[], path = paths.checkout(), told: object = {}) =>
  renderPage(
    <main>
      {steps}
      <Where />
    </main>,
    { path, strict: true, answers: { CART: () => ({ data: { cart: { items, newItemIds: [], ...told } } }) } },
  );

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

const GUARDS = proves(
  "purchase §4",
  "every step leads back to what is missing, says that the cart is empty, and goes to the start when another tab changes the cart",
);
it.each(["cart", "details", "payment", "confirm"] as const)(
  "says at every step that the cart is empty: %s",
  GUARDS,
  async (step) => {
    const { findByRole, getByLabelText } = await open([], wayTo(step));
    expect(await findByRole("heading", { level: 1, name: "Noch nichts im Korb" })).toBeTruthy();
    expect(getByLabelText("path").textContent).toBe("/checkout");
  },
);

const item = {
  id: "1",
  parentId: null,
  amount: 1,
  personalizationRequirement: "no_personalization_required",
  personalIdentifier: "",
};
const address = { lastName: "Falk", countryCode: "de" };
it.each([
  ["payment", {}, "/checkout/details"],
  ["confirm", {}, "/checkout/details"],
  ["payment", { billingAddress: address }, "/checkout/payment"],
  ["confirm", { billingAddress: address }, "/checkout/payment"],
  ["confirm", { billingAddress: address, shippingMethod: "1", paymentMethod: "paypal" }, "/checkout/confirm"],
] as const)("leads back to what is missing: %s with %o", GUARDS, async (step, told, path) => {
  const nothing = {
    billingAddress: null,
    shippingAddress: null,
    countryCode: "de",
    physical: true,
    shippingMethod: null,
    paymentMethod: null,
    totalDue: "9.00",
  };
  const { getByLabelText } = await open([item], wayTo(step), { ...nothing, ...told });
  await waitFor(() => expect(getByLabelText("path").textContent).toBe(path));
  await new Promise((resolve) => setTimeout(resolve, 50)); // and stays there
  expect(getByLabelText("path").textContent).toBe(path);
});

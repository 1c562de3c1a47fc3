import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { StepActions, StepFrame } from "@/features/checkout";
import { loadTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, isInSight, showOn } from "@/testing/screens";

const cart = {
  items: [{ id: "1", parentId: null, amount: 1 }],
  newItemIds: [],
  physical: true,
  checkoutSubtotal: "29.90",
  totalPlusShipping: "29.90",
  totalDue: "29.90",
  vat: [],
};

const told = proves("purchase §2", "the way on from the cart is in the first view, also beside a long cart");

it.each(["phone", "desktop"] as const)("has the way on in the first view: %s", told, async (screen) => {
  await Promise.all((["checkout", "overlays"] as const).map(loadTexts));
  await showOn(screen);
  let gone = 0;
  await renderPage(
    <main>
      <StepFrame step="cart" title="LANG_CHECKOUT_TITLE_CART" aside="totals">
        {(shown) => (
          <>
            <p className="h-[200svh]">Viele Zeilen</p>
            <StepActions
              cart={shown}
              back={{ to: paths.home(), label: "Weiter einkaufen" }}
              next="Zur Adresse"
              trouble={gone > 0 ? "" : "So geht es nicht."}
              onNext={() => (gone += 1)}
            />
          </>
        )}
      </StepFrame>
    </main>,
    { path: paths.checkout(), answers: { CART: () => ({ data: { cart } }) } },
  );
  const next = page.getByRole("button", { name: "Zur Adresse" });
  await expect.element(next).toBeVisible();
  expect(next.elements()).toHaveLength(1);
  expect(isInSight(next.element())).toBe(true);
  expect(isInSight(page.getByRole("alert").getByText("So geht es nicht.").element())).toBe(true);
  expect(next.element().closest("aside") !== null).toBe(screen === "desktop");
  await userEvent.click(next);
  expect(gone).toBe(1);
  expect(await axeViolations()).toEqual([]);
});

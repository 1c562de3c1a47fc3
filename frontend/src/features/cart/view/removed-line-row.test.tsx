import { expect, it } from "vitest";
import type { CartLine } from "@/features/cart";
import { RemovedLineRow } from "@/features/cart/view/removed-line-row";
import { renderPage } from "@/testing/render";

const poster = {
  id: "7",
  productName: "Plakat",
  productSlug: "plakat",
  seat: null,
  personalised: true,
  personalIdentifier: "Für Mira",
};

it.each([
  [{}, "de", "Aus dem Korb genommen: Plakat, Für Mira"],
  [{}, "en", "Taken out of the cart: Plakat, Für Mira"],
  [{ personalised: false, personalIdentifier: "Mira+Falk" }, "de", "Aus dem Korb genommen: Plakat"],
] as const)("tells two of the same thing apart by what is printed on them: %o in %s", async (more, locale, text) => {
  const line = { ...poster, ...more } as unknown as CartLine;
  const { findByRole } = await renderPage(
    <ul>
      <RemovedLineRow removed={{ line, parts: [], index: 0 }} onBack={() => undefined} />
    </ul>,
    { locale },
  );
  expect((await findByRole("status")).textContent).toBe(text);
});

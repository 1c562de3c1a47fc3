import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Cart } from "@/features/cart";
import { keepCart } from "@/features/cart/model/keep-cart";
import { keptKey, rememberPieces } from "@/features/cart/model/memory";
import { CartNotices } from "@/features/cart/view/cart-notices";
import { useCartContents } from "@/features/cart/api/use-cart-contents";
import { renderPage } from "@/testing/render";

const loaded = vi.fn();
// The real part: only its loading is counted.
vi.mock("@/features/cart/view/lost-cart", (original) => {
  loaded();
  return original();
});

const line = { id: "1", parentId: null, amount: 1 };
const cart = { id: "b", items: [line], newItemIds: [], validUntil: "2999-01-01T12:00:00Z" };
const lost = { productVariantId: "31", productSlug: "shirt", productName: "Shirt", amount: 2 };

function Notices() {
  const read = useCartContents();
  return (
    read && (
      <>
        <CartNotices heading="h2" />
        <p>filled</p>
      </>
    )
  );
}

afterEach(() => localStorage.clear());

it("loads what is said of a lost cart where there is one, not where a cart is only kept", async () => {
  localStorage.setItem(
    keptKey("merchstand"),
    JSON.stringify({ cartId: "a", until: Date.now() - 60_000, trees: [{ line: lost, parts: [] }] }),
  );
  rememberPieces("merchstand", 1);
  const { findByRole, findByText } = await renderPage(<Notices />, { answers: { CART: () => ({ data: { cart } }) } });
  await findByText("filled");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(loaded).not.toHaveBeenCalled();
  act(() => keepCart("merchstand", cart as unknown as Cart));
  expect(await findByRole("heading", { name: "Deine Reservierung ist abgelaufen" })).toBeTruthy();
  expect(loaded).toHaveBeenCalledOnce();
});

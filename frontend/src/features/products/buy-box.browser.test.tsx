import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BuyBox } from "@/features/products";
import type { ProductDetail } from "@/generated/features/products/product";
import { renderPage } from "@/testing/render";
import { axeViolations, showOn, tap } from "@/testing/screens";

const option = (id: string, description: string, available = true) => ({
  id,
  description,
  descriptionSubline: "",
  price: "29.90",
  originalPrice: null,
  available,
  active: true,
  order: 0,
  message: "",
  isDefault: false,
});
const shirt = {
  price: "29.90",
  originalPrice: null,
  available: true,
  cartLimit: 3,
  select: false,
  soldOutMessage: "",
  publicShippableFrom: null,
  productVariants: { nodes: [option("s", "S"), option("m", "M"), option("l", "L", false)] },
  meta: { personalised: false, externalUrl: "", externalUrlText: "" },
} as unknown as ProductDetail;

const MISSING = "Wähl zuerst eine Größe oder Variante aus.";

const open = () => renderPage(<BuyBox product={shirt}>{null}</BuyBox>);
const add = () => page.getByRole("button", { name: "In den Korb" });

it("names a missing option as soon as a mouse comes to the button", async () => {
  await open();
  await userEvent.hover(add());
  await expect.element(page.getByText(MISSING)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it("names a missing option where a finger taps, and goes there", async () => {
  await showOn("phone");
  await open();
  await tap(add().element());
  await expect.element(page.getByText(MISSING)).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "S" })).toHaveFocus();
});

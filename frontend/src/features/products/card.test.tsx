import { describe, expect, it } from "vitest";
import { ProductCard } from "@/features/products";
import type { ProductCard as Data } from "@/generated/features/products/card";
import { renderPage } from "@/testing/render";

const card = async (listPrice: object = {}, more: object = {}) => {
  const product = {
    name: "Shirt",
    slug: "shirt",
    price: "20.00",
    originalPrice: null,
    lowestPrice30Days: null,
    unitPrice: null,
    available: true,
    listImages: [],
    productVariants: { nodes: [] },
    ...more,
    meta: { hide: false, listPrice: { hide: false, prefix: "", value: "", ...listPrice } },
  } as unknown as Data;
  const { container } = await renderPage(<ProductCard product={product} sizes={{ base: "50vw" }} />);
  return container.textContent.replaceAll("\u00a0", " ");
};

describe("a card's price", () => {
  it("is the product's, with a word before it, another text, or none at all", async () => {
    expect(await card()).toContain("20,00 €");
    expect(await card({ prefix: "ab" })).toContain("ab20,00 €");
    const other = await card({ value: "beim Label" }, { lowestPrice30Days: "25.00" });
    expect(other).toContain("beim Label");
    expect(other).not.toContain("€");
    expect(await card({ hide: true }, { unitPrice: { price: "1.00", unit: "m" } })).not.toContain("€");
  });

  it("is not shown from 100000 on", async () => {
    expect(await card({}, { price: "100000.00" })).not.toContain("€");
  });

  it("has the lowest of 30 days and the price per unit beside it", async () => {
    const text = await card(
      {},
      { originalPrice: "25.00", lowestPrice30Days: "24.00", unitPrice: { price: "0.80", unit: "m" } },
    );
    expect(text).toContain("Niedrigster Preis der letzten 30 Tage: 24,00 €");
    expect(text).toContain("Grundpreis: 0,80 € / m");
  });
});

import { describe, expect, it } from "vitest";
import { chosenPrice, onlyOption, openOptions, pricesVary, stillOpen, surcharge, type Option } from "./choice";
import { sizesOf } from "./sizes";

const option = (id: string, more: Partial<Option> = {}): Option => ({
  id,
  order: 0,
  description: id,
  descriptionSubline: "",
  price: "20.00",
  originalPrice: null,
  lowestPrice30Days: null,
  available: true,
  lowStock: false,
  message: "",
  unitPrice: null,
  active: true,
  isDefault: false,
  ...more,
});

describe("options", () => {
  it("are shown in their order, sold-out ones too, inactive ones not", () => {
    const shown = openOptions([
      option("L", { order: 2, available: false }),
      option("S", { order: 1 }),
      option("X", { active: false }),
    ]);
    expect(shown.map((o) => o.id)).toEqual(["S", "L"]);
  });

  it("choose themselves only when there is nothing to choose or staff said so", () => {
    expect(onlyOption([option("one")])).toBe("one");
    expect(onlyOption([option("one", { available: false })])).toBeNull();
    expect(onlyOption([option("S"), option("M")])).toBeNull();
    expect(onlyOption([option("S"), option("M", { isDefault: true })])).toBe("M");
  });

  it("are chosen no longer once they went", () => {
    expect(stillOpen([option("S"), option("M")], "M")).toBe("M");
    expect(stillOpen([option("S"), option("M", { available: false })], "M")).toBeNull();
    expect(stillOpen([option("S")], "M")).toBeNull();
    expect(stillOpen([option("S")], null)).toBeNull();
  });

  it("bring their own price", () => {
    const product = { price: "20.00", originalPrice: "25.00", lowestPrice30Days: "24.00" };
    expect(chosenPrice(product, [option("XXL", { price: "22.00" })], "XXL")).toEqual({
      value: "22.00",
      original: null,
      lowest: null,
    });
    expect(chosenPrice(product, [option("S")], null)).toEqual({ value: "20.00", original: "25.00", lowest: "24.00" });
  });

  it("tell what they cost more, and whether the product's price is only the beginning", () => {
    expect(surcharge(option("XXL", { price: "23.50" }), "20.00")).toBe("3.50");
    expect(surcharge(option("kids", { price: "15.00" }), "20.00")).toBe("");
    expect(pricesVary([option("S"), option("XXL", { price: "23.50" })])).toBe(true);
    expect(pricesVary([option("S"), option("XXL", { price: "23.50", available: false })])).toBe(false);
  });

  it("are listed on a card only when they are sizes", () => {
    expect(sizesOf([option("S"), option("XL")])).toHaveLength(2);
    expect(sizesOf([option("Rot mit Kapuze"), option("Blau")])).toEqual([]);
  });
});

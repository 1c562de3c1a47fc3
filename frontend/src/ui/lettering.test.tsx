import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ShopContext, type ShopPage } from "@/lib/shop-data";
import { Lettering } from "./lettering";

const heading = (headingStyle: string) => {
  const page = { shop: { meta: { headingStyle } } } as ShopPage;
  render(
    <ShopContext value={page}>
      <h1>
        <Lettering text="Unten ist es warm" />
      </h1>
    </ShopContext>,
  );
  return screen.getByRole("heading", { name: "Unten ist es warm" });
};

it("cuts a heading into letters, and is read as one", () => {
  const found = heading("cuttings");
  expect(found.textContent).toBe("Unten ist es warm");
  const letters = [...found.querySelectorAll(".cut")];
  expect(letters.map((one) => one.textContent).join("")).toBe("Untenisteswarm");
  expect(new Set(letters.map((one) => one.className)).size).toBeGreaterThan(3);
});

it("leaves a plain heading alone", () => {
  expect(heading("plain").innerHTML).toBe("Unten ist es warm");
});

import { afterEach, expect, it } from "vitest";
import { ProductGrid } from "@/features/products";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const theme = document.documentElement.style;
afterEach(() => theme.removeProperty("--shop-heading-style"));

/** How far the row is from the left edge, and from the right one. */
async function margins(cards: number): Promise<[number, number]> {
  const { container, unmount } = await renderPage(
    <ProductGrid>
      {Array.from({ length: cards }, (_, n) => (
        <li key={n} style={{ height: "3rem" }} />
      ))}
    </ProductGrid>,
  );
  const list = container.querySelector("ul")?.getBoundingClientRect();
  const found = [...container.querySelectorAll("li")].map((one) => one.getBoundingClientRect());
  unmount();
  return [(found[0]?.left ?? 0) - (list?.left ?? 0), (list?.right ?? 0) - (found.at(-1)?.right ?? 0)];
}

it(
  "stands one or two cards in the middle where a theme centres its headings",
  proves('look "Every screen"', "below a centred heading one or two cards stand in the middle"),
  async () => {
    for (const cards of [1, 2]) {
      const [left, right] = await margins(cards);
      expect([left, right > 400]).toEqual([0, true]);
    }
    theme.setProperty("--shop-heading-style", "centred");
    for (const cards of [1, 2]) {
      const [left, right] = await margins(cards);
      expect(left).toBeGreaterThan(300);
      expect(left).toBeCloseTo(right, 0);
    }
    expect((await margins(3))[0]).toBe(0);
  },
);

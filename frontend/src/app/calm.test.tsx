import { fireEvent } from "@testing-library/react";
import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NewsSlider } from "@/features/news";
import { Gallery } from "@/features/products";
import type { NewsItem } from "@/generated/features/news/item";
import type { ProductDetail } from "@/generated/features/products/product";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { BackToTop } from "@/ui/page/back-to-top";
import { CALM } from "@/ui/hooks/use-media";
import { Sliders } from "@/ui/slider";

const news = ["1", "2"].map((id) => ({ id, title: id, text: "", url: "", image: null })) as unknown as NewsItem[];
const product = {
  name: "Shirt",
  meta: {},
  productVariants: { nodes: [] },
  images: { nodes: ["1", "2"].map((id) => ({ id, alt: "" })) },
} as unknown as ProductDetail;
const slides = <Sliders left={[<p key="1">one</p>, <p key="2">two</p>]} right={[]} />;

const moved = vi.fn<(to: ScrollToOptions) => void>();
const asksForCalm = (calm: boolean) =>
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: calm && query === CALM,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => {
  vi.stubGlobal("scrollTo", moved);
  Element.prototype.scrollTo = moved as unknown as typeof Element.prototype.scrollTo;
  vi.stubGlobal("scrollY", 9000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  moved.mockReset();
});

describe.each([
  [true, "instant"],
  [false, "smooth"],
])("where movement is unwelcome: %s", (calm, behavior) => {
  it.each([
    ["a product's pictures", <Gallery product={product} />, "Bild 2 von 2"],
    ["the news", <NewsSlider items={news} />, "Weiter"],
    ["slides", slides, "2 von 2"],
    ["the way back to the top", <BackToTop />, "Nach oben"],
  ])(
    "%s move as wanted",
    proves("design §6", "who wants no movement gets none: cart, gallery, slider, way to the top"),
    async (_, thing, button) => {
      asksForCalm(calm);
      const { getByRole } = await renderPage(thing);
      fireEvent.click(getByRole("button", { name: button }));
      expect(moved.mock.lastCall?.[0].behavior).toBe(behavior);
    },
  );
});

it.each([
  [true, "Weiterlaufen lassen"],
  [false, "Anhalten"],
])("news go on by themselves for those alone who have nothing against it: %s", async (calm, button) => {
  asksForCalm(calm);
  const { getByRole } = await renderPage(<NewsSlider items={news} />);
  expect(getByRole("button", { name: button })).toBeTruthy();
});

it("is asked about in one place", () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const asking = files.filter((file) =>
    /"smooth"|scroll-smooth|prefers-reduced-motion|\.animate\(/.test(readFileSync(file, "utf8")),
  );
  expect(asking).toEqual(["src/ui/hooks/use-media.ts"]);
});

import { expect, it } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { Gallery } from "@/features/products";
import type { ProductDetail } from "@/generated/features/products/product";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { middleOf, showOn, tap, touch } from "@/testing/screens";

// The browser takes the largest where it has nothing to load.
const DRAWN = "/src/theme/textures/paper.svg";
const image = (id: string) => ({
  id,
  alt: `Shirt ${id}`,
  width: 1500,
  height: 1500,
  colour: "",
  focusX: 50,
  focusY: 50,
  url: DRAWN,
  srcsetAvif: "",
  srcsetWebp: [500, 1000, 1500, 2000].map((width) => `${DRAWN}?${width} ${width}w`).join(", "),
  thumbnailAt100: DRAWN,
  thumbnailAt500: DRAWN,
  thumbnailAt1500: DRAWN,
});
const product = {
  name: "Shirt",
  images: { nodes: [image("1"), image("2"), image("3")] },
  productVariants: { nodes: [] },
  overlayDetailImage: null,
  meta: { slidesCustomPager: false, adaptImageSize: false },
} as unknown as ProductDetail;
const open = () =>
  renderPage(
    <>
      <article style={{ width: "63vw" }}>
        <Gallery product={product} />
      </article>
      <button type="button">Below</button>
    </>,
    { meta: { preferredImageResolution: 740 } },
  );
const opener = (n: number) => page.getByRole("button", { name: `Bild vergrößern: Bild ${n} von 3` });
const box = page.getByRole("dialog", { name: "Bilder" });

const gallery = proves(
  "catalogue §3, §9",
  "gallery: every picture over the whole screen by mouse, keys and fingers; magnifier; sharp on fine screens, at most 1500 wide",
);

it("opens all pictures by keyboard, keeps the focus in and gives it back", gallery, async () => {
  await open();
  (opener(1).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(box.getByText("Bild 1 von 3")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(box.getByText("Bild 3 von 3")).toBeVisible();
  for (let stop = 0; stop < 6; stop++) {
    await userEvent.tab();
    // Behind the last button is the browser's own bar, never the page below.
    expect(document.activeElement === document.body || document.activeElement?.closest("dialog")).toBeTruthy();
  }
  await userEvent.keyboard("{Escape}");
  await expect.element(box).not.toBeInTheDocument();
  await expect.element(opener(3)).toHaveFocus();
});

it("looks closer between two fingers", gallery, async () => {
  await showOn("phone");
  await open();
  await tap(opener(1).element());
  await expect.element(box).toBeVisible();
  const picture = box.getByRole("img").element();
  const { x, y } = middleOf(picture);
  const apart = (distance: number) => [
    { x: x - distance, y },
    { x: x + distance, y },
  ];
  await touch(apart(20), apart(40), apart(50));
  await expect.poll(() => new DOMMatrix(getComputedStyle(picture).transform).a).toBeCloseTo(2.5, 0.5);
});

// The shop wants 740: what is larger anyway stays so, and where that is doubled, no more than twice as many.
it.each([
  [1, "1000"],
  [2, "1500"],
])(
  "is sharp on a screen of fineness %i, and no finer than the shop wants",
  gallery,
  async (deviceScaleFactor, width) => {
    const metrics = { width: 1440, height: 900, deviceScaleFactor, mobile: false };
    await cdp().send("Emulation.setDeviceMetricsOverride", metrics);
    try {
      await open();
      const picture = document.querySelector("article img");
      await expect.poll(() => picture instanceof HTMLImageElement && picture.currentSrc.split("?")[1]).toBe(width);
    } finally {
      await cdp().send("Emulation.setDeviceMetricsOverride", { ...metrics, deviceScaleFactor: 1 });
    }
  },
);

const SIZED = { ...product, productVariants: { nodes: [{ id: "s" }, { id: "m" }] } } as unknown as ProductDetail;

it(
  "leaves room for the sizes in a phone's first view",
  proves('look "Every screen"', "on phones the picture of a product with sizes or a text leaves room for them"),
  async () => {
    await showOn("phone");
    const heights = [];
    for (const one of [product, SIZED]) {
      const { container, unmount } = await renderPage(<Gallery product={one} />, {
        meta: { preferredImageResolution: 740 },
      });
      heights.push(container.querySelector(".frame")?.getBoundingClientRect().height ?? 0);
      unmount();
    }
    expect(heights[0]).toBeGreaterThanOrEqual(innerWidth);
    expect(heights[1]).toBeLessThan(innerHeight * 0.37);
  },
);

const WHOLE = proves(
  'look "Every screen"',
  "a low picture is whole and its frame as wide as it: no coloured bands stand at its sides",
);
it("cuts nothing off a picture for that, nor off the one over it, and frames it alone", WHOLE, async () => {
  const one = { ...SIZED, overlayDetailImage: { ...image("over"), focusX: 20 } } as unknown as ProductDetail;
  const placed = async (width: number, height: number) => {
    await page.viewport(width, height);
    return [...document.querySelectorAll("li:first-child .frame, li:first-child img")].slice(0, 3).map((element) => {
      const { objectFit, objectPosition } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      return element.matches("img") ? `${objectFit} ${objectPosition}` : [height / width, width];
    });
  };
  await renderPage(<Gallery product={one} />, { meta: { preferredImageResolution: 740 } });
  const [frame, ...pictures] = await placed(390, 844);
  expect(frame).toEqual([1, 300]);
  expect(pictures).toEqual(["contain 50% 50%", "contain 50% 50%"]);
  // Upright only: what is wider than high has no room to leave.
  expect((await placed(667, 375))[0]).toEqual(expect.arrayContaining([1]));
});

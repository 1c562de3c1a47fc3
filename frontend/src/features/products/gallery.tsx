import { useRef, useState } from "react";
import { NoPicture } from "@/features/products/no-picture";
import { Zoom } from "@/features/products/zoom";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/i18n";
import { useShop } from "@/lib/shop-data";
import { Picture } from "@/ui/picture";

const SIZES_MAIN = "(min-width: 52rem) 60vw, 100vw";
const SIZES_REST = "(min-width: 52rem) 30vw, 100vw";

/** Phones swipe through the pictures; wide screens see them all, unless the shop wants a carousel everywhere. */
export function Gallery({ product }: { product: ProductDetail }) {
  const { t } = useTexts();
  const { itemImageCarousel: carousel, itemImageMagnifier: magnifier, slidesCustomPager } = useShop().meta;
  const images = product.images.nodes;
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<number | null>(null);
  const thumbnails = product.meta.slidesCustomPager || slidesCustomPager;
  const fit = product.meta.adaptImageSize ? "size-full object-contain" : "size-full object-cover";

  const show = (index: number) => {
    const list = row.current;
    const item = list?.children[index];
    if (list && item instanceof HTMLElement) list.scrollTo({ left: item.offsetLeft - list.offsetLeft, behavior: "smooth" });
  };

  if (images.length === 0) {
    return (
      <div className="frame aspect-square">
        <NoPicture name={product.name} />
      </div>
    );
  }
  return (
    <section aria-label={t("LANG_ITEM_GALLERY")} className="-mx-[clamp(1rem,3.2vw,3rem)] md:mx-0">
      <ul
        ref={row}
        // Without buttons in it the row is scrolled by the arrow keys.
        tabIndex={magnifier || images.length === 1 ? undefined : 0}
        className={carousel ? "snap-row auto-cols-[100%]" : "snap-row auto-cols-[100%] md:grid-flow-row md:auto-cols-auto md:grid-cols-2 md:gap-3 md:overflow-visible"}
        onScroll={(event) => setCurrent(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
      >
        {images.map((image, index) => (
          <li key={image.id} className={index === 0 && !carousel ? "md:col-span-2" : ""}>
            <div className="frame aspect-square">
              <Picture image={image} sizes={index === 0 ? SIZES_MAIN : SIZES_REST} priority={index === 0} className={fit} />
              {index === 0 && product.overlayDetailImage && (
                <span className="absolute inset-0">
                  <Picture image={product.overlayDetailImage} sizes={SIZES_MAIN} className="size-full object-contain" />
                </span>
              )}
              {magnifier && (
                <button
                  type="button"
                  className="absolute inset-0 cursor-zoom-in"
                  aria-label={`${t("LANG_ITEM_ENLARGE")}: ${t("LANG_ITEM_IMAGE_N", { n: index + 1, count: images.length })}`}
                  onClick={() => setZoomed(index)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ol className={`flex justify-center gap-1 ${carousel ? "" : "md:hidden"}`}>
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                className={`flex items-center justify-center p-2 ${thumbnails ? "" : "size-11"}`}
                aria-label={t("LANG_ITEM_IMAGE_N", { n: index + 1, count: images.length })}
                aria-current={index === current}
                onClick={() => show(index)}
              >
                {thumbnails ? (
                  <img src={image.thumbnailAt100} alt="" width={56} height={56} className={`size-14 object-cover ${index === current ? "rule" : ""}`} />
                ) : (
                  <span className={`block h-1.5 w-6 ${index === current ? "bg-ink" : "bg-hairline"}`} />
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
      {zoomed !== null && images[zoomed] && <Zoom image={images[zoomed]} onClose={() => setZoomed(null)} />}
    </section>
  );
}

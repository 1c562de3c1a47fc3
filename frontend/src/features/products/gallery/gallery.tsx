import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NoPicture } from "@/features/products/no-picture";
import { LOW_FRAME, LOW_PICTURE, WHOLE } from "@/features/products/gallery/low-frame";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { Picture } from "@/ui/picture/picture";
import { focusClasses } from "@/ui/picture/picture-focus";
import type { ByWidth } from "@/ui/picture/picture-sizes";
import { scrollBehavior } from "@/ui/hooks/use-media";

const Lightbox = lazy(() => import("./lightbox"));
const Magnifier = lazy(() => import("./magnifier"));

type GalleryImage = ProductDetail["images"]["nodes"][number];

const MAIN: ByWidth<string> = { md: "63vw", base: "100vw" };
const REST: ByWidth<string> = { md: "31vw", base: "100vw" };

/** Phones swipe through the pictures; wide screens see them all, unless the shop wants a carousel everywhere. */
export function Gallery({ product }: { product: ProductDetail }) {
  const { t } = useTexts();
  const { itemImageCarousel: carousel, slidesCustomPager, preferredImageResolution: most } = useShop().meta;
  const images = product.images.nodes;
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<number | null>(null);
  const thumbnails = product.meta.slidesCustomPager && slidesCustomPager;

  const show = (index: number) => {
    const list = row.current;
    const item = list?.children[index];
    if (list && item instanceof HTMLElement)
      list.scrollTo({ left: item.offsetLeft - list.offsetLeft, behavior: scrollBehavior() });
  };
  const close = (last: number) => {
    flushSync(() => setOpened(null));
    show(last);
    row.current?.children[last]?.querySelector("button")?.focus({ preventScroll: true });
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
        className={
          carousel
            ? "snap-row auto-cols-[100%]"
            : "snap-row auto-cols-[100%] md:grid-flow-row md:auto-cols-auto md:grid-cols-2 md:gap-3 md:overflow-visible"
        }
        onScroll={(event) => setCurrent(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
      >
        {images.map((image, index) => (
          <li key={image.id} className={index === 0 && !carousel ? "md:col-span-2" : ""}>
            <Slide
              image={image}
              sizes={index === 0 || carousel ? MAIN : REST}
              finest={most}
              priority={index === 0}
              whole={product.meta.adaptImageSize}
              low={product.productVariants.nodes.length > 1 || product.meta.personalised}
              overlay={index === 0 ? product.overlayDetailImage : null}
              label={`${t("LANG_ITEM_ENLARGE")}: ${t("LANG_ITEM_IMAGE_N", { n: index + 1, count: images.length })}`}
              onOpen={() => setOpened(index)}
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ol
          className={`flex flex-wrap justify-center gap-1 ${carousel ? "" : "md:hidden"} ${thumbnails ? "" : "max-md:-my-2"}`}
        >
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                className={`flex items-center justify-center p-1 md:p-2 ${thumbnails ? "" : "size-11"}`}
                aria-label={t("LANG_ITEM_IMAGE_N", { n: index + 1, count: images.length })}
                aria-current={index === current}
                onClick={() => show(index)}
              >
                {thumbnails ? (
                  <img
                    src={image.thumbnailAt100}
                    alt=""
                    width={56}
                    height={56}
                    loading="lazy"
                    className={`size-10 object-cover md:size-14 ${focusClasses(image)} ${index === current ? "rule" : ""}`}
                  />
                ) : (
                  <span className={`block h-1.5 w-6 ${index === current ? "bg-ink" : "bg-hairline"}`} />
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <Lightbox images={images} first={opened} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

interface SlideProps {
  image: GalleryImage;
  sizes: ByWidth<string>;
  finest: number;
  priority: boolean;
  whole: boolean;
  low: boolean;
  overlay: ProductDetail["overlayDetailImage"];
  label: string;
  onOpen: () => void;
}

function Slide({ image, sizes, finest, priority, whole, low, overlay, label, onOpen }: SlideProps) {
  const magnifier = useShop().meta.itemImageMagnifier;
  const [close, setClose] = useState(false);
  const fit = low ? LOW_PICTURE : "";
  return (
    <div className={`frame aspect-square ${low ? `${LOW_FRAME} own-width` : ""}`}>
      <Picture
        image={image}
        sizes={sizes}
        finest={finest}
        ratio={whole ? undefined : 1}
        priority={priority}
        className={`${whole ? WHOLE : "size-full object-cover"} ${fit}`}
      />
      {overlay && (
        <span className="absolute inset-0">
          <Picture image={overlay} sizes={sizes} finest={finest} className={`size-full object-contain ${fit}`} />
        </span>
      )}
      <button
        type="button"
        className="absolute inset-0 cursor-zoom-in"
        aria-label={label}
        onClick={onOpen}
        onPointerEnter={(event) => setClose(magnifier && event.pointerType === "mouse")}
        onPointerLeave={() => setClose(false)}
      >
        {close && (
          <Suspense fallback={null}>
            <Magnifier src={image.thumbnailAt1500} />
          </Suspense>
        )}
      </button>
    </div>
  );
}

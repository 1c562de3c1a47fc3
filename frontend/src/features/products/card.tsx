import { paths } from "@/lib/paths";
import { WHOLE } from "@/features/products/gallery/low-frame";
import { NoPicture } from "@/features/products/no-picture";
import { sizesOf } from "@/features/products/sizes";
import type { ProductCard as Data } from "@/generated/features/products/card";
import { useTexts } from "@/lib/texts/i18n";
import { COVER, Link } from "@/ui/link";
import { LowestPrice } from "@/ui/lowest-price";
import { Picture } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";
import { Price } from "@/ui/price";
import { UnitPrice } from "@/ui/unit-price";

interface Props {
  product: Data;
  sizes: ByWidth<string>;
  priority?: boolean;
  /** the band's name is left out on the band's own pages */
  showArtist?: boolean;
  heading?: "h2" | "h3";
}

export function ProductCard({ product, sizes, priority = false, showArtist = true, heading: Heading = "h3" }: Props) {
  const { t } = useTexts();
  const image = product.squareImage ?? product.listImages[0];
  const { listPrice } = product.meta;
  const options = sizesOf(product.productVariants.nodes);
  return (
    <article className="card group relative flex flex-col">
      <div className="framed">
        <div className="frame aspect-square">
          {image ? (
            <Picture
              image={image}
              sizes={sizes}
              ratio={product.meta.adaptImageSize ? undefined : 1}
              priority={priority}
              className={product.meta.adaptImageSize ? WHOLE : "size-full object-cover"}
            />
          ) : (
            <NoPicture name={product.name} />
          )}
        </div>
        {product.overlayListingImage && (
          <span className="stuck">
            <Picture image={product.overlayListingImage} sizes={sizes} className="size-full object-contain" />
          </span>
        )}
        {product.available ? (
          product.lowStock && <span className="label stamp">{t("LANG_ITEM_LOWSTOCK")}</span>
        ) : (
          <span className="label stamp bg-ink text-paper">{product.soldOutMessage || t("LANG_ITEM_SOLDOUT")}</span>
        )}
      </div>
      <div className="mt-3 flex flex-col gap-1">
        {showArtist && product.artist && <p className="text-xs text-ink-soft">{product.artist}</p>}
        <Heading className="leading-snug font-[650]">
          <Link to={product.meta.root ? paths.bundle(product.slug) : paths.product(product.slug)} className={COVER}>
            {product.name}
          </Link>
        </Heading>
        {!listPrice.hide && (
          <p className="mt-1 flex items-baseline gap-2">
            {listPrice.prefix && <span className="text-sm">{listPrice.prefix}</span>}
            {listPrice.value ? (
              <span className="price-tag text-2xl">{listPrice.value}</span>
            ) : (
              <Price value={product.price} original={product.originalPrice} className="text-2xl" />
            )}
          </p>
        )}
        {!listPrice.hide && !listPrice.value && (
          <>
            <LowestPrice value={product.lowestPrice30Days} />
            <UnitPrice value={product.unitPrice} />
          </>
        )}
        {options.length > 1 && (
          <ul aria-label={t("LANG_ITEM_SIZES")} className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
            {options.map(({ id, description, available }) => (
              <li key={id} className={available ? "" : "line-through"}>
                {description}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

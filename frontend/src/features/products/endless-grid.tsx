import type { ShopPath } from "@/lib/paths";
import type { ProductCard as Card } from "@/generated/features/products/card";
import { LoadMore } from "@/ui/load-more";
import { ProductCard } from "./card";
import { CardSkeleton, ProductGrid, useCardSizes } from "./grid";
import { useEndless } from "./use-endless";

/** Cards of a phone's first row, whose pictures come before all others. */
const FIRST_ROW = 2;
/** Further cards of the page itself are laid out, and their pictures asked for, when they come near. */
const FIRST_ROWS = 4;
/** Fingers may be shown fewer than the page has (`useEndless`). */
const FEW = 6;

interface Props {
  products: readonly Card[];
  page: { hasNextPage: boolean; endCursor: string | null };
  /** the address of the list's next page */
  next: (after: string) => ShopPath;
  load: (after: string) => Promise<unknown>;
  heading?: "h2" | "h3";
  showArtist?: boolean;
  /** whether this list is what its page begins with */
  leading?: boolean;
}

/** Products whose list goes on as one comes near its end. */
export function EndlessGrid({
  products,
  page: { hasNextPage, endCursor },
  next,
  load,
  heading = "h3",
  showArtist = true,
  leading = false,
}: Props) {
  const sizes = useCardSizes();
  const { shown, first, places, grown, failed, more, ahead, end } = useEndless({
    count: products.length,
    hasNextPage,
    after: endCursor,
    load: () => load(endCursor ?? ""),
  });
  const complete = shown === products.length && !hasNextPage;
  return (
    <>
      <ProductGrid className="endless">
        {products.slice(0, shown).map((product, index) => (
          <li key={product.id} className={index < FIRST_ROWS || index >= first ? "" : "when-near"}>
            <ProductCard
              product={product}
              sizes={sizes}
              priority={leading && index < FIRST_ROW}
              heading={heading}
              showArtist={showArtist}
            />
          </li>
        ))}
        {Array.from({ length: places }, (_, index) => (
          <CardSkeleton key={`${shown} ${index}`} showArtist={showArtist} {...(index === 0 ? { ref: ahead } : {})} />
        ))}
      </ProductGrid>
      {endCursor && (products.length > FEW || hasNextPage) && (
        <LoadMore
          ref={end}
          className={complete && !grown ? "endless-by-finger" : ""}
          over={complete && grown}
          to={next(endCursor)}
          shown={shown}
          failed={failed}
          onMore={more}
        />
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { ShopPath } from "@/lib/paths";
import type { ProductCard as Card } from "@/generated/features/products/card";
import { LoadMore } from "@/ui/load-more";
import { useMedia } from "@/ui/use-media";
import { ProductCard } from "./card";
import { ProductGrid, useCardSizes } from "./grid";

/** Fingers get this many more at a time, wherever the page itself has more of them (catalogue §9). */
const STEP = 6;
/** Cards of a phone's first row, whose pictures come before all others. */
const FIRST_ROW = 2;
/** Further cards are laid out, and their pictures asked for, when they come near. */
const FIRST_ROWS = 4;

// Going back shows as much as one had seen, or there would be nowhere to go back to.
const seen = new Map<string, number>();

/** How many are shown. Until the page hears, all are there and styles show fingers the first ones (theme/parts.css). */
function useShown(visit: string): [number, () => void] {
  const byFinger = useMedia("(pointer: coarse)");
  const [most, setMost] = useState(() => seen.get(visit) ?? STEP);
  useEffect(() => {
    seen.set(visit, most);
  }, [visit, most]);
  return [byFinger ? most : Infinity, () => setMost((before) => before + STEP)];
}

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
export function EndlessGrid({ products, page, next, load, heading = "h3", showArtist = true, leading = false }: Props) {
  const sizes = useCardSizes();
  const { key, pathname } = useLocation();
  const [most, showMore] = useShown(`${key} ${pathname}`);
  const shown = products.slice(0, most);
  const hidden = products.length - shown.length;
  const { endCursor } = page;
  return (
    <>
      <ProductGrid className="endless">
        {shown.map((product, index) => (
          <li key={product.id} className={index < FIRST_ROWS ? "" : "when-near"}>
            <ProductCard product={product} sizes={sizes} priority={leading && index < FIRST_ROW} heading={heading} showArtist={showArtist} />
          </li>
        ))}
      </ProductGrid>
      {endCursor && (products.length > STEP || page.hasNextPage) && (
        <LoadMore
          className={hidden > 0 || page.hasNextPage ? "" : "endless-by-finger"}
          to={next(endCursor)}
          after={`${endCursor} ${shown.length}`}
          shown={shown.length}
          ahead={Number.isFinite(most) ? 300 : 900}
          load={async () => {
            if (hidden < STEP && page.hasNextPage) await load(endCursor);
            showMore();
          }}
        />
      )}
    </>
  );
}

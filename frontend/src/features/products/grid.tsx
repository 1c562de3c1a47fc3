import type { ReactNode, Ref } from "react";
import { useShop } from "@/lib/shop-data";
import type { ByWidth } from "@/ui/picture/picture-sizes";

const COLUMNS: Record<number, string> = {
  1: "",
  2: "[--columns:2]",
  3: "[--columns:2] md:[--columns:3]",
  4: "[--columns:2] md:[--columns:3] lg:[--columns:4]",
  5: "[--columns:2] md:[--columns:3] lg:[--columns:5]",
  6: "[--columns:2] md:[--columns:4] lg:[--columns:6]",
};
const DEFAULT_COLUMNS = 4;

const columnsOf = (count: number): number => (count in COLUMNS ? count : DEFAULT_COLUMNS);

/** How wide a card's picture is in the shop's grid. */
export function useCardSizes(): ByWidth<string> {
  const columns = columnsOf(useShop().meta.itemGridColumns);
  const desktop = Math.round(100 / columns);
  return columns === 1 ? { base: "100vw" } : { lg: `${desktop}vw`, md: columns === 2 ? "50vw" : "31vw", base: "46vw" };
}

/** What of six cards fills one row, on phones two. */
const ONE_ROW: Record<number, string> = {
  1: "[&>:nth-child(n+3)]:hidden",
  2: "[&>:nth-child(n+5)]:hidden",
  3: "[&>:nth-child(n+5)]:hidden md:[&>:nth-child(n+4)]:hidden",
  4: "[&>:nth-child(n+5)]:hidden md:max-lg:[&>:nth-child(n+4)]:hidden",
  5: "[&>:nth-child(n+6)]:hidden max-md:[&>:nth-child(n+5)]:hidden md:max-lg:[&>:nth-child(n+4)]:hidden",
  6: "max-lg:[&>:nth-child(n+5)]:hidden",
};

/** The shop's product grid; children are list items, all of them or (`oneRow`) as many as fill one row. */
export function ProductGrid({
  oneRow = false,
  className = "",
  children,
}: {
  oneRow?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const columns = columnsOf(useShop().meta.itemGridColumns);
  const classes = `${className} card-grid gap-x-card gap-y-10 ${COLUMNS[columns] ?? ""}`;
  return <ul className={oneRow ? `${classes} ${ONE_ROW[columns] ?? ""}` : classes}>{children}</ul>;
}

const BLANK = "\u00a0";

/** The place of a card that is on its way, as tall as a card with a name and a price in a line each. */
export function CardSkeleton({ ref, showArtist = true }: { ref?: Ref<HTMLLIElement>; showArtist?: boolean }) {
  return (
    <li ref={ref} aria-hidden="true">
      <span className="skeleton block aspect-square" />
      <div className="mt-3 flex flex-col gap-1">
        {showArtist && <p className="skeleton w-2/5 text-xs">{BLANK}</p>}
        <p className="skeleton w-4/5 leading-snug font-[650]">{BLANK}</p>
        <p className="skeleton mt-1 flex w-2/5 items-baseline">
          <span className="price-tag invisible inline-flex text-2xl">
            <span>{BLANK}</span>
          </span>
        </p>
      </div>
    </li>
  );
}

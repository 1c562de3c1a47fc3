import { EventStub, isOpen } from "@/features/events";
import { ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import type { EventRow } from "@/generated/features/events/row";
import type { ProductCard as Product } from "@/generated/features/products/card";
import { useTexts } from "@/lib/texts/i18n";

type Item = (EventRow & { __typename: "Event" }) | (Product & { __typename: "MerchProduct" });

const MOST = 3;

/** Whether it can be had, now or soon: what is sold out or over is no advice. */
const isOffered = (item: Item): boolean =>
  item.__typename === "Event" ? isOpen(item) || item.ticketState === "BEFORE_PRESALE" : item.available;

/** What goes with a product or an event, below it: goods side by side, a show on a line of its own. */
export function Related({ items: advised, className }: { items: readonly Item[]; className: string }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  const items = advised.filter(isOffered);
  if (items.length === 0) return null;
  return (
    <section className={`shell ${className}`}>
      <h2 className="section-heading display mb-6 text-3xl">{t("LANG_ITEM_RELATED")}</h2>
      <ProductGrid>
        {items.slice(0, MOST).map((item) => (
          <li key={item.__typename + item.id} className={item.__typename === "Event" ? "col-span-full" : ""}>
            {item.__typename === "Event" ? <EventStub event={item} /> : <ProductCard product={item} sizes={sizes} />}
          </li>
        ))}
      </ProductGrid>
    </section>
  );
}

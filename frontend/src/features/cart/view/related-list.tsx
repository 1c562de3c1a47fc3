import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart/model/cart";
import { relatedItems, relatedVariables, type RelatedItem } from "@/features/cart/model/related";
import { RELATED_ITEMS } from "@/generated/features/cart/api/related";
import { dateMedium } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { COVER, Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { focusClasses } from "@/ui/picture/picture-focus";

/** What goes with the things in the cart. Below them, so that nothing moves when it comes; without it nothing is missing. */
export function RelatedList({ cart, onFollow }: { cart: Cart; onFollow: () => void }) {
  const { t } = useTexts();
  const { data } = useAnswer(RELATED_ITEMS, relatedVariables(cart));
  const items = data ? relatedItems(data, cart) : [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="cart-related" className="border-t border-hairline py-5">
      <h3 id="cart-related" className="display mb-3 text-xl">
        {t("LANG_ITEM_RELATED")}
      </h3>
      <ul className="grid grid-cols-3 gap-3">
        {items.map((item) => (
          <RelatedTile key={item.__typename + item.id} item={item} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  );
}

function RelatedTile({ item, onFollow }: { item: RelatedItem; onFollow: () => void }) {
  const { locale } = useTexts();
  const event = item.__typename === "Event";
  const image = event ? item.image : (item.squareImage ?? item.listImages[0]);
  return (
    <li className="group relative flex min-w-0 flex-col gap-1">
      <span className="block aspect-square overflow-hidden rounded-image bg-surface">
        {image && (
          <img
            src={image.thumbnailAt500}
            alt=""
            width={image.width}
            height={image.height}
            loading="lazy"
            className={`size-full object-cover ${focusClasses(image)}`}
          />
        )}
      </span>
      <Link
        to={event ? paths.event(item.slug) : paths.product(item.slug)}
        className={`text-sm leading-snug font-[600] hyphens-auto [overflow-wrap:break-word] ${COVER}`}
        onClick={onFollow}
      >
        {item.name}
      </Link>
      {event ? (
        <span className="text-xs text-ink-soft">
          {dateMedium(item.happeningFrom, locale, item.venue.timeZone)} · {item.venue.address.city}
        </span>
      ) : (
        <Price value={item.price} className="text-lg" />
      )}
    </li>
  );
}

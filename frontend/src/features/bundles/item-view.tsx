import type { ReactNode } from "react";
import { optionsOf, type Item } from "@/features/bundles/choice/choice";
import { NoPicture, usePreorder } from "@/features/products";
import { paths } from "@/lib/paths";
import type { Locale } from "@/lib/languages";
import { dateMedium } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";

/** What an item is called. */
export const nameOf = ({ product, event }: Item): string => product?.name ?? (event ? event.artist || event.name : "");

/** What tells an evening from others of its artist. */
export const eveningOf = ({ event }: Item, locale: Locale): string =>
  event
    ? [
        event.artist && event.name,
        !event.meta.hideDate && dateMedium(event.happeningFrom, locale, event.venue.timeZone),
      ]
        .filter(Boolean)
        .join(" · ")
    : "";

interface Props {
  item: Item;
  /** its name leads to its page */
  linked?: boolean;
  /** what is chosen of it */
  children?: ReactNode;
}

/** Picture, name and what sets it apart. */
export function ItemView({ item, linked = true, children }: Props) {
  const { t } = useTexts();
  const { product, event } = item;
  const image = product?.squareImage ?? event?.image;
  const to = !linked ? null : product ? paths.product(product.slug) : event && paths.event(event.slug);
  return (
    <div className="flex min-w-0 grow gap-4">
      <div className="size-16 shrink-0 overflow-hidden rounded-image bg-surface md:size-20">
        {image ? <Picture image={image} sizes={{ base: "80px" }} ratio={1} alt="" /> : <NoPicture name="" />}
      </div>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="leading-snug">
          <span className="font-[650]">
            {to ? (
              <Link to={to} className="no-underline hover:underline">
                {nameOf(item)}
              </Link>
            ) : (
              nameOf(item)
            )}
          </span>
          <span className="block text-sm text-ink-soft">
            <Facts item={item} />
          </span>
        </p>
        {item.disable ? <p className="text-sm font-[600] text-danger">{t("LANG_ITEM_SOLDOUT")}</p> : children}
      </div>
    </div>
  );
}

export function Facts({ item }: { item: Item }) {
  const { t, locale } = useTexts();
  const { product, event } = item;
  const from = usePreorder({ publicShippableFrom: product?.publicShippableFrom ?? null });
  const options = optionsOf(item);
  const [only] = options.length === 1 ? options : [];
  const facts = event
    ? [eveningOf(item, locale), `${event.venue.name}, ${event.venue.address.city}`, optionName(only)]
    : [
        product?.meta.showColorInCombinedProduct && product.color,
        only?.description,
        from && t("LANG_ITEM_SHIPPABLEFROM", { date: from }),
      ];
  return facts.filter(Boolean).join(" · ");
}

/** An option with the category that its ticket is of; "Default" is none (catalogue §3). */
export const optionName = (option: Item["options"][number] | undefined): string =>
  option
    ? [option.pricingCategory?.name !== "Default" && option.pricingCategory?.name, option.description]
        .filter(Boolean)
        .join(" · ")
    : "";

import type { ProductDetail } from "@/generated/features/products/product";
import { dateMedium, daysUntil } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useNow } from "@/lib/time/now";

/** The day from which a product is sent that is sold before it is there; "" for any other. */
export function usePreorder({ publicShippableFrom: from }: Pick<ProductDetail, "publicShippableFrom">): string {
  const { locale } = useTexts();
  const now = useNow();
  return from && daysUntil(from, now) > 0 ? dateMedium(from, locale) : "";
}

import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong, dateParts } from "@/lib/time/dates";

interface Props {
  order: Pick<OrderData, "keptUntil" | "endsOn">;
  className: string;
}

/** Until when an order that is not paid keeps what it holds; nothing where it does not end by itself. */
export function OrderEnds({ order: { keptUntil, endsOn }, className }: Props) {
  const { t, locale } = useTexts();
  const text = keptUntil
    ? t("LANG_ORDER_KEPT", { time: dateParts(keptUntil, locale).time })
    : endsOn && t("LANG_ORDER_ENDS", { date: dateLong(endsOn, locale) });
  return text && <p className={`max-w-read ${className}`}>{text}</p>;
}

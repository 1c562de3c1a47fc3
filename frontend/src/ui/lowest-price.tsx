import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { useShop } from "@/lib/shop-data";

/** What the law wants beside a struck price (§ 11 PAngV). */
export function LowestPrice({ value, className = "" }: { value: string | null; className?: string }) {
  const { t } = useTexts();
  const price = formatMoney(value, useShop().meta.trimZeroDecimals);
  return price ? <p className={`text-xs text-ink-soft ${className}`}>{t("LANG_PRICE_LOWEST", { price })}</p> : null;
}

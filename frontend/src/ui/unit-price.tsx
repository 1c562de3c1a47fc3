import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { useShop } from "@/lib/shop-data";

interface Props {
  value: { price: string; unit: string } | null;
  className?: string;
}

/** The price of a litre, a kilogramme or a metre, wherever the total price stands (§ 4 PAngV). */
export function UnitPrice({ value, className = "" }: Props) {
  const { t } = useTexts();
  const trim = useShop().meta.trimZeroDecimals;
  if (!value) return null;
  return (
    <p className={`text-xs text-ink-soft ${className}`}>
      {t("LANG_PRICE_UNIT", { price: formatMoney(value.price, trim), unit: value.unit })}
    </p>
  );
}

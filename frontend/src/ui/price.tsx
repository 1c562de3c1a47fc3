import { formatMoney, toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";

interface Props {
  value: string | null | undefined;
  original?: string | null;
  from?: boolean;
  className?: string;
}

/** A price, with the former one struck through when it differs (catalogue §2). */
export function Price({ value, original = null, from = false, className = "" }: Props) {
  const { t } = useTexts();
  const trim = useShop().meta.trimZeroDecimals;
  const text = formatMoney(value, trim);
  if (!text) return null;
  const before = original !== null && value && toCents(original) !== toCents(value) ? formatMoney(original, trim) : "";
  return (
    <span className={`price-tag inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span>
        {from && <span className="text-[0.7em]">{t("LANG_PRICE_FROM")} </span>}
        {before && <span className="sr-only">{t("LANG_PRICE_NOW")} </span>}
        {text}
      </span>
      {before && (
        <span className="text-[0.7em] text-ink-soft">
          <span className="sr-only">{t("LANG_PRICE_BEFORE")} </span>
          <s className="struck">{before}</s>
        </span>
      )}
    </span>
  );
}

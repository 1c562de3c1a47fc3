import { paths } from "@/lib/paths";
import { GuaranteeLink } from "@/features/guarantee";
import { pricesVary, type Option, type Prices } from "@/features/products/choice";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";
import { LowestPrice } from "@/ui/lowest-price";
import { Price } from "@/ui/price";
import { UnitPrice } from "@/ui/unit-price";

interface Props {
  product: ProductDetail;
  options: readonly Option[];
  chosen: string | null;
  price: Prices;
  /** it may still rise */
  from?: boolean;
}

/** The price and all that the law wants beside it: the lowest of 30 days, per unit, what is included (PAngV §§ 3, 4, 11), the guarantee. */
export function PriceBlock({ product, options, chosen, price, from = chosen === null && pricesVary(options) }: Props) {
  const { t } = useTexts();
  const perUnit = (options.find(({ id }) => id === chosen) ?? product).unitPrice;
  return (
    <div>
      <p aria-live="polite">
        <Price value={price.value} original={price.original} from={from} className="text-3xl" />
      </p>
      <LowestPrice value={price.lowest} className="mt-2" />
      <UnitPrice value={perUnit} className="mt-2" />
      {product.meta.externalUrl ? null : product.shipped ? (
        <p className="mt-2 text-xs text-ink-soft">
          {t("LANG_PRICE_INCL_SHIPPING")}{" "}
          <Link to={paths.shipping()} className="underline">
            {t("LANG_PRICE_SHIPPING")}
          </Link>
        </p>
      ) : (
        <p className="mt-2 text-xs text-ink-soft">{t("LANG_PRICE_INCL")}</p>
      )}
      {product.guaranteeNotice && <GuaranteeLink notice={product.guaranteeNotice} className="mt-3" />}
    </div>
  );
}

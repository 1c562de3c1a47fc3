import { useCartApi } from "@/features/cart/api/cart-context";
import { useTexts } from "@/lib/texts/i18n";

/** The cart in the header with its number of pieces. */
export function CartButton() {
  const { t } = useTexts();
  const { count, minicart } = useCartApi();
  return (
    <button
      type="button"
      className="display flex h-11 items-center gap-2 rounded-control bg-on-header px-3 text-lg text-header hover:bg-accent hover:text-on-accent"
      aria-haspopup="dialog"
      onClick={minicart.show}
    >
      <span>{t("LANG_CART")}</span>
      <span className="figures min-w-[2ch] text-center">
        {count}
        <span className="sr-only"> {t("LANG_CART_PIECES")}</span>
      </span>
    </button>
  );
}

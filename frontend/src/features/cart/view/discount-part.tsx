import { useState } from "react";
import { dropCode } from "@/features/cart/api/discount";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { Cart } from "@/features/cart/model/cart";
import { openDiscount } from "@/features/cart/open-discount";
import type { LangKey } from "@/generated/lang-keys";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { useShopPage } from "@/lib/shop-data";

type Discount = Cart["discount"];

const LINK = "min-h-11 underline hover:no-underline";

const TROUBLES: Partial<Record<NonNullable<Discount>["standing"], LangKey>> = {
  ended: "LANG_DISCOUNT_ENDED",
  used_up: "LANG_DISCOUNT_USEDUP",
  nothing_to_reduce: "LANG_DISCOUNT_NOTHING",
};

/** Why the code in the cart takes nothing off. */
export function DiscountNote({ discount }: { discount: Discount }) {
  const { t } = useTexts();
  const trouble = discount && TROUBLES[discount.standing];
  return trouble ? <p className="font-[600] text-danger">{t(trouble)}</p> : null;
}

/** What the code takes off or why it does not, and the way to enter or drop one. */
export function DiscountPart({ discount }: { discount: Discount }) {
  const { t } = useTexts();
  const page = useShopPage();
  const { accept } = useCartApi();
  const [trouble, setTrouble] = useState<LangKey | null>(null);
  const enter = async () => {
    const found = await openDiscount(page.shopSlug);
    if (found?.cart) accept(found.cart);
  };
  const change = (way: Promise<unknown>) => {
    setTrouble(null);
    way.catch((error: unknown) => setTrouble(errorText(error).key));
  };
  const { discountGate, trimZeroDecimals } = page.shop.meta;
  if (!discountGate && !discount) return null;
  return (
    <div className="text-sm">
      <DiscountNote discount={discount} />
      <p className="flex items-center justify-between gap-4">
        <span className="flex flex-wrap items-center gap-x-4">
          {discount?.standing === "applied" && t("LANG_DISCOUNT_LINE", { percent: discount.percent })}
          {discount ? (
            <button type="button" className={LINK} onClick={() => change(dropCode(page.restUrl).then(accept))}>
              {t("LANG_DISCOUNT_REMOVE")}
            </button>
          ) : (
            <button type="button" className={LINK} aria-haspopup="dialog" onClick={() => change(enter())}>
              {t("LANG_DISCOUNT_ENTER")}
            </button>
          )}
        </span>
        {discount?.standing === "applied" && (
          <span className="figures whitespace-nowrap">−{formatMoney(discount.amount, trimZeroDecimals)}</span>
        )}
      </p>
      <div role="alert" className="font-[600] text-danger empty:hidden">
        {trouble && t(trouble)}
      </div>
    </div>
  );
}

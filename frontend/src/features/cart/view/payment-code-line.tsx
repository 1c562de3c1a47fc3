import { useState } from "react";
import { dropPaymentCode } from "@/features/cart/api/payment-code";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { Cart } from "@/features/cart/model/cart";
import type { LangKey } from "@/generated/lang-keys";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { formatMoney } from "@/lib/money";
import { forgetPaymentCode } from "@/lib/payment-code";
import { useShopPage } from "@/lib/shop-data";

type PaymentCode = Cart["paymentCode"];

const TROUBLES: Partial<Record<NonNullable<PaymentCode>["standing"], LangKey>> = {
  used: "LANG_PAYMENTCODE_INVALID",
  expired: "LANG_PAYMENTCODE_EXPIRED",
  nothing_to_pay: "LANG_PAYMENTCODE_NOTHING",
};

/** Why the code in the cart pays nothing. */
export function PaymentCodeNote({ code }: { code: PaymentCode }) {
  const { t } = useTexts();
  const trouble = code && TROUBLES[code.standing];
  return trouble ? <p className="font-[600] text-danger">{t(trouble)}</p> : null;
}

/** What the cart's payment code pays or why it does not, and the way to drop it. */
export function PaymentCodeLine({ code }: { code: NonNullable<PaymentCode> }) {
  const { t } = useTexts();
  const { restUrl, shop } = useShopPage();
  const { accept } = useCartApi();
  const [trouble, setTrouble] = useState<LangKey | null>(null);
  const drop = () => {
    forgetPaymentCode();
    dropPaymentCode(restUrl).then(accept, (error: unknown) => setTrouble(errorText(error).key));
  };
  return (
    <div className="text-sm">
      <PaymentCodeNote code={code} />
      <p className="flex items-center justify-between gap-4">
        <span className="flex flex-wrap items-center gap-x-4">
          {t("LANG_PAYMENTCODE_LINE")}
          <button type="button" className="min-h-11 underline hover:no-underline" onClick={drop}>
            {t("LANG_DISCOUNT_REMOVE")}
          </button>
        </span>
        {code.standing === "applied" && (
          <span className="figures whitespace-nowrap">−{formatMoney(code.amount, shop.meta.trimZeroDecimals)}</span>
        )}
      </p>
      <div role="alert" className="font-[600] text-danger empty:hidden">
        {trouble && t(trouble)}
      </div>
    </div>
  );
}

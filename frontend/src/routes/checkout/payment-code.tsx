import { useState } from "react";
import { useCart, type Cart } from "@/features/cart";
import { enterPaymentCode, PaymentCodeLine } from "@/features/cart/parts";
import type { LangKey } from "@/generated/lang-keys";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { forgetPaymentCode, recallPaymentCode } from "@/lib/payment-code";
import { useShopPage } from "@/lib/shop-data";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";

const FIELD = "payment-code";
const LONGEST = 40;

/** The culture pass's code in the cart, or the way to enter one where tickets can be paid with it. */
export function PaymentCode({ cart }: { cart: Cart }) {
  if (cart.paymentCode) return <PaymentCodeLine code={cart.paymentCode} />;
  return cart.takesPaymentCode ? <PaymentCodeForm /> : null;
}

function PaymentCodeForm() {
  const { t } = useTexts();
  const { restUrl } = useShopPage();
  const { accept } = useCart();
  // What a link brought along after the tickets lay in the cart is filled in already.
  const [code, setCode] = useState(() => recallPaymentCode() ?? "");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<LangKey | null>(null);

  const submit = () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    enterPaymentCode(restUrl, code).then(accept, (error: unknown) => {
      forgetPaymentCode();
      setProblem(errorText(error).key);
      setBusy(false);
      document.getElementById(FIELD)?.focus();
    });
  };

  return (
    <form
      className="flex max-w-[26rem] flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        id={FIELD}
        className="grow basis-40"
        label={t("LANG_PAYMENTCODE_LINE")}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        required
        error={problem ? t(problem) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="plain" className="mt-[1.6rem]" aria-busy={busy}>
        {t("LANG_PAYMENTCODE_SUBMIT")}
      </Button>
    </form>
  );
}

import { useCart, type Cart } from "@/features/cart";
import { enterPaymentCode, PaymentCodeLine } from "@/features/cart/parts";
import { atField } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { forgetPaymentCode, recallPaymentCode } from "@/lib/payment-code";
import { Button } from "@/ui/button";
import { CodeField } from "@/ui/form/fields";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";

const LONGEST = 40;

/** The culture pass's code in the cart, or the way to enter one where tickets can be paid with it. */
export function PaymentCode({ cart }: { cart: Cart }) {
  if (cart.paymentCode) return <PaymentCodeLine code={cart.paymentCode} />;
  return cart.takesPaymentCode ? <PaymentCodeForm /> : null;
}

function PaymentCodeForm() {
  const { t } = useTexts();
  const { accept } = useCart();
  const { send } = useAction(enterPaymentCode, (cart) => void accept(cart));
  const form = useForm({
    // What a link brought along after the tickets lay in the cart is filled in already.
    start: () => ({ code: recallPaymentCode() ?? "" }),
    check: ({ code }) => (code.trim() ? [] : [{ field: "code", text: "LANG_PAYMENTCODE_INVALID" }]),
    idOf: () => "payment-code",
    send: async ({ code }) => {
      const refusal = await send(code);
      if (refusal) forgetPaymentCode();
      return atField(refusal, "code");
    },
  });

  return (
    <Form form={form} className="flex max-w-[26rem] flex-wrap items-start gap-3">
      <CodeField
        {...form.text("code")}
        className="grow basis-40"
        label={t("LANG_PAYMENTCODE_LINE")}
        maxLength={LONGEST}
        required
      />
      <Button type="submit" look="plain" className="mt-[1.6rem]" aria-busy={form.isSending}>
        {t("LANG_PAYMENTCODE_SUBMIT")}
      </Button>
    </Form>
  );
}

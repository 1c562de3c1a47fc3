import { paths } from "@/lib/paths";
import { ChoiceList, choiceId, payOrder, useGoOn } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useAction, useServer } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { Button } from "@/ui/button";
import { Form, RefusalNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { Link } from "@/ui/link";

// Nothing is paid by the button then: it leads to where to and how much.
const TRANSFER = "bank_transfer";

/** In which way what is open is paid, and the button that begins it. */
export function PayForm({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const money = useMoney();
  const { rest } = useServer();
  const goOn = useGoOn();
  const { send } = useAction(payOrder, ({ order: now, payment }) => goOn(now, payment));
  const methods = order.paymentMethods;
  const usual =
    methods.find(({ id }) => id === (order.preferredPaymentMethod ?? order.paymentMethod?.id)) ??
    (methods.length === 1 ? methods[0] : undefined);
  const form = useForm({
    start: { wanted: "" },
    check: ({ wanted }) => (wanted || usual ? [] : [{ field: "wanted", text: "LANG_CHECKOUT_ERROR_NOPAYMENT" }]),
    idOf: () => choiceId("payment", methods[0]?.id ?? ""),
    send: ({ wanted }) => send({ orderId: order.id, paymentMethod: wanted || (usual?.id ?? "") }),
  });
  const chosen = form.entered.wanted || (usual?.id ?? null);

  const choose = (wanted: string) => {
    form.change({ wanted });
    // Remembers how the buyer would rather pay; whether that worked is of no matter to them.
    rest("PATCH", `orders/${order.id}`, { preferred_payment_method: wanted }).catch(() => undefined);
  };

  return (
    <Form form={form} errors="LANG_CHECKOUT_ERRORS" className="mt-6">
      <ChoiceList
        name="payment"
        legend={t("LANG_CHECKOUT_PAYMENT")}
        choices={methods}
        chosen={chosen}
        error={form.errorOf("wanted")}
        onChoose={choose}
      />
      <RefusalNotice form={form} />
      <Button
        type="submit"
        className="mt-6 w-full normal-case md:w-auto"
        aria-disabled={form.isSending}
        aria-busy={form.isSending}
      >
        {t(chosen === TRANSFER ? "LANG_CHECKOUT_ORDER_TRANSFER" : "LANG_CHECKOUT_ORDER_PAY", {
          amount: money(order.toPay),
        })}
      </Button>
      <p role="status" className="mt-3 min-h-6 text-sm">
        {form.isSending && t("LANG_CHECKOUT_ORDER_PAYING")}
      </p>
      <Link
        to={paths.checkoutDone(order.id, order.reference)}
        className="inline-flex min-h-11 items-center underline hover:no-underline"
      >
        {t("LANG_CHECKOUT_EMPTY_TOORDER")}
      </Link>
    </Form>
  );
}

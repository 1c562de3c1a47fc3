import { useState } from "react";
import { paths } from "@/lib/paths";
import { ChoiceList, choiceId, ErrorSummary, NoticeBox, useGoOn, useOrder, ORDER_ERRORS } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { reportTrouble } from "@/lib/error-reports";
import { errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

// Nothing is paid by the button then: it leads to where to and how much.
const TRANSFER = "bank_transfer";

/** In which way what is open is paid, and the button that begins it. */
export function PayForm({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const money = useMoney();
  const { pay, prefer } = useOrder();
  const goOn = useGoOn();
  const [wanted, setWanted] = useState<string | null>(null);
  const [paying, setPaying] = useState(false);
  const [round, setRound] = useState(0);
  const [trouble, setTrouble] = useState<ErrorText | null>(null);
  const methods = order.paymentMethods;
  const usual =
    methods.find(({ id }) => id === (order.preferredPaymentMethod ?? order.paymentMethod?.id)) ??
    (methods.length === 1 ? methods[0] : undefined);
  const chosen = wanted ?? usual?.id ?? null;
  const problems =
    chosen === null
      ? [{ field: choiceId("payment", methods[0]?.id ?? ""), text: t("LANG_CHECKOUT_ERROR_NOPAYMENT") }]
      : [];

  const submit = async () => {
    if (paying) return;
    setTrouble(null);
    if (chosen === null) {
      setRound((n) => n + 1);
      return;
    }
    setPaying(true);
    try {
      const { order: now, payment } = await pay(order.id, chosen);
      goOn(now, payment);
    } catch (error) {
      setTrouble(errorText(error, ORDER_ERRORS));
      reportTrouble(error, "paying");
    }
    setPaying(false);
  };

  return (
    <form
      noValidate
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary problems={round > 0 ? problems : []} attempt={round} />
      <ChoiceList
        name="payment"
        legend={t("LANG_CHECKOUT_PAYMENT")}
        choices={methods}
        chosen={chosen}
        error={round > 0 ? problems[0]?.text : undefined}
        onChoose={(method) => {
          setWanted(method);
          prefer(order.id, method);
        }}
      />
      {trouble && <NoticeBox kind="trouble">{t(trouble.key, trouble.values)}</NoticeBox>}
      <Button type="submit" className="mt-6 w-full normal-case md:w-auto" aria-disabled={paying} aria-busy={paying}>
        {t(chosen === TRANSFER ? "LANG_CHECKOUT_ORDER_TRANSFER" : "LANG_CHECKOUT_ORDER_PAY", {
          amount: money(order.toPay),
        })}
      </Button>
      <p role="status" className="mt-3 min-h-6 text-sm">
        {paying && t("LANG_CHECKOUT_ORDER_PAYING")}
      </p>
      <Link
        to={paths.checkoutDone(order.id, order.reference)}
        className="inline-flex min-h-11 items-center underline hover:no-underline"
      >
        {t("LANG_CHECKOUT_EMPTY_TOORDER")}
      </Link>
    </form>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import {
  after,
  arrivalText,
  ChoiceList,
  choiceId,
  NO_SHIPPING,
  readPreferences,
  StepActions,
  useCartPatches,
  useChoices,
  wayTo,
  Waiting,
} from "@/features/checkout";
import { Express } from "@/features/checkout/parts";
import { refusalOf, type Problem } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { errorCode } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { useMoney } from "@/lib/use-money";
import { Form, RefusalNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { saveLogisticsStep } from "./save-logistics";

/** Null: as the cart has it, or as usual. */
interface Wanted {
  carrier: string | null;
  payment: string | null;
}

const usual = (options: readonly { id: string }[], before: string | null | undefined): string | null =>
  (options.find(({ id }) => id === before) ?? (options.length === 1 ? options[0] : undefined))?.id ?? null;

/** Step 3: carrier and payment method. A choice is kept at once, so that the total is the server's. */
export function LogisticsForm({ cart }: { cart: Cart }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { shopSlug } = useShopPage();
  const money = useMoney();
  const { saveLogistics } = useCartPatches();
  const { choices, error, retry } = useChoices(cart);
  const { send } = useAction(saveLogisticsStep);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const preset = useRef(false);

  // What the shopper took last time, or what is the only possibility anyway.
  const [saved] = useState(() => readPreferences(shopSlug));
  const usualCarrier = usual(choices?.carriers ?? [], saved?.shippingMethod);
  // What is agreed to at a button of its own is chosen there.
  const methods = (choices?.paymentMethods ?? []).filter(({ id, script }) => !script || id === cart.paymentMethod);
  const usualPayment = usual(methods, saved?.paymentMethod);
  const chosenOf = ({ carrier, payment }: Wanted): Wanted => ({
    carrier: carrier ?? cart.shippingMethod ?? usualCarrier,
    payment: payment ?? cart.paymentMethod ?? usualPayment,
  });

  /** Patches go one after the other: the last choice is the one that stays. */
  const save = useCallback(
    (carrier: string | null, payment: string | null) => {
      const saved = queue.current.then(() => saveLogistics(carrier, payment));
      queue.current = saved.catch(() => undefined);
      return saved;
    },
    [saveLogistics],
  );
  const carriers = choices?.carriers ?? [];
  const form = useForm<Wanted>({
    start: { carrier: null, payment: null },
    check: (wanted) => {
      const { carrier, payment } = chosenOf(wanted);
      const problems: Problem[] = [];
      if (cart.physical && !carriers.some(({ id }) => id === carrier))
        problems.push({ field: "carrier", text: "LANG_CHECKOUT_ERROR_NOCARRIER" });
      if (!methods.some(({ id }) => id === payment))
        problems.push({ field: "payment", text: "LANG_CHECKOUT_ERROR_NOPAYMENT" });
      return problems;
    },
    idOf: (name) => choiceId(name, (name === "carrier" ? carriers : methods)[0]?.id ?? ""),
    send: async (wanted) => {
      const { carrier, payment } = chosenOf(wanted);
      const refusal = await send(async () => {
        const next = await save(cart.physical ? carrier : NO_SHIPPING, payment);
        void navigate(wayTo(after("payment", next)));
      });
      if (refusal) retry();
      return refusal;
    },
  });
  const chosen = chosenOf(form.entered);
  const choose = (part: Partial<Wanted>) => {
    form.change(part);
    save(part.carrier ?? null, part.payment ?? null).catch((error: unknown) =>
      form.show(refusalOf(saveLogisticsStep, error, () => Promise.resolve())),
    );
  };

  const nobodyDelivers = errorCode(error) === "NO_DELIVERY_METHOD";
  useEffect(() => {
    // The first step says so and resets the country.
    if (nobodyDelivers) void navigate(paths.checkout());
  }, [navigate, nobodyDelivers]);

  useEffect(() => {
    if (!choices || preset.current) return;
    preset.current = true;
    const carrier = cart.shippingMethod ? null : usualCarrier;
    const payment = cart.paymentMethod ? null : usualPayment;
    // So that the total is right; should this fail, sending the form tells.
    if (carrier ?? payment) save(carrier, payment).catch(() => undefined);
  }, [cart, choices, save, usualCarrier, usualPayment]);

  if (!choices) {
    return (
      <Waiting
        failed={error !== undefined}
        text="LANG_CHECKOUT_ERROR_CHOICES"
        retry={retry}
        bars={["h-20", "h-20"]}
        className="gap-4"
      />
    );
  }
  return (
    <Form form={form} errors="LANG_CHECKOUT_ERRORS">
      {cart.physical ? (
        <ChoiceList
          name="carrier"
          legend={t("LANG_CHECKOUT_CARRIER")}
          choices={carriers.map((c) => ({ ...c, price: money(c.price), note: arrivalText(c.estimate, t, locale) }))}
          chosen={chosen.carrier}
          error={form.errorOf("carrier")}
          onChoose={(carrier) => choose({ carrier })}
        />
      ) : (
        <p className="max-w-read">{t("LANG_CHECKOUT_CARRIER_NONE")}</p>
      )}
      <div className="mt-10">
        <ChoiceList
          name="payment"
          legend={t("LANG_CHECKOUT_PAYMENT")}
          choices={methods}
          chosen={chosen.payment}
          error={form.errorOf("payment")}
          onChoose={(payment) => choose({ payment })}
        />
        <p className="mt-3 text-sm text-ink-soft">{t("LANG_CHECKOUT_PAYMENT_FREE")}</p>
        {choices.transferRefused && (
          <p className="mt-3 max-w-read text-sm text-ink-soft">{t("LANG_CHECKOUT_PAYMENT_NOTRANSFER")}</p>
        )}
      </div>
      <RefusalNotice form={form} />
      <StepActions
        cart={cart}
        busy={form.isSending}
        back={{ to: paths.checkoutDetails(), label: t("LANG_CHECKOUT_BACK_DETAILS") }}
        next={t("LANG_CHECKOUT_NEXT_CONFIRM")}
      />
      {/* Last, because it comes late and may go again: nothing moves for it. */}
      <Express cart={cart} methods={choices.paymentMethods} carriers={carriers} addressed />
    </Form>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import {
  after,
  arrivalText,
  ChoiceList,
  choiceId,
  ErrorSummary,
  NO_SHIPPING,
  NoticeBox,
  readPreferences,
  StepActions,
  useCartPatches,
  useChoices,
  wayTo,
  ORDER_ERRORS,
} from "@/features/checkout";
import { Express } from "@/features/checkout/parts";
import { errorCode, errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { useMoney } from "@/lib/use-money";
import { Button } from "@/ui/button";

interface Chosen {
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
  const [wanted, setWanted] = useState<Chosen>({ carrier: null, payment: null });
  const [round, setRound] = useState(0);
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<ErrorText | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const preset = useRef(false);

  // What the shopper took last time, or what is the only possibility anyway.
  const [saved] = useState(() => readPreferences(shopSlug));
  const usualCarrier = usual(choices?.carriers ?? [], saved?.shippingMethod);
  // What is agreed to at a button of its own is chosen there.
  const methods = (choices?.paymentMethods ?? []).filter(({ id, script }) => !script || id === cart.paymentMethod);
  const usualPayment = usual(methods, saved?.paymentMethod);
  const chosen: Chosen = {
    carrier: wanted.carrier ?? cart.shippingMethod ?? usualCarrier,
    payment: wanted.payment ?? cart.paymentMethod ?? usualPayment,
  };

  /** Patches go one after the other: the last choice is the one that stays. */
  const save = useCallback(
    (carrier: string | null, payment: string | null) => {
      const saved = queue.current.then(() => saveLogistics(carrier, payment));
      queue.current = saved.catch(() => undefined);
      return saved;
    },
    [saveLogistics],
  );
  const choose = (part: Partial<Chosen>) => {
    setWanted((old) => ({ ...old, ...part }));
    setTrouble(null);
    save(part.carrier ?? null, part.payment ?? null).catch((error: unknown) =>
      setTrouble(errorText(error, ORDER_ERRORS)),
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

  const carriers = choices?.carriers ?? [];
  const carrierMissing = cart.physical && !carriers.some(({ id }) => id === chosen.carrier);
  const paymentMissing = !methods.some(({ id }) => id === chosen.payment);
  const problems = [
    ...(carrierMissing
      ? [{ field: choiceId("carrier", carriers[0]?.id ?? ""), text: t("LANG_CHECKOUT_ERROR_NOCARRIER") }]
      : []),
    ...(paymentMissing
      ? [{ field: choiceId("payment", methods[0]?.id ?? ""), text: t("LANG_CHECKOUT_ERROR_NOPAYMENT") }]
      : []),
  ];

  const submit = async () => {
    if (sending) return;
    if (problems.length > 0) {
      setRound((n) => n + 1);
      return;
    }
    setSending(true);
    setTrouble(null);
    try {
      const next = await save(cart.physical ? chosen.carrier : NO_SHIPPING, chosen.payment);
      void navigate(wayTo(after("payment", next)));
    } catch (error) {
      setTrouble(errorText(error, ORDER_ERRORS));
      retry();
    } finally {
      setSending(false);
    }
  };

  if (!choices) {
    return error !== undefined ? (
      <NoticeBox kind="trouble">
        <p className="mb-4">{t("LANG_CHECKOUT_ERROR_CHOICES")}</p>
        <Button onClick={retry}>{t("LANG_ERROR_RETRY")}</Button>
      </NoticeBox>
    ) : (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
        <span className="skeleton h-20 w-full" />
        <span className="skeleton h-20 w-full" />
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary problems={round > 0 ? problems : []} attempt={round} />
      {trouble && <NoticeBox kind="trouble">{t(trouble.key, trouble.values)}</NoticeBox>}
      {cart.physical ? (
        <ChoiceList
          name="carrier"
          legend={t("LANG_CHECKOUT_CARRIER")}
          choices={carriers.map((c) => ({ ...c, price: money(c.price), note: arrivalText(c.estimate, t, locale) }))}
          chosen={chosen.carrier}
          error={round > 0 && carrierMissing ? t("LANG_CHECKOUT_ERROR_NOCARRIER") : undefined}
          onChoose={(carrier) => choose({ carrier })}
        />
      ) : (
        <p className="max-w-read">{t("LANG_CHECKOUT_CARRIER_NONE")}</p>
      )}
      <div className="mt-10">
        <ChoiceList
          name="payment"
          legend={t("LANG_CHECKOUT_PAYMENT")}
          choices={methods.map((m) => ({ ...m, price: t("LANG_CHECKOUT_PAYMENT_FREE") }))}
          chosen={chosen.payment}
          error={round > 0 && paymentMissing ? t("LANG_CHECKOUT_ERROR_NOPAYMENT") : undefined}
          onChoose={(payment) => choose({ payment })}
        />
        {choices.transferRefused && (
          <p className="mt-3 max-w-read text-sm text-ink-soft">{t("LANG_CHECKOUT_PAYMENT_NOTRANSFER")}</p>
        )}
      </div>
      <StepActions
        cart={cart}
        busy={sending}
        back={{ to: paths.checkoutDetails(), label: t("LANG_CHECKOUT_BACK_DETAILS") }}
        next={t("LANG_CHECKOUT_NEXT_CONFIRM")}
      />
      {/* Last, because it comes late and may go again: nothing moves for it. */}
      <Express cart={cart} methods={choices.paymentMethods} carriers={carriers} addressed />
    </form>
  );
}

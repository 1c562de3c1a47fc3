import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { orderedLines, useCart, type Cart } from "@/features/cart";
import { DiscountNote, LineView, PaymentCodeNote, WithdrawalNote } from "@/features/cart/parts";
import {
  before,
  cartLineFacts,
  CartTotals,
  ErrorSummary,
  landing,
  NoticeBox,
  troubleOf,
  useGoOn,
  usePlaceOrder,
  wayTo,
  type StepState,
  type Trouble,
} from "@/features/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { errorCode } from "@/lib/texts/error-texts";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { TickField } from "@/ui/field";
import { DocumentLink, Link } from "@/ui/link";
import { Sign } from "@/ui/sign";
import { ChosenDetails } from "./chosen-details";
import { GoodsNotice } from "./goods-notice";

interface Props {
  cart: Cart;
  onPlacing: (placing: boolean) => void;
}

const BOXES = { terms: "accept-terms", age: "accept-age" } as const;

/** What is said while the order is placed: whose page comes next. */
const PLACING: Readonly<Record<string, LangKey>> = {
  paypal: "LANG_CHECKOUT_PLACING_PAYPAL",
  stripe_checkout: "LANG_CHECKOUT_PLACING_SERVICE",
  stripe_sofort: "LANG_CHECKOUT_PLACING_SERVICE",
};

/** Step 4: everything once more, and directly below the lines and the total the one button that buys (§ 312j BGB). */
export function ConfirmForm({ cart, onPlacing }: Props) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { refresh } = useCart();
  const place = usePlaceOrder();
  const goOn = useGoOn();
  const [terms, setTerms] = useState(false);
  const [age, setAge] = useState(false);
  const [newsletter, setNewsletter] = useState(false);
  const [placing, setPlacing] = useState(false);
  const [round, setRound] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const free = toCents(cart.totalDue) === 0;
  // Goods from 18 go with a carrier that looks at an ID, whose terms are agreed to in the same box.
  const looks = cart.shipping?.checksAge === true;
  const asksAge = cart.over18 || looks;
  const goods = cart.items.some((line) => line.physical && !line.ticket);

  const missing = [
    ...(terms ? [] : [{ field: BOXES.terms, text: t("LANG_CHECKOUT_ERROR_TERMS") }]),
    ...(!asksAge || age ? [] : [{ field: BOXES.age, text: t("LANG_CHECKOUT_ERROR_AGE") }]),
  ];
  const errorOf = (field: string) => (round > 0 ? missing.find((problem) => problem.field === field)?.text : undefined);

  const submit = async () => {
    if (placing) return;
    setTrouble(null);
    if (missing.length > 0) {
      setRound((n) => n + 1);
      return;
    }
    setPlacing(true);
    onPlacing(true);
    try {
      const { order, payment } = await place(cart.id, {
        expectedTotal: cart.totalDue,
        acceptedTerms: terms,
        acceptedAge: age,
        newsletter,
      });
      goOn(order, payment);
    } catch (error) {
      const found = troubleOf(errorCode(error));
      const left = await refresh().catch(() => cart);
      const step = landing("confirm", left);
      if (step !== "confirm") {
        const state: StepState = { notice: found.text };
        void navigate(wayTo(step), { replace: true, state });
        return;
      }
      setTrouble(found);
      setPlacing(false);
      onPlacing(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary problems={round > 0 ? missing : []} round={round} />
      <ChosenDetails cart={cart} />
      <section aria-labelledby="consents" className="mt-8">
        <h2 id="consents" className="display mb-2 text-2xl">
          {t("LANG_CHECKOUT_CONSENTS")}
        </h2>
        <TickField
          id={BOXES.terms}
          checked={terms}
          aria-required
          error={errorOf(BOXES.terms)}
          onChange={(event) => setTerms(event.target.checked)}
        >
          {t("LANG_CHECKOUT_TERMS")}{" "}
          <DocumentLink to={paths.terms()} target="_blank" rel="noopener" className="underline hover:no-underline">
            {t("LANG_CHECKOUT_TERMS_LINK")}
          </DocumentLink>
        </TickField>
        {asksAge && (
          <TickField id={BOXES.age} checked={age} aria-required error={errorOf(BOXES.age)} onChange={(event) => setAge(event.target.checked)}>
            {t(looks ? "LANG_CHECKOUT_AGE_CARRIER" : "LANG_CHECKOUT_AGE")}
          </TickField>
        )}
        <TickField id="newsletter" checked={newsletter} onChange={(event) => setNewsletter(event.target.checked)}>
          {t("LANG_CHECKOUT_NEWSLETTER")} <span className="text-ink-soft">({t("LANG_CHECKOUT_OPTIONAL")})</span>
        </TickField>
        <p className="text-sm text-ink-soft">
          {t("LANG_CHECKOUT_PRIVACY")}{" "}
          <DocumentLink to={paths.dataPolicy()} target="_blank" rel="noopener" className="underline hover:no-underline">
            {t("LANG_CHECKOUT_PRIVACY_LINK")}
          </DocumentLink>
        </p>
      </section>
      <section aria-labelledby="lines" className="mt-10">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="lines" className="display text-2xl">
            {t("LANG_CHECKOUT_SUMMARY")}
          </h2>
          <Link to={paths.checkout()} className="inline-flex min-h-11 items-center text-sm underline hover:no-underline">
            {t("LANG_CHECKOUT_EDIT_CART")}
          </Link>
        </div>
        <ul className="divide-y divide-hairline">
          {orderedLines(cart).map(({ line }) => (
            <LineView key={line.id} line={cartLineFacts(line, t, locale)} faded={line.invalidated} />
          ))}
        </ul>
        <WithdrawalNote cart={cart} />
        {goods && <GoodsNotice />}
        <div className="rounded-card bg-surface p-5 md:p-6">
          <CartTotals cart={cart} />
          <DiscountNote discount={cart.discount} />
          <PaymentCodeNote code={cart.paymentCode} />
          {trouble && (
            <NoticeBox kind="trouble">
              <p>{t(trouble.text)}</p>
              {trouble.step && (
                <Link to={wayTo(trouble.step)} className="inline-flex min-h-11 items-center underline hover:no-underline">
                  {t("LANG_CHECKOUT_TROUBLE_LINK")}
                </Link>
              )}
            </NoticeBox>
          )}
          <Button type="submit" className="mt-5 w-full normal-case" aria-disabled={placing} aria-busy={placing}>
            {t(free ? "LANG_CHECKOUT_BUTTON_FREE" : "LANG_CHECKOUT_BUTTON")}
          </Button>
        </div>
        <p role="status" className="mt-3 min-h-6 text-center text-sm">
          {placing && t(PLACING[cart.paymentMethod ?? ""] ?? "LANG_CHECKOUT_PLACING")}
        </p>
      </section>
      <Link to={wayTo(before("confirm", cart))} className="group inline-flex min-h-11 items-center gap-2">
        <Sign name="left" /> <span className="underline group-hover:no-underline">{t("LANG_ALLG_BACK")}</span>
      </Link>
    </form>
  );
}

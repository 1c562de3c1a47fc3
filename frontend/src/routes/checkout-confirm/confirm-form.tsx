import { useState } from "react";
import { useNavigate } from "react-router";
import { useCart, type Cart } from "@/features/cart";
import {
  before,
  CartTotals,
  ErrorSummary,
  isRefusal,
  landing,
  NoticeBox,
  troubleOf,
  useGoOn,
  usePlaceOrder,
  wayTo,
  type StepState,
  type Trouble,
} from "@/features/checkout";
import { Consents, Review, useConsents } from "@/features/checkout/parts";
import type { LangKey } from "@/generated/lang-keys";
import { reportTrouble } from "@/lib/error-reports";
import { errorCode } from "@/lib/texts/error-texts";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { TickField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Sign } from "@/ui/sign";
import { ChosenDetails } from "./chosen-details";

interface Props {
  cart: Cart;
  onPlacing: (placing: boolean) => void;
}

/** What is said while the order is placed: whose page comes next. */
const PLACING: Readonly<Record<string, LangKey>> = {
  paypal: "LANG_CHECKOUT_PLACING_PAYPAL",
  stripe_checkout: "LANG_CHECKOUT_PLACING_SERVICE",
  stripe_sofort: "LANG_CHECKOUT_PLACING_SERVICE",
};

/** Step 4: everything once more, and directly below the lines and the total the one button that buys (§ 312j BGB). */
export function ConfirmForm({ cart, onPlacing }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { refresh } = useCart();
  const place = usePlaceOrder();
  const goOn = useGoOn();
  const [newsletter, setNewsletter] = useState(false);
  const [placing, setPlacing] = useState(false);
  const [round, setRound] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  // Goods from 18 go with a carrier that looks at an ID, whose terms are agreed to in the same box.
  const looks = cart.shipping?.checksAge === true;
  const consents = useConsents({ asksAge: cart.over18 || looks });

  const submit = async () => {
    if (placing) return;
    setTrouble(null);
    if (consents.missing.length > 0) {
      setRound((n) => n + 1);
      return;
    }
    setPlacing(true);
    onPlacing(true);
    try {
      const { order, payment } = await place(cart.id, {
        expectedTotal: cart.totalDue,
        acceptedTerms: consents.terms,
        acceptedAge: consents.age,
        newsletter,
      });
      goOn(order, payment);
    } catch (error) {
      const found = troubleOf(errorCode(error));
      if (!isRefusal(errorCode(error))) reportTrouble(error, "placing");
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
      <ErrorSummary problems={round > 0 ? consents.missing : []} attempt={round} />
      <ChosenDetails cart={cart} />
      <Consents consents={consents} marked={round > 0} looks={looks}>
        <TickField id="newsletter" checked={newsletter} onChange={(event) => setNewsletter(event.target.checked)}>
          {t("LANG_CHECKOUT_NEWSLETTER")} <span className="text-ink-soft">({t("LANG_CHECKOUT_OPTIONAL")})</span>
        </TickField>
      </Consents>
      <Review
        cart={cart}
        totals={<CartTotals cart={cart} />}
        isFree={toCents(cart.totalDue) === 0}
        isPlacing={placing}
        placing={t(PLACING[cart.paymentMethod ?? ""] ?? "LANG_CHECKOUT_PLACING")}
        trouble={
          trouble && (
            <NoticeBox kind="trouble">
              <p>{t(trouble.text)}</p>
              {trouble.step && (
                <Link
                  to={wayTo(trouble.step)}
                  className="inline-flex min-h-11 items-center underline hover:no-underline"
                >
                  {t("LANG_CHECKOUT_TROUBLE_LINK")}
                </Link>
              )}
            </NoticeBox>
          )
        }
      />
      <Link to={wayTo(before("confirm", cart))} className="group inline-flex min-h-11 items-center gap-2">
        <Sign name="left" /> <span className="underline group-hover:no-underline">{t("LANG_ALLG_BACK")}</span>
      </Link>
    </form>
  );
}

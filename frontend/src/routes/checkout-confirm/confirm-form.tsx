import { useNavigate } from "react-router";
import { useCart, type Cart } from "@/features/cart";
import {
  before,
  CartTotals,
  landing,
  useGoOn,
  usePlaceOrder,
  wayTo,
  type Step,
  type StepState,
} from "@/features/checkout";
import { CONSENT_IDS, consentProblems, Consents, Review } from "@/features/checkout/parts";
import type { LangKey } from "@/generated/lang-keys";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { TickField } from "@/ui/field";
import { Form, RefusalNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { Link } from "@/ui/link";
import { Sign } from "@/ui/sign";
import { ChosenDetails } from "./chosen-details";

interface Props {
  cart: Cart;
  onPlacing: (placing: boolean) => void;
}

const IDS: Readonly<Record<string, string>> = CONSENT_IDS;

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
  const goOn = useGoOn();
  const place = usePlaceOrder(({ order, payment }) => goOn(order, payment));
  // Goods from 18 go with a carrier that checks the age, whose terms are agreed to in the same box.
  const carrierChecksAge = cart.shipping?.checksAge === true;
  const asksAge = cart.over18 || carrierChecksAge;

  const form = useForm({
    start: { terms: false, age: false, newsletter: false },
    check: (entered) => consentProblems(entered, asksAge),
    idOf: (name) => IDS[name] ?? name,
    leavesPage: true,
    send: async ({ terms, age, newsletter }) => {
      onPlacing(true);
      const input = { expectedTotal: cart.totalDue, acceptedTerms: terms, acceptedAge: age, newsletter };
      const refusal = await place.send({ cartId: cart.id, input });
      if (!refusal) return null;
      const left = await refresh().catch(() => cart);
      const step = landing("confirm", left);
      if (step !== "confirm") {
        const state: StepState = { notice: refusal.text as LangKey };
        void navigate(wayTo(step), { replace: true, state });
        return null;
      }
      onPlacing(false);
      return refusal;
    },
  });

  return (
    <Form form={form} errors="LANG_CHECKOUT_ERRORS">
      <ChosenDetails cart={cart} />
      <Consents terms={form.tick("terms")} age={asksAge ? form.tick("age") : null} carrierChecksAge={carrierChecksAge}>
        <TickField {...form.tick("newsletter")}>
          {t("LANG_CHECKOUT_NEWSLETTER")} <span className="text-ink-soft">({t("LANG_CHECKOUT_OPTIONAL")})</span>
        </TickField>
      </Consents>
      <Review
        cart={cart}
        totals={<CartTotals cart={cart} />}
        isFree={toCents(cart.totalDue) === 0}
        isPlacing={form.isSending}
        placing={t(PLACING[cart.paymentMethod ?? ""] ?? "LANG_CHECKOUT_PLACING")}
        trouble={
          <RefusalNotice form={form}>
            {form.refusal?.step && (
              <Link
                to={wayTo(form.refusal.step as Step)}
                className="inline-flex min-h-11 items-center underline hover:no-underline"
              >
                {t("LANG_CHECKOUT_TROUBLE_LINK")}
              </Link>
            )}
          </RefusalNotice>
        }
      />
      <Link to={wayTo(before("confirm", cart))} className="group inline-flex min-h-11 items-center gap-2">
        <Sign name="left" /> <span className="underline group-hover:no-underline">{t("LANG_ALLG_BACK")}</span>
      </Link>
    </Form>
  );
}

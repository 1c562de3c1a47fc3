import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { useCart, type Cart } from "@/features/cart";
import { Totals } from "@/features/checkout";
import {
  CONSENT_IDS,
  consentProblems,
  Consents,
  forgetOwnOrder,
  recallOwnOrder,
  Review,
  useOrdered,
} from "@/features/checkout/parts";
import { isMailAddress } from "@/lib/mail-address";
import { toCents } from "@/lib/money";
import type { Problem } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { TickField } from "@/ui/field";
import { CodeField, EmailField } from "@/ui/form/fields";
import { Form, RefusalNotice } from "@/ui/form/form";
import { useForm, type FormOf } from "@/ui/form/use-form";
import { Link } from "@/ui/link";
import { Sign } from "@/ui/sign";
import { mergeOrder } from "./merge-order";

interface Props {
  cart: Cart;
  merging: NonNullable<Cart["merging"]>;
  onMerging: (merging: boolean) => void;
}

/** As the server reads it: with blanks, and behind the prefix of a payment. */
const LONGEST_REFERENCE = 40;
const REFERENCE_ID = "order-reference";
const IDS: Readonly<Record<string, string>> = { ...CONSENT_IDS, reference: REFERENCE_ID, email: "order-email" };

interface Entered {
  reference: string;
  email: string;
  terms: boolean;
  age: boolean;
}

const START: Entered = { reference: "", email: "", terms: false, age: false };

const namedProblems = ({ reference, email }: Entered): Problem[] => [
  ...(reference.trim() ? [] : [{ field: "reference", text: "LANG_MERGE_ERROR_REFERENCE" } as const]),
  ...(!email.trim() || isMailAddress(email.trim())
    ? []
    : [{ field: "email", text: "LANG_CHECKOUT_FIELD_EMAIL_INVALID" } as const]),
];

/** Which order, what one agrees to, and below the lines and the total the button that buys. */
export function MergeForm({ cart, merging, onMerging }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { refresh } = useCart();
  const ordered = useOrdered();
  // A carrier that checks the age may be known only by the answer.
  const [carrierChecksAge, setCarrierChecksAge] = useState(cart.over18);
  const asksAge = cart.over18 || carrierChecksAge;
  const { shopSlug } = useShopPage();
  const [own, setOwn] = useState(() => recallOwnOrder(shopSlug));
  // One that is named without a proof is "not found" as well if its carrier checks the age: nothing else may be told.
  const [mayCheckAge, setMayCheckAge] = useState(false);
  const merge = useAction(mergeOrder, (order) => {
    ordered(order);
    void navigate(paths.checkoutOrderMerged(order.id, order.reference), { replace: true });
  });
  const form = useForm<Entered>({
    start: START,
    check: (entered) => [...(own ? [] : namedProblems(entered)), ...consentProblems(entered, asksAge)],
    idOf: (name) => IDS[name] ?? name,
    leavesPage: true,
    send: async ({ reference, email, terms, age }) => {
      onMerging(true);
      const refusal = await merge.send({
        orderReference: own ? own.reference : reference,
        orderId: own ? own.order : null,
        email: own ? null : email.trim() || null,
        expectedTotal: merging.totalDue,
        acceptedTerms: terms,
        acceptedAge: age,
      });
      if (!refusal) return null;
      await refresh().catch(() => undefined);
      if (refusal.code === "AGE_NOT_CONFIRMED") setCarrierChecksAge(true);
      if (refusal.code === "ORDER_NOT_FOUND" && cart.physical) setMayCheckAge(true);
      onMerging(false);
      return refusal;
    },
  });

  return (
    <Form
      form={form}
      errors="LANG_CHECKOUT_ERRORS"
      intro={<p className="max-w-read text-lg">{t("LANG_MERGE_TEXT")}</p>}
    >
      {own ? (
        <OwnOrder
          reference={own.reference}
          onOther={() => {
            forgetOwnOrder(shopSlug);
            flushSync(() => {
              setOwn(null);
              form.restart(form.entered);
            });
            document.getElementById(REFERENCE_ID)?.focus();
          }}
        />
      ) : (
        <OrderNumber form={form} />
      )}
      <Consents terms={form.tick("terms")} age={asksAge ? form.tick("age") : null} carrierChecksAge={carrierChecksAge}>
        {mayCheckAge && own === null && !asksAge && (
          <TickField {...form.tick("age")} id="parcel-age">
            {t("LANG_MERGE_AGE")}
          </TickField>
        )}
      </Consents>
      <Review
        cart={cart}
        isFree={toCents(merging.totalDue) === 0}
        isPlacing={form.isSending}
        placing={t("LANG_CHECKOUT_PLACING")}
        totals={
          <Totals
            subtotal={cart.checkoutSubtotal}
            discount={cart.discount?.standing === "applied" ? cart.discount : null}
            shipping={cart.physical ? { name: t("LANG_MERGE_SHIPPING"), price: "0.00" } : null}
            total={merging.total}
            credit={cart.paymentCode?.amount}
            due={merging.totalDue}
            vat={merging.vat}
          />
        }
        trouble={
          <RefusalNotice form={form}>
            <Link to={paths.checkout()} className="inline-flex min-h-11 items-center underline hover:no-underline">
              {t("LANG_MERGE_TO_CHECKOUT")}
            </Link>
          </RefusalNotice>
        }
      />
      <Link to={paths.checkout()} className="group inline-flex min-h-11 items-center gap-2">
        <Sign name="left" /> <span className="underline group-hover:no-underline">{t("LANG_ALLG_BACK")}</span>
      </Link>
    </Form>
  );
}

/** The one from whose page the buyer comes. */
function OwnOrder({ reference, onOther }: { reference: string; onOther: () => void }) {
  const { t } = useTexts();
  return (
    <div className="mt-6 flex flex-wrap items-baseline gap-x-5">
      <p className="flex flex-wrap items-baseline gap-x-3 text-lg">
        {t("LANG_MERGE_INTO")} <strong className="display text-2xl">{reference}</strong>
      </p>
      <button type="button" className="min-h-11 underline hover:no-underline" onClick={onOther}>
        {t("LANG_MERGE_OTHER")}
      </button>
    </div>
  );
}

/** Which order it is, where the buyer does not come from its page. */
function OrderNumber({ form }: { form: FormOf<Entered> }) {
  const { t } = useTexts();
  return (
    <>
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <CodeField
          {...form.text("reference")}
          label={t("LANG_CHECKOUT_REFERENCE")}
          placeholder="B-XXXXXXXX"
          maxLength={LONGEST_REFERENCE}
          aria-required
          hint={<p className="text-sm text-ink-soft">{t("LANG_MERGE_REFERENCE_WHERE")}</p>}
        />
        <EmailField
          {...form.text("email")}
          label={t("LANG_MERGE_EMAIL")}
          aside={t("LANG_CHECKOUT_OPTIONAL")}
          hint={<p className="text-sm text-ink-soft">{t("LANG_MERGE_EMAIL_WHY")}</p>}
        />
      </div>
      <p className="mt-3 max-w-read text-sm text-ink-soft">{t("LANG_MERGE_STRANGER")}</p>
    </>
  );
}

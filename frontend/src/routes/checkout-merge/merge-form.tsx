import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { useCart, type Cart } from "@/features/cart";
import { ErrorSummary, NoticeBox, Totals, troubleOf } from "@/features/checkout";
import { Consents, forgetOwnOrder, recallOwnOrder, Review, useConsents, useOrdered } from "@/features/checkout/parts";
import { MERGE_ORDER } from "@/generated/routes/checkout-merge/merge";
import type { LangKey } from "@/generated/lang-keys";
import { isMailAddress, LONGEST_ADDRESS } from "@/lib/mail-address";
import { toCents } from "@/lib/money";
import { useShopPage } from "@/lib/shop-data";
import { errorCode } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useClient } from "@/lib/wire/client";
import { TextField, TickField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Sign } from "@/ui/sign";

interface Props {
  cart: Cart;
  merging: NonNullable<Cart["merging"]>;
  onMerging: (merging: boolean) => void;
}

/** As the server reads it: with blanks, and behind the prefix of a payment. */
const LONGEST_REFERENCE = 40;
const FIELDS = { reference: "order-reference", email: "order-email" } as const;

/** Why it did not join, where that is said beside the fields (purchase §8). */
const REFUSED: Readonly<Record<string, LangKey>> = {
  CART_NOT_MERGEABLE: "MERGEORDER_FAILED",
  NO_MATCHING_DELIVERIES: "MERGEORDER_FAILED",
  ORDER_NOT_FOUND: "MERGEORDER_NOTFOUND",
};

/** Which order, what one agrees to, and below the lines and the total the button that buys. */
export function MergeForm({ cart, merging, onMerging }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useClient();
  const { refresh } = useCart();
  const ordered = useOrdered();
  // A carrier that looks at an ID may be known only by the answer.
  const [looks, setLooks] = useState(cart.over18);
  const consents = useConsents({ asksAge: cart.over18 || looks });
  const { shopSlug } = useShopPage();
  const [own, setOwn] = useState(() => recallOwnOrder(shopSlug));
  const [reference, setReference] = useState("");
  const [email, setEmail] = useState("");
  const [isMerging, setIsMerging] = useState(false);
  const [round, setRound] = useState(0);
  const [trouble, setTrouble] = useState<LangKey | null>(null);
  // One that is named without a proof is "not found" as well if its carrier looks at an ID: nothing else may be told.
  const [mayLook, setMayLook] = useState(false);

  const named = [
    ...(reference.trim() ? [] : [{ field: FIELDS.reference, text: t("LANG_MERGE_ERROR_REFERENCE") }]),
    ...(!email.trim() || isMailAddress(email.trim())
      ? []
      : [{ field: FIELDS.email, text: t("LANG_CHECKOUT_FIELD_EMAIL_INVALID") }]),
  ];
  const problems = [...(own ? [] : named), ...consents.missing];
  const errorOf = (field: string) =>
    round > 0 ? problems.find((problem) => problem.field === field)?.text : undefined;

  const send = async () => {
    const input = {
      orderReference: own ? own.reference : reference,
      orderId: own ? own.order : null,
      email: own ? null : email.trim() || null,
      expectedTotal: merging.totalDue,
      acceptedTerms: consents.terms,
      acceptedAge: consents.age,
    };
    const apollo = await client.load();
    const { data } = await apollo.mutate({ mutation: MERGE_ORDER, variables: { input }, fetchPolicy: "no-cache" });
    if (!data) throw new Error("no order in the answer");
    return data.mergeOrder.order;
  };

  const submit = async () => {
    if (isMerging) return;
    setTrouble(null);
    if (problems.length > 0) {
      setRound((n) => n + 1);
      return;
    }
    setIsMerging(true);
    onMerging(true);
    try {
      const order = await send();
      ordered(order);
      void navigate(paths.checkoutOrderMerged(order.id, order.reference), { replace: true });
    } catch (error) {
      const code = errorCode(error);
      await refresh().catch(() => undefined);
      if (code === "AGE_NOT_CONFIRMED") setLooks(true);
      if (code === "ORDER_NOT_FOUND" && cart.physical) setMayLook(true);
      setTrouble(REFUSED[code ?? ""] ?? troubleOf(code).text);
      setIsMerging(false);
      onMerging(false);
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
      <p className="max-w-read text-lg">{t("LANG_MERGE_TEXT")}</p>
      <ErrorSummary problems={round > 0 ? problems : []} attempt={round} />
      {own ? (
        <OwnOrder
          reference={own.reference}
          onOther={() => {
            forgetOwnOrder(shopSlug);
            setOwn(null);
          }}
        />
      ) : (
        <OrderNumber
          reference={reference}
          email={email}
          onReference={setReference}
          onEmail={setEmail}
          errorOf={errorOf}
        />
      )}
      <Consents consents={consents} marked={round > 0} looks={looks}>
        {mayLook && own === null && !consents.asksAge && (
          <TickField id="parcel-age" checked={consents.age} onChange={(event) => consents.setAge(event.target.checked)}>
            {t("LANG_MERGE_AGE")}
          </TickField>
        )}
      </Consents>
      <Review
        cart={cart}
        isFree={toCents(merging.totalDue) === 0}
        isPlacing={isMerging}
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
          trouble && (
            <NoticeBox kind="trouble">
              <p>{t(trouble)}</p>
              <Link to={paths.checkout()} className="inline-flex min-h-11 items-center underline hover:no-underline">
                {t("LANG_MERGE_TO_CHECKOUT")}
              </Link>
            </NoticeBox>
          )
        }
      />
      <Link to={paths.checkout()} className="group inline-flex min-h-11 items-center gap-2">
        <Sign name="left" /> <span className="underline group-hover:no-underline">{t("LANG_ALLG_BACK")}</span>
      </Link>
    </form>
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

interface NumberProps {
  reference: string;
  email: string;
  onReference: (reference: string) => void;
  onEmail: (email: string) => void;
  errorOf: (field: string) => string | undefined;
}

/** Which order it is, where the buyer does not come from its page. */
function OrderNumber({ reference, email, onReference, onEmail, errorOf }: NumberProps) {
  const { t } = useTexts();
  return (
    <>
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <TextField
          id={FIELDS.reference}
          label={t("LANG_CHECKOUT_REFERENCE")}
          placeholder="B-XXXXXXXX"
          value={reference}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={LONGEST_REFERENCE}
          aria-required
          error={errorOf(FIELDS.reference)}
          hint={<p className="text-sm text-ink-soft">{t("LANG_MERGE_REFERENCE_WHERE")}</p>}
          onChange={(event) => onReference(event.target.value)}
        />
        <TextField
          id={FIELDS.email}
          type="email"
          label={t("LANG_MERGE_EMAIL")}
          aside={t("LANG_CHECKOUT_OPTIONAL")}
          value={email}
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={LONGEST_ADDRESS}
          error={errorOf(FIELDS.email)}
          hint={<p className="text-sm text-ink-soft">{t("LANG_MERGE_EMAIL_WHY")}</p>}
          onChange={(event) => onEmail(event.target.value)}
        />
      </div>
      <p className="mt-3 max-w-read text-sm text-ink-soft">{t("LANG_MERGE_STRANGER")}</p>
    </>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import { askedParts, HolderPart, type FieldProblem, type HolderHandle } from "@/features/cart/parts";
import {
  ORDER_ERRORS,
  ADDRESS_FIELDS,
  after,
  doubtsOf,
  ErrorSummary,
  INTERNAL_PAYMENT,
  NO_SHIPPING,
  NoticeBox,
  readDraft,
  readPreferences,
  serverProblems,
  skipsPayment,
  startingDetails,
  StepActions,
  useCartPatches,
  useCountries,
  wayTo,
  writeDraft,
  type Details,
  type DetailsPath,
  type Doubt,
} from "@/features/checkout";
import { errorText, type ErrorText } from "@/lib/texts/error-texts";
import { HttpError } from "@/lib/wire/fetch-layer";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { ask } from "@/ui/dialog/ask";
import { TickField } from "@/ui/field";
import { AddressFields } from "./address-fields";
import { EmailField } from "./email-field";
import { fieldId, problemText } from "./field-texts";
import { problemsOf, problemsResolver } from "./problems-resolver";

const ORDER: readonly DetailsPath[] = [
  "email",
  ...ADDRESS_FIELDS.map((field) => `billing.${field}` as const),
  ...ADDRESS_FIELDS.map((field) => `shipping.${field}` as const),
];

/** Step 2: who buys and where the goods go. Every letter is kept as it is typed. */
export function DetailsForm({ cart }: { cart: Cart }) {
  const { t } = useTexts();
  const { shopSlug } = useShopPage();
  const navigate = useNavigate();
  const { countries } = useCountries(cart);
  const { saveDetails, saveLogistics } = useCartPatches();
  const countryOf = ({ countryCode }: Details["billing"]) => countries.find(({ code }) => code === countryCode);
  const codes = countries.map(({ code }) => code).join();
  const resolver = useMemo(() => problemsResolver(codes ? codes.split(",") : []), [codes]);
  const [start] = useState(() => startingDetails(readDraft(shopSlug), cart, readPreferences(shopSlug)));
  const { register, handleSubmit, setValue, setError, getValues, control, formState } = useForm<Details>({
    defaultValues: start,
    resolver,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const values = useWatch({ control }) as Details;
  const separate = values.separate && cart.physical;
  const [round, setRound] = useState(0);
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<ErrorText | null>(null);
  const settled = useRef(new Set<string>());
  const submitting = useRef(false);

  const asking = cart.items.filter((line) => askedParts(line).length > 0);
  const holders = useRef<HolderHandle>(null);
  const [wrongHolders, setWrongHolders] = useState<readonly FieldProblem[]>([]);

  useEffect(() => writeDraft(shopSlug, values), [shopSlug, values]);
  const problems = problemsOf(formState.errors, ORDER);
  const errorOf = (path: DetailsPath) => {
    const code = problems[path];
    return code && problemText(path, code, t);
  };

  /** Asks about what looks wrong and may be right; false: the shopper looks at it again. */
  const settle = async (details: Details): Promise<boolean> => {
    const parts = details.separate ? (["billing", "shipping"] as const) : (["billing"] as const);
    const doubts = parts.flatMap((part) => doubtsOf(part, details[part], countryOf(details[part])?.postCodes));
    for (const doubt of doubts.filter(({ about }) => !settled.current.has(about))) {
      const goOn = await ask({
        ...question(doubt, details),
        ok: t("LANG_CHECKOUT_DOUBT_CONTINUE"),
        cancel: t("LANG_CHECKOUT_DOUBT_CHECK"),
        careful: true,
      });
      if (!goOn) {
        document.getElementById(fieldId(`${doubt.part}.${doubt.field}`))?.focus();
        return false;
      }
      settled.current.add(doubt.about);
    }
    return true;
  };

  const question = ({ kind, part }: Doubt, details: Details) => {
    const { postCode: code, address: street } = details[part];
    if (kind !== "post-code")
      return { headline: t("LANG_CHECKOUT_NO_NUMBER_TITLE"), text: t("LANG_CHECKOUT_NO_NUMBER_TEXT", { street }) };
    const country = countryOf(details[part])?.name ?? "";
    return {
      headline: t("LANG_CHECKOUT_ZIP_CODE_NOT_MATCHING"),
      text: t("LANG_CHECKOUT_ZIP_CODE_NOT_MATCHING_TEXT", { code, country }),
    };
  };

  const save = async (details: Details) => {
    if (!(await settle(details))) return;
    setSending(true);
    setTrouble(null);
    try {
      let next = await saveDetails(details);
      if (holders.current) next = await holders.current.save();
      if (skipsPayment(next)) next = await saveLogistics(NO_SHIPPING, INTERNAL_PAYMENT);
      void navigate(wayTo(after("details", next)));
    } catch (error) {
      const refused = error instanceof HttpError ? Object.entries(serverProblems(error.fields)) : [];
      for (const [path, code] of refused) setError(path as DetailsPath, { type: code });
      if (refused.length === 0) setTrouble(errorText(error, ORDER_ERRORS));
      setRound((n) => n + 1);
    } finally {
      setSending(false);
    }
  };

  const refuse = () => setRound((n) => n + 1);
  const submit = () => {
    // What asks for names may not be there yet.
    if (sending || submitting.current || (asking.length > 0 && !holders.current)) return;
    submitting.current = true;
    if (getValues("separate") && !cart.physical) setValue("separate", false);
    const named = holders.current?.check() ?? true;
    void handleSubmit((details) => (named ? save(details) : refuse()), refuse)().finally(() => {
      submitting.current = false;
    });
  };

  const wrongDetails = ORDER.flatMap((path) =>
    problems[path] ? [{ field: fieldId(path), text: errorOf(path) ?? "" }] : [],
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ErrorSummary
        attempt={round}
        problems={round === 0 ? [] : [...wrongDetails, ...(asking.length > 0 ? wrongHolders : [])]}
      />
      {trouble && <NoticeBox kind="trouble">{t(trouble.key, trouble.values)}</NoticeBox>}
      <section aria-labelledby="contact">
        <h2 id="contact" className="display mb-4 text-2xl">
          {t("LANG_CHECKOUT_CONTACT")}
        </h2>
        <EmailField
          value={values.email}
          error={errorOf("email")}
          field={register("email")}
          onSuggestion={(mail) => setValue("email", mail, { shouldValidate: true, shouldDirty: true })}
        />
      </section>
      <section aria-labelledby="billing" className="mt-10">
        <h2 id="billing" className="display mb-4 text-2xl">
          {t(cart.physical && !separate ? "LANG_CHECKOUT_ADDRESS_BOTH" : "LANG_CHECKOUT_ADDRESS_BILLING")}
        </h2>
        <AddressFields
          part="billing"
          countries={countries}
          countryCode={values.billing.countryCode}
          register={register}
          errorOf={errorOf}
        />
      </section>
      {cart.physical && (
        <div className="mt-6">
          <TickField id="separate" {...register("separate")}>
            {t("LANG_CHECKOUT_ADDRESS_SEPARATE")}
          </TickField>
        </div>
      )}
      {separate && (
        <section aria-labelledby="shipping" className="mt-6">
          <h2 id="shipping" className="display mb-4 text-2xl">
            {t("LANG_CHECKOUT_ADDRESS_SHIPPING")}
          </h2>
          <AddressFields
            part="shipping"
            countries={countries}
            countryCode={values.shipping.countryCode}
            register={register}
            errorOf={errorOf}
          />
        </section>
      )}
      {asking.length > 0 && (
        <section aria-labelledby="holders" className="mt-10">
          <h2 id="holders" className="display mb-2 text-2xl">
            {t("LANG_CHECKOUT_HOLDERS")}
          </h2>
          <p className="mb-4 max-w-read">{t("LANG_CHECKOUT_HOLDERS_TEXT")}</p>
          <HolderPart ref={holders} lines={asking} billing={values.billing} onProblems={setWrongHolders} />
        </section>
      )}
      <StepActions
        cart={cart}
        busy={sending}
        back={{ to: paths.checkout(), label: t("LANG_CHECKOUT_BACK_CART") }}
        next={t(skipsPayment(cart) ? "LANG_CHECKOUT_NEXT_CONFIRM" : "LANG_CHECKOUT_NEXT_PAYMENT")}
      />
    </form>
  );
}

import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import { askedParts, HolderPart, type FieldProblem, type HolderHandle } from "@/features/cart/parts";
import {
  after,
  askedDetails,
  doubtsOf,
  fieldsOf,
  INTERNAL_PAYMENT,
  NO_SHIPPING,
  POSTAL_FIELDS,
  readDraft,
  readPreferences,
  skipsPayment,
  startingDetails,
  StepActions,
  useCartPatches,
  useCountries,
  wayTo,
  writeDraft,
  type Details,
  type Doubt,
} from "@/features/checkout";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { ask } from "@/ui/dialog/ask";
import { TickField } from "@/ui/field";
import { Form, RefusalNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { AddressFields } from "./address-fields";
import { problemsOf, saveStep } from "./details";
import { BuyerEmail } from "./email-field";

/** Step 2: who buys and where the goods go. Every letter is kept as it is typed. */
export function DetailsForm({ cart }: { cart: Cart }) {
  const { t } = useTexts();
  const { shopSlug } = useShopPage();
  const navigate = useNavigate();
  const { countries } = useCountries(cart);
  const { saveDetails, saveLogistics } = useCartPatches();
  const { send } = useAction(saveStep);
  const countryOf = ({ countryCode }: Details["billing"]) => countries.find(({ code }) => code === countryCode);
  const confirmed = useRef(new Set<string>());

  const asking = cart.items.filter((line) => askedParts(line).length > 0);
  const holders = useRef<HolderHandle>(null);
  const [wrongHolders, setWrongHolders] = useState<readonly FieldProblem[]>([]);

  const asked = (details: Details): Details => askedDetails(details, cart);
  const form = useForm<Details>({
    start: () => startingDetails(readDraft(shopSlug), cart, readPreferences(shopSlug)),
    check: (details) =>
      problemsOf(
        asked(details),
        countries.map(({ code }) => code),
      ),
    checkParts: () => holders.current?.check() ?? true,
    isShown: (field, entered) => {
      const details = asked(entered);
      const [part, name = ""] = field.split(".");
      return (details.separate || part !== "shipping") && (details.postal || !POSTAL_FIELDS.has(name));
    },
    marksOnBlur: true,
    send: async (entered) => {
      const details = asked(entered);
      if (!(await confirmDoubts(details))) return null;
      const refusal = await send({ save: () => save(details) });
      // The cart has changed in another tab.
      if (refusal?.problems.some(({ field }) => POSTAL_FIELDS.has(field.split(".")[1] ?? ""))) form.set("postal", true);
      return refusal;
    },
  });
  const { separate, postal } = asked(form.entered);
  const fields = fieldsOf({ ...form.entered, postal });
  useEffect(() => writeDraft(shopSlug, form.entered), [shopSlug, form.entered]);

  /** Asks about what looks wrong and may be right; false: the shopper looks at it again. */
  const confirmDoubts = async (details: Details): Promise<boolean> => {
    if (!details.postal) return true;
    const parts = details.separate ? (["billing", "shipping"] as const) : (["billing"] as const);
    const doubts = parts.flatMap((part) => doubtsOf(part, details[part], countryOf(details[part])?.postCodes));
    for (const doubt of doubts.filter(({ about }) => !confirmed.current.has(about))) {
      const goOn = await ask({
        ...question(doubt, details),
        ok: t("LANG_CHECKOUT_DOUBT_CONTINUE"),
        cancel: t("LANG_CHECKOUT_DOUBT_CHECK"),
        careful: true,
      });
      if (!goOn) {
        document.getElementById(`${doubt.part}-${doubt.field}`)?.focus();
        return false;
      }
      confirmed.current.add(doubt.about);
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
    let next = await saveDetails(details);
    if (holders.current) next = await holders.current.save();
    if (skipsPayment(next)) next = await saveLogistics(NO_SHIPPING, INTERNAL_PAYMENT);
    void navigate(wayTo(after("details", next)));
  };

  const formWithHolders = {
    ...form,
    problems: [
      ...form.problems,
      ...(asking.length > 0 ? wrongHolders.map((one) => ({ name: one.field, ...one })) : []),
    ],
    submit: () => {
      // What asks for names may not be there yet.
      if (asking.length === 0 || holders.current) form.submit();
    },
  };
  return (
    <Form form={formWithHolders} errors="LANG_CHECKOUT_ERRORS">
      <section aria-labelledby="contact">
        <h2 id="contact" className="display mb-4 text-2xl">
          {t("LANG_CHECKOUT_CONTACT")}
        </h2>
        <BuyerEmail form={form} />
      </section>
      <section aria-labelledby="billing" className="mt-10">
        <h2 id="billing" className="display mb-4 text-2xl">
          {t(
            !postal
              ? "LANG_CHECKOUT_ADDRESS_NAME"
              : cart.physical && !separate
                ? "LANG_CHECKOUT_ADDRESS_BOTH"
                : "LANG_CHECKOUT_ADDRESS_BILLING",
          )}
        </h2>
        {!cart.needsPostalAddress && (
          <div className="mb-4">
            <TickField {...form.tick("postal")}>{t("LANG_CHECKOUT_ADDRESS_INVOICE")}</TickField>
          </div>
        )}
        <AddressFields part="billing" countries={countries} form={form} asked={fields} />
      </section>
      {cart.physical && (
        <div className="mt-6">
          <TickField {...form.tick("separate")}>{t("LANG_CHECKOUT_ADDRESS_SEPARATE")}</TickField>
        </div>
      )}
      {separate && (
        <section aria-labelledby="shipping" className="mt-6">
          <h2 id="shipping" className="display mb-4 text-2xl">
            {t("LANG_CHECKOUT_ADDRESS_SHIPPING")}
          </h2>
          <AddressFields part="shipping" countries={countries} form={form} asked={fields} />
        </section>
      )}
      {asking.length > 0 && (
        <section aria-labelledby="holders" className="mt-10">
          <h2 id="holders" className="display mb-2 text-2xl">
            {t("LANG_CHECKOUT_HOLDERS")}
          </h2>
          <p className="mb-4 max-w-read">{t("LANG_CHECKOUT_HOLDERS_TEXT")}</p>
          <HolderPart ref={holders} lines={asking} billing={form.entered.billing} onProblems={setWrongHolders} />
        </section>
      )}
      <RefusalNotice form={form} />
      <StepActions
        cart={cart}
        busy={form.isSending}
        back={{ to: paths.checkout(), label: t("LANG_CHECKOUT_BACK_CART") }}
        next={t(skipsPayment(cart) ? "LANG_CHECKOUT_NEXT_CONFIRM" : "LANG_CHECKOUT_NEXT_PAYMENT")}
      />
    </Form>
  );
}

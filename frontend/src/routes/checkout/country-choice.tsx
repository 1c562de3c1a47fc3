import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCart, type Cart } from "@/features/cart";
import {
  ORDER_ERRORS,
  DEFAULT_COUNTRY,
  dropsChoices,
  readDraft,
  withCountry,
  writeDraft,
  type useChoices,
  type useCountries,
} from "@/features/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { errorCode, errorExtensions, errorText } from "@/lib/texts/error-texts";
import { toCents } from "@/lib/money";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { useMoney } from "@/lib/use-money";
import { ask } from "@/ui/dialog/ask";
import { SelectField } from "@/ui/field";

export const COUNTRY_FIELD = "country";

/** What keeps goods from being shipped to a country (`shippingMethods`). */
const OBSTACLES: Readonly<Record<string, LangKey>> = {
  AGE: "LANG_CHECKOUT_NODELIVERYMETHOD_AGE",
  SENDER: "LANG_CHECKOUT_NODELIVERYMETHOD_SENDER",
  WEIGHT: "LANG_CHECKOUT_NODELIVERYMETHOD_WEIGHT",
  TOGETHER: "LANG_CHECKOUT_NODELIVERYMETHOD_TOGETHER",
};

interface Props extends ReturnType<typeof useCountries> {
  cart: Cart;
  choices: ReturnType<typeof useChoices>;
  missing: boolean;
  /** the country once the server has it; null if it refused */
  onChange: (changed: Promise<string | null>) => void;
}

/** Where the order goes, what sending costs there and how it can be paid (purchase §5, known before the form begins). */
export function CountryChoice({ cart, countries, failed, retry, choices, missing, onChange }: Props) {
  const { t } = useTexts();
  const { changeCountry } = useCart();
  const { shopSlug } = useShopPage();
  const money = useMoney();
  const [said, setSaid] = useState("");
  const [error, setError] = useState("");
  const [wanted, setWanted] = useState<string | null>(null);
  const asked = useRef("");

  const change = async (code: string): Promise<string | null> => {
    const loses = dropsChoices(cart);
    setWanted(code);
    setError("");
    setSaid("");
    try {
      await changeCountry(code);
      const draft = readDraft(shopSlug);
      if (draft) writeDraft(shopSlug, withCountry(draft, code));
      if (loses) setSaid(t("LANG_CHECKOUT_COUNTRY_CHANGED"));
      return code;
    } catch (cause) {
      const { key, values } = errorText(cause, ORDER_ERRORS);
      setError(t(key, values));
      return null;
    } finally {
      setWanted(null);
    }
  };

  /** Goods that no carrier takes there; the country becomes the default one, unless it is that already. */
  const tellUnreachable = useEffectEvent((atHome: boolean) => {
    const { obstacle, items } = errorExtensions(choices.error);
    const text = OBSTACLES[String(obstacle)] ?? "LANG_CHECKOUT_NODELIVERYMETHOD";
    const names = Array.isArray(items) ? items.join(", ") : "";
    void ask({
      headline: t("LANG_CHECKOUT_NODELIVERYMETHOD_TITLE"),
      text: t(text, { items: names }),
      inform: true,
    }).then(() => !atHome && onChange(change(DEFAULT_COUNTRY)));
  });

  const nobodyDelivers = errorCode(choices.error) === "NO_DELIVERY_METHOD";
  useEffect(() => {
    // Once for a country: what even the default country's carriers refuse must not ask for ever.
    if (!nobodyDelivers || asked.current === cart.countryCode) return;
    asked.current = cart.countryCode;
    tellUnreachable(cart.countryCode === DEFAULT_COUNTRY);
  }, [cart.countryCode, nobodyDelivers]);

  const country = wanted ?? cart.countryCode;
  const known = countries.some(({ code }) => code === country);
  const name = countries.find(({ code }) => code === country)?.name ?? "";
  const cheapest = [...(choices.choices?.carriers ?? [])].sort((a, b) => toCents(a.price) - toCents(b.price))[0];
  const payment = choices.choices?.paymentMethods
    .filter(({ script }) => !script)
    .map((method) => method.name)
    .join(", ");

  return (
    <section className="mt-8">
      <h2 className="display mb-4 text-2xl">
        {t(cart.physical ? "LANG_CHECKOUT_COUNTRY_TITLE" : "LANG_CHECKOUT_COUNTRY_TITLE_TICKETS")}
      </h2>
      <SelectField
        id={COUNTRY_FIELD}
        className="max-w-[26rem]"
        label={t("LANG_CHECKOUT_COUNTRY")}
        value={known ? country : ""}
        disabled={countries.length === 0}
        aria-busy={wanted !== null}
        error={error || (missing && !known ? t("LANG_CHECKOUT_ERROR_NOCOUNTRY") : undefined)}
        onChange={(event) => onChange(change(event.target.value))}
      >
        {!known && (
          <option value="">{countries.length === 0 ? t("LANG_ALLG_LOADING") : t("LANG_ITEM_OPTION_CHOOSE")}</option>
        )}
        {countries.map(({ code, name: label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </SelectField>
      {failed && (
        <p role="alert" className="mt-2 text-sm font-[600] text-danger">
          {t("LANG_ERROR_GENERIC")}{" "}
          <button type="button" className="min-h-11 underline" onClick={retry}>
            {t("LANG_ERROR_RETRY")}
          </button>
        </p>
      )}
      <p role="status" className="mt-2 text-sm font-[600] empty:hidden">
        {said}
      </p>
      <ul className="mt-3 min-h-[4.5rem] text-sm text-ink-soft">
        {cart.physical && cheapest && (
          <li>{t("LANG_CHECKOUT_COUNTRY_SHIPPING", { country: name, price: money(cheapest.price) })}</li>
        )}
        {countries.length > 0 && (
          <li>{t("LANG_CHECKOUT_COUNTRY_LIST", { countries: countries.map((c) => c.name).join(", ") })}</li>
        )}
        {payment && toCents(cart.totalDue) > 0 && <li>{t("LANG_CHECKOUT_PAYMENT_LIST", { methods: payment })}</li>}
      </ul>
    </section>
  );
}

import { Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import type { Cart } from "@/features/cart";
import { CartNotices, DiscountPart, WithdrawalNote, type RemovedLines } from "@/features/cart/parts";
import { StepActions, useChoices, useCountries } from "@/features/checkout";
import { Express } from "@/features/checkout/parts";
import { AgeGate } from "@/features/products";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import { Link } from "@/ui/link";
import { NotLoaded } from "@/ui/page/not-loaded";
import { CartLines } from "./cart-lines";
import { COUNTRY_FIELD, CountryChoice } from "./country-choice";
import { PaymentCode } from "./payment-code";

// Few go on in another browser.
const { Part: GoElsewhere } = lazyWithTexts("checkout", () => import("./go-elsewhere"), ElsewhereMissing);

/** Step 1: what is bought and where it goes (purchase §2). */
export function CartStep({ cart, removed }: { cart: Cart; removed: RemovedLines }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { countries, failed, retry } = useCountries(cart);
  const choices = useChoices(cart);
  const [trouble, setTrouble] = useState<LangKey | null>(null);
  const [waits, setWaits] = useState(false);
  const changing = useRef<Promise<string | null> | null>(null);

  const follow = (changed: Promise<string | null>) => {
    changing.current = changed;
    void changed.finally(() => {
      if (changing.current === changed) changing.current = null;
    });
  };

  const go = async () => {
    setWaits(true);
    // Who is quicker than the server goes on with the country that they chose.
    const country = changing.current ? await changing.current : cart.countryCode;
    setWaits(false);
    if (country === null) return;
    if (!country || (countries.length > 0 && countries.every(({ code }) => code !== country))) {
      setTrouble("LANG_CHECKOUT_ERROR_NOCOUNTRY");
      document.getElementById(COUNTRY_FIELD)?.focus();
      return;
    }
    if (cart.items.some((line) => line.invalidated)) {
      setTrouble("LANG_CHECKOUT_ERROR_INVALIDATED");
      return;
    }
    void navigate(paths.checkoutDetails());
  };

  return (
    <>
      {cart.over18 && <AgeGate />}
      <CartNotices heading="h2" />
      <CartLines cart={cart} removed={removed} />
      <WithdrawalNote cart={cart} />
      <DiscountPart discount={cart.discount} />
      <PaymentCode cart={cart} />
      <CountryChoice
        cart={cart}
        countries={countries}
        failed={failed}
        retry={retry}
        choices={choices}
        missing={trouble === "LANG_CHECKOUT_ERROR_NOCOUNTRY"}
        onChange={follow}
      />
      {choices.choices && (
        <Express
          cart={cart}
          methods={choices.choices.paymentMethods}
          carriers={choices.choices.carriers}
          addressed={false}
        />
      )}
      {cart.merging && (
        <p className="mt-8">
          {t("LANG_MERGE_OFFER")}{" "}
          <Link to={paths.checkoutMerge()} className="inline-flex min-h-11 items-center underline hover:no-underline">
            {t("LANG_MERGE_OFFER_LINK")}
          </Link>
        </p>
      )}
      <Suspense fallback={<p className="mt-8 min-h-11" />}>
        <GoElsewhere />
      </Suspense>
      <StepActions
        cart={cart}
        back={{ to: paths.home(), label: t("LANG_CHECKOUT_BACK_SHOP") }}
        next={t("LANG_CHECKOUT_NEXT_DETAILS")}
        busy={waits}
        trouble={trouble ? t(trouble) : ""}
        onNext={() => void go()}
      />
    </>
  );
}

function ElsewhereMissing() {
  const { t } = useTexts();
  return <NotLoaded text={t("LANG_ERROR_GENERIC")} />;
}

import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@/features/cart";
import type { Carrier } from "@/features/checkout/api/use-choices";
import { reportTrouble } from "@/lib/error-reports";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { HttpError } from "@/lib/wire/fetch-layer";
import { reportHidden } from "./hidden";
import { loadStripe } from "./stripe";
import { useSeen } from "./use-seen";
import { METHOD, useWallet } from "./use-wallet";
import { buttonOptions, groupOptions, isInCountry, shippingRates, totalOf } from "./wallet";

interface Props {
  script: { url: string; key: string };
  cart: Cart;
  carriers: readonly Carrier[];
  addressed: boolean;
  onAgreed: (cart: Cart) => void;
  onCancel: () => void;
  onError: (error: unknown) => void;
  /** this browser has no wallet that can pay */
  onMissing: () => void;
}

/** Stripe's buttons of the browser's wallets, which fill in the checkout (purchase §4). Ordering is left to the last step. */
export function WalletButton({ script, cart, carriers, addressed, onAgreed, onCancel, onError, onMissing }: Props) {
  const { t, locale } = useTexts();
  const { shop } = useShopPage();
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const keep = useWallet();
  const [group, setGroup] = useState<StripeElements | null>(null);
  const [shown, setShown] = useState(false);
  const wanted = { cart, carriers, addressed, noShipping: t("LANG_EXPRESS_NOSHIPPING") };
  const due = totalOf(wanted);
  const { url, key } = script;

  const missing = useEffectEvent(onMissing);
  const cancelled = useEffectEvent(onCancel);
  const inCountry = useEffectEvent((address: { country: string }) => isInCountry(address, cart));
  const total = useEffectEvent((carrier?: string) => totalOf(wanted, carrier));
  const asked = useEffectEvent(() => (addressed ? {} : { shippingRates: shippingRates(wanted) }));
  const pay = useEffectEvent(
    async (stripe: Stripe, elements: StripeElements, event: StripeExpressCheckoutElementConfirmEvent) => {
      try {
        const paymentMethod = await madeOf(stripe, elements);
        const { billingDetails, shippingAddress: address, shippingRate } = event;
        onAgreed(
          await keep(cart, { paymentMethod, email: billingDetails?.email ?? "", address, carrier: shippingRate?.id }),
        );
      } catch (error) {
        const ours = error instanceof HttpError && Object.keys(error.fields).length > 0;
        event.paymentFailed({ reason: ours ? "invalid_shipping_address" : "fail" });
        if (!(error instanceof HttpError)) reportTrouble(error, METHOD);
        onError(error);
      }
    },
  );

  useEffect(() => {
    if (!seen) return;
    let wanted = true;
    const gone = () => !wanted;
    let element: StripeExpressCheckoutElement | undefined;
    const hide = (reason: "ScriptMissing" | "OptionsRefused" | "NoWallet" | "LoadError") => {
      if (gone()) return;
      reportHidden(METHOD, reason);
      missing();
    };
    let loaded = false;
    const prepare = async () => {
      const stripe = await loadStripe({ url, key });
      loaded = true;
      if (gone() || !place.current) return;
      const made = stripe.elements(groupOptions(total(), locale, getComputedStyle(place.current).borderRadius));
      element = made.create("expressCheckout", buttonOptions(shop.name, addressed));
      element.on("ready", ({ availablePaymentMethods }) =>
        availablePaymentMethods ? setShown(true) : hide("NoWallet"),
      );
      element.on("loaderror", () => hide("LoadError"));
      element.on("click", ({ resolve }) => resolve(asked()));
      element.on("confirm", (event) => void pay(stripe, made, event));
      element.on("cancel", () => {
        // The next sheet begins with the first carrier again.
        void made.update({ amount: total() });
        cancelled();
      });
      if (!addressed) {
        element.on("shippingaddresschange", ({ address, resolve, reject }) =>
          inCountry(address) ? resolve() : reject(),
        );
        element.on("shippingratechange", ({ shippingRate, resolve, reject }) => {
          made.update({ amount: total(shippingRate.id) }).then(() => resolve(), reject);
        });
      }
      element.mount(place.current);
      setGroup(made);
    };
    prepare().catch(() => hide(loaded ? "OptionsRefused" : "ScriptMissing"));
    return () => {
      wanted = false;
      setGroup(null);
      setShown(false);
      element?.destroy();
    };
  }, [url, key, locale, shop.name, addressed, seen]);

  useEffect(() => {
    void group?.update({ amount: due });
  }, [group, due]);

  return <div ref={place} className={`min-h-[40px] max-w-[26rem] rounded-control ${shown ? "" : "skeleton"}`} />;
}

/** The payment method that was agreed to; rejects with what Stripe says. */
async function madeOf(stripe: Stripe, elements: StripeElements): Promise<string> {
  const { error } = await elements.submit();
  if (error) throw failed(error.type);
  const made = await stripe.createPaymentMethod({ elements });
  if (made.error) throw failed(made.error.type);
  return made.paymentMethod.id;
}

/** Its name alone goes into a report. */
const failed = (type: string): Error =>
  Object.assign(new Error("the wallet did not give a payment method"), { name: type });

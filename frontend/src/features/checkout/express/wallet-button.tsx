import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@/features/cart";
import type { Carrier } from "@/features/checkout/api/use-choices";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { HttpError } from "@/lib/wire/fetch-layer";
import { loadStripe, type PaymentRequest, type WalletPayment } from "./stripe";
import { useSeen } from "./use-seen";
import { useWallet } from "./use-wallet";
import { isInCountry, requestOf, shippingOptions, totalWith } from "./wallet";

const SIZE = "w-full rounded-control";

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

/** Opens the browser's wallet, which fills in the checkout: 35 px, dark (purchase §4). Ordering is left to the last step. */
export function WalletButton({ script, cart, carriers, addressed, onAgreed, onCancel, onError, onMissing }: Props) {
  const { t } = useTexts();
  const { shop } = useShopPage();
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const keep = useWallet();
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const [wallet, setWallet] = useState("");
  const noShipping = t("LANG_EXPRESS_NOSHIPPING");
  const wanted = { cart, carriers, addressed, shopName: shop.name, noShipping };
  // A sheet keeps what it was made with: another total or carrier makes another.
  const asked = JSON.stringify(requestOf(wanted));
  const { url, key } = script;

  const missing = useEffectEvent(onMissing);
  const cancelled = useEffectEvent(onCancel);
  const inCountry = useEffectEvent((address: { country: string }) => isInCountry(address, cart));
  const total = useEffectEvent((option?: string) => {
    const options = shippingOptions(wanted);
    return { label: shop.name, amount: totalWith(cart, options.find(({ id }) => id === option) ?? options[0]) };
  });
  const pay = useEffectEvent(async (given: WalletPayment) => {
    try {
      const kept = await keep(cart, given);
      given.complete("success");
      onAgreed(kept);
    } catch (error) {
      given.complete(error instanceof HttpError && Object.keys(error.fields).length > 0 ? "invalid_shipping_address" : "fail");
      onError(error);
    }
  });

  useEffect(() => {
    if (!seen) return;
    let wanted = true;
    const gone = () => !wanted;
    let made: PaymentRequest | undefined;
    const prepare = async () => {
      if (!("PaymentRequest" in window) && !("ApplePaySession" in window)) throw new Error("no wallet");
      const stripe = await loadStripe({ url, key });
      if (gone()) return;
      made = stripe.paymentRequest(JSON.parse(asked) as ReturnType<typeof requestOf>);
      made.on("paymentmethod", (event) => void pay(event));
      made.on("cancel", () => cancelled());
      if (!addressed) {
        made.on("shippingaddresschange", ({ shippingAddress, updateWith }) =>
          updateWith(inCountry(shippingAddress) ? { status: "success", total: total() } : { status: "invalid_shipping_address" }),
        );
        made.on("shippingoptionchange", ({ shippingOption, updateWith }) => updateWith({ status: "success", total: total(shippingOption.id) }));
      }
      const can = await made.canMakePayment();
      if (!can) throw new Error("no wallet");
      if (gone()) return;
      setWallet(can.applePay ? "Apple Pay" : can.googlePay ? "Google Pay" : "Link");
      setRequest(made);
    };
    prepare().catch(() => gone() || missing());
    return () => {
      wanted = false;
      setRequest(null);
      made?.abort();
    };
  }, [url, key, asked, addressed, seen]);

  return (
    <div ref={place} className="max-w-[26rem]">
      {wallet ? (
        <button
          type="button"
          className={`wallet ${SIZE} px-4 text-sm font-[650]`}
          aria-disabled={request === null}
          onClick={() => request?.show()}
        >
          {t("LANG_EXPRESS_WALLET", { wallet })}
        </button>
      ) : (
        <span className={`skeleton block h-[35px] ${SIZE}`} />
      )}
    </div>
  );
}

import { useState } from "react";
import { useNavigate } from "react-router";
import { useCart, type Cart } from "@/features/cart";
import { useActivity } from "@/features/checkout/api/use-activity";
import type { Carrier, PaymentMethod } from "@/features/checkout/api/use-choices";
import { landing, wayTo } from "@/features/checkout/model/flow";
import { ORDER_ERRORS } from "@/features/checkout/model/order-errors";
import { NoticeBox } from "@/ui/notice-box";
import type { LangKey } from "@/generated/lang-keys";
import { errorCode, errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useShopPage } from "@/lib/shop-data";
import { PaypalButton } from "./paypal-button";
import { METHOD as WALLET } from "./use-wallet";
import { WalletButton } from "./wallet-button";
import { TitledSection } from "@/features/checkout/view/titled-section";

export interface ExpressProps {
  cart: Cart;
  methods: readonly PaymentMethod[];
  carriers: readonly Carrier[];
  /** an address is entered already */
  addressed: boolean;
}

const PAYPAL = "paypal_express";
const TROUBLES: Readonly<Record<string, LangKey>> = {
  EXPRESS_COUNTRY: "LANG_EXPRESS_COUNTRY",
  EXPRESS_ADDRESS_UNUSABLE: "LANG_EXPRESS_ADDRESS",
  EXPRESS_NOT_AGREED: "LANG_EXPRESS_FAILED",
  INVALID_INPUT: "LANG_EXPRESS_ADDRESS",
  PROVIDER_AWAY: "LANG_EXPRESS_FAILED",
};

/** Buttons of payment services (purchase §4 "Express payment flow"): they fill in the checkout, and order nothing. */
export default function ExpressSection({ cart: present, methods, carriers, addressed }: ExpressProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { basePath } = useShopPage();
  const { accept } = useCart();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<LangKey | null>(null);
  const [trouble, setTrouble] = useState<ErrorText | null>(null);
  const [busy, setBusy] = useState(false);
  const tell = useActivity();
  const shown = methods.filter(({ id }) => !missing.includes(id));
  if (shown.length === 0) return null;

  const goOn = (method: string, cart: Cart) => {
    setBusy(true);
    accept(cart);
    const way = wayTo(landing("confirm", cart));
    // A wallet's sheet closes with its document: Stripe has no call for "it is done, and nothing was paid yet".
    if (method === WALLET) window.location.assign(basePath + way);
    else void navigate(way);
  };
  const cancel = (method: string) => {
    if (method === PAYPAL) tell("PayPal Cancelled");
    setTrouble(null);
    setSaid("LANG_EXPRESS_CANCELLED");
  };
  const fail = (method: string, error: unknown) => {
    const code = errorCode(error);
    if (method === PAYPAL && !code) tell("PayPal Generic Error");
    const key = TROUBLES[code ?? "PROVIDER_AWAY"];
    setSaid(null);
    setTrouble(key ? { key, values: {} } : errorText(error, ORDER_ERRORS));
  };

  return (
    <TitledSection id="express" title={t("LANG_EXPRESS_TITLE")} aria-busy={busy} className="mt-10">
      <p className="mb-4 max-w-read text-sm text-ink-soft">
        {t(addressed ? "LANG_EXPRESS_TEXT_ADDRESSED" : "LANG_EXPRESS_TEXT")}
      </p>
      {shown.some(({ testMode }) => testMode) && (
        <p className="mb-4">
          <span className="label">{t("LANG_CHECKOUT_TESTMODE")}</span>
        </p>
      )}
      {trouble && <NoticeBox kind="trouble">{t(trouble.key, trouble.values)}</NoticeBox>}
      <div className="flex flex-col gap-3">
        {shown.map(({ id, script }) => {
          const answers = {
            onAgreed: (cart: Cart) => goOn(id, cart),
            onCancel: () => cancel(id),
            onError: (error: unknown) => fail(id, error),
            onMissing: () => setMissing((before) => [...before, id]),
          };
          if (!script) return null;
          if (id === WALLET) {
            return (
              <WalletButton
                key={id}
                script={script}
                cart={present}
                carriers={carriers}
                addressed={addressed}
                {...answers}
              />
            );
          }
          // A provider that this page does not know has no button.
          if (id !== PAYPAL) return null;
          return <PaypalButton key={script.url} script={script.url} usePaypalAddress={!addressed} {...answers} />;
        })}
      </div>
      <p role="status" className="mt-3 min-h-6 text-sm">
        {busy ? t("LANG_ALLG_LOADING") : said && t(said)}
      </p>
    </TitledSection>
  );
}

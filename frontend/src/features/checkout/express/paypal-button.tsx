import type { PayPalButtonsComponent } from "@paypal/paypal-js";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@/features/cart";
import { reportHidden } from "./hidden";
import { loadScript } from "./script";
import { usePaypal } from "./use-paypal";
import { useSeen } from "./use-seen";

const HEIGHT = 44;

interface Props {
  script: string;
  /** the address there becomes the cart's; without it the one that was entered stays */
  usePaypalAddress: boolean;
  onAgreed: (cart: Cart) => void;
  onCancel: () => void;
  /** with the server's error, or what PayPal says */
  onError: (error: unknown) => void;
  /** it cannot be shown here */
  onMissing: () => void;
}

/** PayPal's own button. Agreeing there orders nothing: that is done on the last step. */
export function PaypalButton({ script, usePaypalAddress, onAgreed, onCancel, onError, onMissing }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const [shown, setShown] = useState(false);
  const { create, takeOver } = usePaypal();
  // PayPal wraps what our own calls reject with.
  const refusal = useRef<unknown>(undefined);

  const kept = async <T,>(call: Promise<T>): Promise<T> => {
    refusal.current = undefined;
    try {
      return await call;
    } catch (error) {
      refusal.current = error;
      throw error;
    }
  };
  const begin = useEffectEvent(() => kept(create(usePaypalAddress)));
  const agreed = useEffectEvent(async (order: string) => onAgreed(await kept(takeOver(order))));
  const cancelled = useEffectEvent(onCancel);
  const failed = useEffectEvent((error: unknown) => onError(refusal.current ?? error));
  const missing = useEffectEvent(onMissing);

  useEffect(() => {
    if (!seen) return;
    let buttons: PayPalButtonsComponent | undefined;
    let wanted = true;
    const gone = () => !wanted;
    const hide = (reason: "NotEligible" | "OptionsRefused" | "ScriptMissing") => {
      if (gone()) return;
      reportHidden("paypal_express", reason);
      missing();
    };
    let loaded = false;
    const show = async () => {
      await loadScript(script);
      if (gone() || !place.current) return;
      if (!window.paypal?.Buttons) throw new Error("no PayPal");
      loaded = true;
      buttons = window.paypal.Buttons({
        fundingSource: "paypal",
        style: { layout: "horizontal", color: "gold", shape: "rect", label: "paypal", height: HEIGHT, tagline: false },
        createOrder: () => begin(),
        onApprove: ({ orderID }) => agreed(orderID),
        onCancel: () => cancelled(),
        onError: (error) => failed(error),
      });
      if (!buttons.isEligible()) {
        hide("NotEligible");
        return;
      }
      await buttons.render(place.current);
      if (!gone()) setShown(true);
    };
    show().catch(() => hide(loaded ? "OptionsRefused" : "ScriptMissing"));
    return () => {
      wanted = false;
      void buttons?.close().catch(() => undefined);
    };
  }, [script, seen]);

  return (
    <div className="max-w-[26rem]">
      <div ref={place} className={shown ? "" : "skeleton h-11"} />
    </div>
  );
}

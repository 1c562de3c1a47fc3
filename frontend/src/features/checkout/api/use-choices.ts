import { useCallback, useEffect, useState } from "react";
import {
  PAYMENTMETHODS,
  SHIPPINGMETHODS,
  type PaymentmethodsQuery,
  type ShippingmethodsQuery,
} from "@/generated/features/checkout/api/checkout";
import type { Cart } from "@/features/cart";
import { useClient } from "@/lib/client";
import { useTexts } from "@/lib/i18n";

export type Carrier = ShippingmethodsQuery["shippingMethods"]["nodes"][number];
export type PaymentMethod = PaymentmethodsQuery["paymentMethods"]["nodes"][number];

export interface Choices {
  carriers: readonly Carrier[];
  paymentMethods: readonly PaymentMethod[];
}
export type ChoicesState =
  | { state: "loading"; choices: Choices | null }
  | { state: "ready"; choices: Choices }
  | { state: "error"; choices: Choices | null; error: unknown };

/** Carriers and payment methods for the cart as it is now; asked again when its country, lines or total change. */
export function useChoices(cart: Cart): ChoicesState & { retry: () => void } {
  const client = useClient();
  const { locale } = useTexts();
  const [state, setState] = useState<ChoicesState>({ state: "loading", choices: null });
  const [round, setRound] = useState(0);
  const { physical, countryCode, totalDue } = cart;
  const lines = cart.items.map((line) => `${line.id}×${line.amount}`).join();

  useEffect(() => {
    let wanted = true;
    const ask = async (): Promise<Choices> => {
      const apollo = await client.load();
      const [shipping, payment] = await Promise.all([
        physical ? apollo.query({ query: SHIPPINGMETHODS, variables: { countryCode }, fetchPolicy: "no-cache" }) : null,
        apollo.query({ query: PAYMENTMETHODS, variables: {}, fetchPolicy: "no-cache" }),
      ]);
      return { carriers: shipping?.data?.shippingMethods.nodes ?? [], paymentMethods: payment.data?.paymentMethods.nodes ?? [] };
    };
    ask().then(
      (choices) => wanted && setState({ state: "ready", choices }),
      (error: unknown) => wanted && setState((old) => ({ state: "error", choices: old.choices, error })),
    );
    return () => {
      wanted = false;
    };
  }, [client, countryCode, lines, locale, physical, round, totalDue]);

  const retry = useCallback(() => setRound((n) => n + 1), []);
  return { ...state, retry };
}

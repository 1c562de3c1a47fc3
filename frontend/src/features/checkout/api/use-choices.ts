import {
  PAYMENTMETHODS,
  SHIPPINGMETHODS,
  type PaymentmethodsQuery,
  type ShippingmethodsQuery,
} from "@/generated/features/checkout/api/checkout";
import type { Cart } from "@/features/cart";
import { useClient } from "@/lib/wire/client";
import { useTexts } from "@/lib/texts/i18n";
import { useLoaded } from "@/lib/use-loaded";

export type Carrier = ShippingmethodsQuery["shippingMethods"]["nodes"][number];
export type PaymentMethod = PaymentmethodsQuery["paymentMethods"]["nodes"][number];

export interface Choices {
  carriers: readonly Carrier[];
  paymentMethods: readonly PaymentMethod[];
  /** something in the cart is not sold by bank transfer just now */
  transferRefused: boolean;
}

/** Carriers and payment methods for the cart as it is now; asked again when its country, lines or total change. */
export function useChoices(cart: Cart): { choices: Choices | undefined; error?: unknown; retry: () => void } {
  const client = useClient();
  const { locale } = useTexts();
  const { physical, countryCode, totalDue } = cart;
  const lines = cart.items.map((line) => `${line.id}×${line.amount}`).join();

  const { data, ...rest } = useLoaded(
    [physical, countryCode, lines, totalDue, locale].join(),
    async (): Promise<Choices> => {
      const apollo = await client.load();
      const [shipping, payment] = await Promise.all([
        physical ? apollo.query({ query: SHIPPINGMETHODS, variables: { countryCode }, fetchPolicy: "no-cache" }) : null,
        apollo.query({ query: PAYMENTMETHODS, variables: {}, fetchPolicy: "no-cache" }),
      ]);
      const { nodes: paymentMethods, transferRefused } = payment.data?.paymentMethods ?? {
        nodes: [],
        transferRefused: false,
      };
      return { carriers: shipping?.data?.shippingMethods.nodes ?? [], paymentMethods, transferRefused };
    },
  );
  return { choices: data, ...rest };
}

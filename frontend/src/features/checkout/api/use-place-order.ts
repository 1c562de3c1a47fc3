import { expectLeaving } from "@/features/cart/parts";
import { keepOrder } from "@/features/checkout/api/order-actions";
import { useOrdered } from "@/features/checkout/api/use-ordered";
import { beginAttempt, endAttempt, type PlaceInput } from "@/features/checkout/model/attempt";
import type { PaymentStep } from "@/features/checkout/model/payment";
import { isRefusal, PLACING } from "@/features/checkout/model/placing-refusals";
import { PLACEORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import { toCents } from "@/lib/money";
import { forgetPaymentCode } from "@/lib/payment-code";
import { action } from "@/lib/sending/action";
import { useAction, type Sending } from "@/lib/sending/use-action";
import { errorCode } from "@/lib/texts/error-texts";

/** Longer than the server works on an order. */
const UNDER_WAY_MS = 2 * 60_000;

interface Placing {
  cartId: string;
  input: PlaceInput;
}

interface Placed {
  order: OrderData;
  payment: PaymentStep;
}

/** The same attempt sent again answers with the same order. */
export const placeOrder = action<Placing, Placed>({
  ...PLACING,
  about: "placing",
  send: async ({ mutate, shopSlug }, { cartId, input }) => {
    const attempt = beginAttempt(shopSlug, cartId, input);
    expectLeaving(shopSlug, UNDER_WAY_MS);
    try {
      return (await mutate(PLACEORDER, { input: { idempotencyKey: attempt.key, ...attempt.input } })).placeOrder;
    } catch (error) {
      if (isRefusal(errorCode(error))) {
        endAttempt(shopSlug);
        expectLeaving(shopSlug, 0);
      }
      throw error;
    }
  },
  keep: (server, { order }) => keepOrder(server, order),
});

/** Places the cart. */
export function usePlaceOrder(onPlaced: (placed: Placed) => void): Sending<Placing> {
  const ordered = useOrdered();
  return useAction(placeOrder, (placed) => {
    ordered(placed.order);
    if (toCents(placed.order.paymentCodeTotal) > 0) forgetPaymentCode();
    onPlaced(placed);
  });
}

// What is done with an order that is placed.
import { ORDER_ERRORS } from "@/features/checkout/model/order-errors";
import type { PaymentStep } from "@/features/checkout/model/payment";
import { ORDER, type OrderData } from "@/generated/features/checkout/api/checkout";
import {
  ASKCONFIRMATIONAGAIN,
  CONFIRMORDERPAYMENT,
  PAYORDER,
  PERSONALIZEORDER,
} from "@/generated/features/checkout/api/order";
import { action, type Server } from "@/lib/sending/action";
import { CART_TEXTS } from "@/lib/texts/error-texts";

export const keepOrder = ({ keep }: Server, order: OrderData): Promise<void> =>
  keep(ORDER, { id: order.id }, { order });

const ORDER_REFUSALS = { refusals: { ...CART_TEXTS, ...ORDER_ERRORS }, otherwise: "LANG_ERROR_GENERIC" } as const;

interface Payment {
  orderId: string;
  paymentMethod: string;
}

export const payOrder = action<Payment, { order: OrderData; payment: PaymentStep }>({
  ...ORDER_REFUSALS,
  about: "paying",
  reportsAll: true,
  send: async ({ mutate }, input) => (await mutate(PAYORDER, { input })).payOrder,
  keep: (server, { order }) => keepOrder(server, order),
});

/** Has the payment services asked what became of it. */
export const confirmPayment = action<string, OrderData>({
  ...ORDER_REFUSALS,
  about: "confirming a payment",
  send: async ({ mutate }, orderId) =>
    (await mutate(CONFIRMORDERPAYMENT, { input: { orderId } })).confirmOrderPayment.order,
  keep: keepOrder,
});

/** Has the mail sent again whose link confirms its free tickets. */
export const askAgain = action<string, OrderData>({
  about: "asking for the mail again",
  send: async ({ mutate }, orderId) =>
    (await mutate(ASKCONFIRMATIONAGAIN, { input: { orderId } })).askConfirmationAgain.order,
  keep: keepOrder,
  refusals: {
    ...CART_TEXTS,
    MAIL_JUST_SENT: "LANG_ORDER_CONFIRM_JUSTSENT",
    TOO_MANY_ORDERS: "LANG_ORDER_CONFIRM_JUSTSENT",
    NOTHING_TO_CONFIRM: "LANG_ORDER_CONFIRM_NOTHING",
  },
  otherwise: "LANG_ERROR_GENERIC",
});

interface Names {
  orderId: string;
  /** by the order's lines */
  texts: Readonly<Record<string, string>>;
}

/** Whose the order's tickets are. */
export const nameTickets = action<Names, OrderData>({
  ...ORDER_REFUSALS,
  about: "naming tickets",
  send: async ({ mutate }, { orderId, texts }) => {
    const items = Object.entries(texts).map(([itemId, personalIdentifier]) => ({ itemId, personalIdentifier }));
    return (await mutate(PERSONALIZEORDER, { input: { orderId, items } })).personalizeOrder.order;
  },
  keep: keepOrder,
});

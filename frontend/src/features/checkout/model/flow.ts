import { isNamed, type Asking } from "@/features/cart/parts";
import { toCents } from "@/lib/money";
import { paths, type ShopPath } from "@/lib/paths";

export const STEPS = ["cart", "details", "payment", "confirm", "done"] as const;
export type Step = (typeof STEPS)[number];

interface Named {
  lastName: string;
  countryCode: string;
}
interface Addressed extends Named {
  address: string;
  postCode: string;
  city: string;
}

/** What the guards look at. */
export interface Progress {
  items: readonly Asking[];
  billingAddress: Addressed | null;
  /** null = as billing */
  shippingAddress: Named | null;
  countryCode: string;
  physical: boolean;
  needsPostalAddress: boolean;
  shippingMethod: string | null;
  paymentMethod: string | null;
  totalDue: string;
}

export const INTERNAL_PAYMENT = "internal_payment_skipped";
export const NO_SHIPPING = "-1";

/** Nothing to pay and nothing to send: carrier and payment need no choice (purchase §4). Free goods still need a carrier. */
export const skipsPayment = (cart: Progress): boolean => toCents(cart.totalDue) === 0 && !cart.physical;

/** The order's address names somebody, lies in the country that prices were made for, and is whole where it must be. */
function addressed(cart: Progress): boolean {
  const billing = cart.billingAddress;
  const shipping = cart.shippingAddress ?? billing;
  if (cart.needsPostalAddress && !(billing?.address && billing.postCode && billing.city)) return false;
  return shipping !== null && shipping.lastName !== "" && shipping.countryCode === cart.countryCode;
}

/** Details are entered: an address, and whose the tickets are, where their events ask. */
const detailed = (cart: Progress): boolean => addressed(cart) && cart.items.every(isNamed);

const logisticsChosen = (cart: Progress): boolean =>
  skipsPayment(cart) || (cart.paymentMethod !== null && (!cart.physical || cart.shippingMethod !== null));

const WAYS: Readonly<Record<Step, ShopPath>> = {
  cart: paths.checkout(),
  details: paths.checkoutDetails(),
  payment: paths.checkoutPayment(),
  confirm: paths.checkoutConfirm(),
  done: paths.checkout(),
};
/** The step's page; an order's own page is found by its secret alone. */
export const wayTo = (step: Step): ShopPath => WAYS[step];

/** One hop of the guards of purchase §4; null = the step may be shown. */
export function guard(step: Step, cart: Progress | null, orderId?: string): Step | null {
  switch (step) {
    case "cart":
      return null;
    case "details":
      return cart === null || cart.items.length === 0 ? "cart" : null;
    case "payment":
      if (cart === null || cart.items.length === 0 || !detailed(cart)) return "details";
      return skipsPayment(cart) ? "confirm" : null;
    case "confirm":
      return cart !== null && cart.items.length > 0 && detailed(cart) && logisticsChosen(cart) ? null : "payment";
    case "done":
      return orderId ? null : "cart";
  }
}

/** Where somebody who asks for a step really lands. */
export function landing(step: Step, cart: Progress | null, orderId?: string): Step {
  const next = guard(step, cart, orderId);
  return next === null ? step : landing(next, cart, orderId);
}

/** The step behind the form that was just filled in. */
export const after = (step: "cart" | "details" | "payment", cart: Progress): Step =>
  step === "cart" ? "details" : step === "details" && !skipsPayment(cart) ? "payment" : "confirm";

export const before = (step: "details" | "payment" | "confirm", cart: Progress): Step =>
  step === "details" ? "cart" : step === "confirm" && !skipsPayment(cart) ? "payment" : "details";

/** Country, carrier and payment method hang together: a new country drops what was chosen (purchase §4). */
export const dropsChoices = (cart: Progress): boolean => cart.shippingMethod !== null || cart.paymentMethod !== null;

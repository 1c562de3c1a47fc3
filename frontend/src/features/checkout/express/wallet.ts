// What a wallet's sheet is asked for, and what comes of it.
import type {
  ShippingAddress,
  ShippingRate,
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import type { Cart } from "@/features/cart";
import type { Carrier } from "@/features/checkout/api/use-choices";
import type { Address } from "@/features/checkout/model/address";
import { NO_SHIPPING } from "@/features/checkout/model/flow";
import type { Locale } from "@/lib/languages";
import { toCents } from "@/lib/money";

/** The least that Stripe takes, in px. */
export const HEIGHT = 40;

interface Wanted {
  cart: Cart;
  carriers: readonly Carrier[];
  /** an address is entered already: the sheet asks for none */
  addressed: boolean;
  /** stands for what is not sent by post */
  noShipping: string;
}

/** The cheapest first: sheets take the first. */
export function shippingRates({ cart, carriers, noShipping }: Omit<Wanted, "addressed">): ShippingRate[] {
  if (!cart.physical) return [{ id: NO_SHIPPING, displayName: noShipping, amount: 0 }];
  const rates = carriers.map(({ id, name, description, price }) => ({
    id,
    displayName: name,
    amount: toCents(price),
    ...(description && { deliveryEstimate: description }),
  }));
  return rates.sort((a, b) => a.amount - b.amount);
}

/** What is due in cents, with that carrier where the sheet asks for one, and with its first one as it opens. */
export function totalOf({ addressed, ...wanted }: Wanted, chosen?: string): number {
  const { cart } = wanted;
  if (addressed) return toCents(cart.totalDue);
  const rates = shippingRates(wanted);
  const rate = rates.find(({ id }) => id === chosen) ?? rates[0];
  return toCents(cart.totalDue) - toCents(cart.shipping?.price ?? "0") + (rate?.amount ?? 0);
}

/** Cards alone, as the intent that is made for them on the last step. */
export const groupOptions = (amount: number, locale: Locale, radius: string): StripeElementsOptionsMode => ({
  mode: "payment",
  amount,
  currency: "eur",
  // Stripe shows its own default for a language that it does not have.
  locale: locale as StripeElementLocale,
  allowedPaymentMethodTypes: ["card"],
  paymentMethodCreation: "manual",
  appearance: { variables: { borderRadius: radius } },
});

/** Dark in every theme (purchase §4), and without a word such as "Buy": agreeing there orders nothing. */
export const buttonOptions = (shopName: string, addressed: boolean): StripeExpressCheckoutElementOptions => ({
  buttonHeight: HEIGHT,
  buttonTheme: { applePay: "black", googlePay: "black" },
  buttonType: { applePay: "plain", googlePay: "plain" },
  business: { name: shopName },
  layout: { maxColumns: 1, maxRows: 0, overflow: "never" },
  paymentMethods: {
    applePay: "auto",
    googlePay: "auto",
    amazonPay: "never",
    klarna: "never",
    link: "never",
    paypal: "never",
  },
  emailRequired: !addressed,
  shippingAddressRequired: !addressed,
  billingAddressRequired: false,
  phoneNumberRequired: false,
});

export const isInCountry = (address: { country: string }, cart: Pick<Cart, "countryCode">): boolean =>
  address.country.toLowerCase() === cart.countryCode;

/** In the checkout's fields; the last word of the recipient's name is the last name. */
export function addressOf({ name, address }: ShippingAddress): Address {
  const words = name.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(" "),
    lastName: words.at(-1) ?? "",
    company: "",
    address: address.line1,
    address2: address.line2 ?? "",
    postCode: address.postal_code,
    city: address.city,
    countryCode: address.country.toLowerCase(),
  };
}

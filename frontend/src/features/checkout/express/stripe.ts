// Stripe's script, as far as wallets need it: https://docs.stripe.com/js/payment_request
import { loadScript } from "./script";

export interface Total {
  label: string;
  /** in cents */
  amount: number;
}

export interface ShippingOption extends Total {
  id: string;
  detail: string;
}

export interface WalletAddress {
  recipient: string;
  organization: string;
  addressLine: readonly string[];
  postalCode: string;
  city: string;
  /** two capitals */
  country: string;
}

interface Update {
  status: "success" | "fail" | "invalid_shipping_address";
  total?: Total;
  shippingOptions?: readonly ShippingOption[];
}

interface AddressChange {
  shippingAddress: WalletAddress;
  updateWith: (update: Update) => void;
}

interface OptionChange {
  shippingOption: { id: string };
  updateWith: (update: Update) => void;
}

export interface WalletPayment {
  paymentMethod: { id: string };
  payerEmail: string | null;
  shippingAddress: WalletAddress | null;
  shippingOption: { id: string } | null;
  complete: (status: "success" | "fail" | "invalid_shipping_address") => void;
}

export interface WalletRequest {
  country: string;
  currency: "eur";
  total: Total;
  requestPayerName?: boolean;
  requestPayerEmail?: boolean;
  requestShipping?: boolean;
  shippingOptions?: readonly ShippingOption[];
}

export interface PaymentRequest {
  canMakePayment: () => Promise<{ applePay: boolean; googlePay: boolean; link: boolean } | null>;
  show: () => void;
  abort: () => void;
  on: ((name: "paymentmethod", listener: (event: WalletPayment) => void) => void) &
    ((name: "shippingaddresschange", listener: (event: AddressChange) => void) => void) &
    ((name: "shippingoptionchange", listener: (event: OptionChange) => void) => void) &
    ((name: "cancel", listener: () => void) => void);
}

interface Confirmed {
  error?: unknown;
  paymentIntent?: { status: string };
}

export interface Stripe {
  paymentRequest: (wanted: WalletRequest) => PaymentRequest;
  confirmCardPayment: (secret: string, data?: undefined, options?: { handleActions: boolean }) => Promise<Confirmed>;
}

declare global {
  interface Window {
    Stripe?: (key: string) => Stripe;
  }
}

const known = new Map<string, Stripe>();

export async function loadStripe({ url, key }: { url: string; key: string }): Promise<Stripe> {
  await loadScript(url);
  const stripe = known.get(key) ?? window.Stripe?.(key);
  if (!stripe) throw new Error("no Stripe");
  known.set(key, stripe);
  return stripe;
}

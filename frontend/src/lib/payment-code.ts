// A culture pass's payment code that a link brought along: this tab remembers it until it is used or refused.
import { takeParameter } from "@/lib/address";

const KEY = "payment_code";

/** `?paymentCode=` is remembered and leaves the address. */
export function consumePaymentCode(): void {
  const code = takeParameter("paymentCode")?.trim();
  try {
    if (code) sessionStorage.setItem(KEY, code);
  } catch {
    // Without storage it can still be entered while paying.
  }
}

export function recallPaymentCode(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetPaymentCode(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered.
  }
}

// A culture pass's payment code that a link brought along: this tab remembers it until it is used or refused.

const KEY = "payment_code";

/** `?paymentCode=` is remembered and leaves the address. */
export function consumePaymentCode(): void {
  const url = new URL(window.location.href);
  const code = url.searchParams.get("paymentCode");
  if (code === null) return;
  try {
    if (code.trim()) sessionStorage.setItem(KEY, code.trim());
  } catch {
    // Without storage it can still be entered while paying.
  }
  url.searchParams.delete("paymentCode");
  window.history.replaceState(window.history.state, "", url);
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

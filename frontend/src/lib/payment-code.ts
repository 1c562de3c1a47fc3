// A culture pass's payment code that a link brought along: this tab remembers it until it is used or refused. Where
// nothing is kept, it can still be entered while paying.
import { takeParameter } from "@/lib/address";
import { forgetInTab, keepInTab, readInTab } from "@/lib/tab-memory";

const KEY = "payment_code";

/** `?paymentCode=` is remembered and leaves the address. */
export function consumePaymentCode(): void {
  const code = takeParameter("paymentCode")?.trim();
  if (code) keepInTab(KEY, code);
}

/** An older page of this shop kept it as it is, which may look like a number. */
export function recallPaymentCode(): string | null {
  const kept = readInTab(KEY);
  if (typeof kept === "string") return kept;
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const forgetPaymentCode = (): void => forgetInTab(KEY);

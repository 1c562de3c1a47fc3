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

export const recallPaymentCode = (): string | null => readInTab(KEY) as string | null;

export const forgetPaymentCode = (): void => forgetInTab(KEY);

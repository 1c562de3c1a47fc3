import { useState } from "react";
import type { CartLine } from "@/features/cart/model/cart";
import { errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";

/** A change of a line that is under way, and what the server has against it. */
export function useLineChange(line: CartLine) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorText | null>(null);
  const run = (call: Promise<unknown>, done?: () => void) => {
    setBusy(true);
    setError(null);
    call.then(done, (cause: unknown) => setError(errorText(cause))).finally(() => setBusy(false));
  };
  return { busy, error: error && t(error.key, { limit: line.maxAmount, ...error.values }), run };
}

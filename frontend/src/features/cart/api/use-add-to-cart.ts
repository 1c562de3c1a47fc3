import { useCallback, useEffect, useRef, useState } from "react";
import { useCartApi, type AddRequest } from "@/features/cart/api/cart-context";
import { errorText, type ErrorText } from "@/lib/error-texts";

export type AddState = "idle" | "adding" | "added" | "error";
const ADDED_MS = 2000;

/** One button's way: idle, adding, added (for two seconds) or error. A second press while adding does nothing. */
export function useAddToCart(): {
  state: AddState;
  error: ErrorText | null;
  add: (requests: readonly AddRequest[]) => Promise<boolean>;
  reset: () => void;
} {
  const { add: send, minicart } = useCartApi();
  const [state, setState] = useState<AddState>("idle");
  const [error, setError] = useState<ErrorText | null>(null);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const reset = useCallback(() => {
    clearTimeout(timer.current);
    setState("idle");
    setError(null);
  }, []);

  const add = useCallback(
    async (requests: readonly AddRequest[]) => {
      if (busy.current) return false;
      busy.current = true;
      clearTimeout(timer.current);
      setState("adding");
      setError(null);
      try {
        await send(requests);
        setState("added");
        timer.current = setTimeout(() => setState("idle"), ADDED_MS);
        minicart.show();
        return true;
      } catch (cause) {
        setState("error");
        setError(errorText(cause));
        return false;
      } finally {
        busy.current = false;
      }
    },
    [minicart, send],
  );

  return { state, error, add, reset };
}

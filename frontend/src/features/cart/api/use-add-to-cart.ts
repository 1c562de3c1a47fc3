import { useEffect, useRef, useState } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { Added, AddRequest } from "@/features/cart/model/add-request";
import type { LangKey } from "@/generated/lang-keys";

export type AddState = "idle" | "adding" | "added" | "error";
const ADDED_MS = 2000;

/** What the button says in each state. */
export const ADD_TEXTS: Record<AddState, LangKey> = {
  idle: "LANG_ITEM_ADD",
  adding: "LANG_ITEM_ADDING",
  added: "LANG_ITEM_ADDED",
  error: "LANG_ITEM_ADD_AGAIN",
};

/**
 * One button's way: idle, adding, added (for two seconds) or error. A second press while adding does nothing.
 * `read` says what there is to know of a refusal; `opens`: the cart opens with what was added.
 */
export function useAddToCart<E>(read: (cause: unknown) => E, { opens = true } = {}) {
  const { add: send, minicart } = useCartApi();
  const [state, setState] = useState<AddState>("idle");
  const [refusal, setRefusal] = useState<E | null>(null);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Forgets a refusal, as soon as something else is chosen. */
  const reset = () => {
    setRefusal(null);
    setState((now) => (now === "error" ? "idle" : now));
  };

  /** All requests or none, in the place of the cart's lines named by `released`. Null when it was refused. */
  const add = async (requests: readonly AddRequest[], released?: readonly string[]): Promise<Added | null> => {
    if (busy.current) return null;
    busy.current = true;
    clearTimeout(timer.current);
    setState("adding");
    setRefusal(null);
    try {
      const added = await send(requests, released);
      setState("added");
      timer.current = setTimeout(() => setState("idle"), ADDED_MS);
      if (opens) minicart.show();
      return added;
    } catch (cause) {
      const why = read(cause);
      setState("error");
      setRefusal(() => why);
      return null;
    } finally {
      busy.current = false;
    }
  };

  return { state, refusal, add, reset };
}

// The press that puts back what was lost. Its state outlives the box with the button: that box moves to another place of
// the page as soon as the cart is no longer empty.
import { lostText, readKept, tellLost, writeLost } from "@/features/cart/model/kept";
import { putBack, type Add } from "@/features/cart/model/put-back";
import { errorText, type ErrorText } from "@/lib/texts/error-texts";

export interface BringingBack {
  /** the lost cart that was last put back */
  cartId: string | null;
  isBusy: boolean;
  trouble: ErrorText | null;
}

let state: BringingBack = { cartId: null, isBusy: false, trouble: null };

const set = (next: BringingBack) => {
  state = next;
  tellLost();
};

export const bringingBack = (): BringingBack => state;

/** Puts back what is stored as lost, and stores after each answer what is left. */
export async function bringBack(shopSlug: string, add: Add): Promise<void> {
  const lost = readKept(lostText(shopSlug));
  if (!lost || state.isBusy) return;
  const { cartId } = lost;
  set({ cartId, isBusy: true, trouble: null });
  let trouble: ErrorText | null = null;
  try {
    await putBack(lost.trees, add, (trees) => {
      // Not where it was forgotten meanwhile.
      if (lostText(shopSlug) !== null) writeLost(shopSlug, { ...lost, trees });
    });
  } catch (cause) {
    trouble = errorText(cause);
  }
  set({ cartId, isBusy: false, trouble });
}

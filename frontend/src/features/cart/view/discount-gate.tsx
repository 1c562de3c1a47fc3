import { useEffect, useRef } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import { openDiscount } from "@/features/cart/open-discount";
import { useShopPage } from "@/lib/shop-data";

/** Asks for the code once; a right one changes the cart that is there already. */
export default function DiscountGate({ onAnswer }: { onAnswer: () => void }) {
  const { shopSlug } = useShopPage();
  const { accept } = useCartApi();
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void openDiscount(shopSlug).then((found) => {
      if (found?.cart) accept(found.cart);
      onAnswer();
    }, onAnswer);
  }, [accept, onAnswer, shopSlug]);

  return null;
}

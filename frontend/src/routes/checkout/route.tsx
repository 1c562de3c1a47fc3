import { useRemovedLines } from "@/features/cart/parts";
import { StepFrame } from "@/features/checkout";
import { CartLines } from "./cart-lines";
import { CartStep } from "./cart-step";

export default function CheckoutRoute() {
  const removed = useRemovedLines();
  return (
    <StepFrame
      step="cart"
      title="LANG_CHECKOUT_TITLE_CART"
      aside="totals"
      emptied={<CartLines cart={null} removed={removed} />}
    >
      {(cart) => <CartStep cart={cart} removed={removed} />}
    </StepFrame>
  );
}

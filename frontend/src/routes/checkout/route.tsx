import { StepFrame } from "@/features/checkout";
import { CartStep } from "./cart-step";

export default function CheckoutRoute() {
  return (
    <StepFrame step="cart" title="LANG_CHECKOUT_TITLE_CART" aside="totals">
      {(cart) => <CartStep cart={cart} />}
    </StepFrame>
  );
}

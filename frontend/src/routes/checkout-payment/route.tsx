import { useCart } from "@/features/cart";
import { StepFrame } from "@/features/checkout";
import { LogisticsForm } from "./logistics-form";

export default function CheckoutPaymentRoute() {
  const { cart } = useCart();
  const title = cart && !cart.physical ? "LANG_CHECKOUT_PAYMENT_ONLY" : "LANG_CHECKOUT_TITLE_PAYMENT";
  return (
    <StepFrame step="payment" title={title} pageTitle="LANG_CHECKOUT_PAYMENT_ONLY">
      {(cart) => <LogisticsForm cart={cart} />}
    </StepFrame>
  );
}

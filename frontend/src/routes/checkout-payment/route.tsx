import { StepFrame } from "@/features/checkout";
import { LogisticsForm } from "./logistics-form";

export default function CheckoutPaymentRoute() {
  return (
    <StepFrame step="payment" title="LANG_CHECKOUT_TITLE_PAYMENT">
      {(cart) => <LogisticsForm cart={cart} />}
    </StepFrame>
  );
}

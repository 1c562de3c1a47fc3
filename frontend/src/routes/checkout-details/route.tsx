import { StepFrame } from "@/features/checkout";
import { DetailsForm } from "./details-form";

export default function CheckoutDetailsRoute() {
  return (
    <StepFrame step="details" title="LANG_CHECKOUT_TITLE_DETAILS">
      {(cart) => <DetailsForm cart={cart} />}
    </StepFrame>
  );
}

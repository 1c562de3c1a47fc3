import { useState } from "react";
import { StepFrame } from "@/features/checkout";
import { ConfirmForm } from "./confirm-form";

export default function CheckoutConfirmRoute() {
  const [placed, setPlaced] = useState(false);
  return (
    <StepFrame step="confirm" title="LANG_CHECKOUT_TITLE_CONFIRM" aside="none" hold={placed}>
      {(cart) => <ConfirmForm cart={cart} onPlacing={setPlaced} />}
    </StepFrame>
  );
}

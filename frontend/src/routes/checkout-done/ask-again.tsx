import { useState } from "react";
import { askAgain } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { refusalText } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";

/** What is to be done for free tickets: follow the link in the mail, or have the mail sent again. */
export function AskAgain({ order }: { order: OrderData }) {
  const { t } = useOverlayTexts();
  const [isSent, setIsSent] = useState(false);
  const { send, isSending, refusal } = useAction(askAgain, () => setIsSent(true));
  return (
    <>
      <p className="mt-1 max-w-read">
        {order.email ? t("LANG_ORDER_CONFIRM_TEXT", { email: order.email }) : t("LANG_ORDER_CONFIRM_TEXT_APART")}
      </p>
      <div className="mt-4 mb-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="plain" onClick={() => void send(order.id)} aria-disabled={isSending}>
          {t("LANG_ORDER_CONFIRM_AGAIN")}
        </Button>
        <p role="status" className="max-w-read">
          {refusalText(refusal, t) || (isSent && t("LANG_ORDER_CONFIRM_SENT"))}
        </p>
      </div>
    </>
  );
}

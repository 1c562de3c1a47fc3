import { useState } from "react";
import { useOrder } from "@/features/checkout";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { errorCode, errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

/** Why no further mail went. */
const REFUSED: Readonly<Record<string, LangKey>> = {
  MAIL_JUST_SENT: "LANG_ORDER_CONFIRM_JUSTSENT",
  TOO_MANY_ORDERS: "LANG_ORDER_CONFIRM_JUSTSENT",
  NOTHING_TO_CONFIRM: "LANG_ORDER_CONFIRM_NOTHING",
};

/** What is to be done for free tickets: follow the link in the mail, or have the mail sent again. */
export function AskAgain({ order }: { order: OrderData }) {
  const { t } = useTexts();
  const { askAgain } = useOrder();
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState<LangKey | null>(null);

  const ask = async () => {
    if (asking) return;
    setAsking(true);
    try {
      await askAgain(order.id);
      setTold("LANG_ORDER_CONFIRM_SENT");
    } catch (error) {
      setTold(REFUSED[errorCode(error) ?? ""] ?? errorText(error, {}).key);
    } finally {
      setAsking(false);
    }
  };

  return (
    <>
      <p className="mt-1 max-w-read">
        {order.email ? t("LANG_ORDER_CONFIRM_TEXT", { email: order.email }) : t("LANG_ORDER_CONFIRM_TEXT_APART")}
      </p>
      <div className="mt-4 mb-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="plain" onClick={() => void ask()} aria-disabled={asking}>
          {t("LANG_ORDER_CONFIRM_AGAIN")}
        </Button>
        <p role="status" className="max-w-read">
          {told && t(told)}
        </p>
      </div>
    </>
  );
}

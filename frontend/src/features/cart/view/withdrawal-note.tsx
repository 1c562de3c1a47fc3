import type { Cart } from "@/features/cart/model/cart";
import { useTexts } from "@/lib/texts/i18n";

/** That tickets cannot be returned, where they lie among what is bought. */
export function WithdrawalNote({ cart }: { cart: Cart }) {
  const { t } = useTexts();
  if (!cart.items.some((line) => line.ticket)) return null;
  return <p className="pb-4 text-sm text-ink-soft">{t("LANG_TICKET_NOWITHDRAWAL")}</p>;
}

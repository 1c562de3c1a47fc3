import type { AftersaleQuery } from "@/generated/features/checkout/api/aftersale";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { NoticeBox } from "@/ui/notice-box";
import { useAftersale } from "./use-aftersale";

const TEXTS: Record<Withdrawals[number]["state"], LangKey> = {
  received: "LANG_ORDER_WITHDRAWN_OPEN",
  matched: "LANG_ORDER_WITHDRAWN_OPEN",
  awaited: "LANG_ORDER_WITHDRAWN_OPEN",
  refunded: "LANG_ORDER_WITHDRAWN_REFUNDED",
  exempt: "LANG_ORDER_WITHDRAWN_EXEMPT",
  closed: "LANG_ORDER_WITHDRAWN_CLOSED",
};

export type Withdrawals = NonNullable<AftersaleQuery["withdrawals"]>;

/** What the buyer has declared to withdraw from an order; nothing where that is not asked, or was not answered. */
export function useWithdrawals(order: string | null): Withdrawals {
  return useAftersale(order, "withdrawals").data?.withdrawals ?? [];
}

/** That the buyer has withdrawn, and what follows from it. */
export function Withdrawn({ withdrawals }: { withdrawals: Withdrawals }) {
  const { t, locale } = useTexts();
  return withdrawals.map(({ declaredAt, state }) => (
    <NoticeBox key={declaredAt}>
      <p className="text-lg">{t("LANG_ORDER_WITHDRAWN", { date: dateLong(declaredAt, locale) })}</p>
      <p>{t(TEXTS[state])}</p>
    </NoticeBox>
  ));
}

import { AFTERSALE, type AftersaleQuery } from "@/generated/features/checkout/api/aftersale";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { useLoaded } from "@/lib/use-loaded";
import { useClient } from "@/lib/wire/client";
import { NoticeBox } from "@/ui/notice-box";

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
  const client = useClient();
  const { data } = useLoaded(order ?? "", async () => {
    if (order === null) return [];
    const apollo = await client.load();
    const answer = await apollo.query({
      query: AFTERSALE,
      variables: { orderId: order, tickets: false, withdrawals: true },
      fetchPolicy: "no-cache",
    });
    return answer.data?.withdrawals ?? [];
  });
  return data ?? [];
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

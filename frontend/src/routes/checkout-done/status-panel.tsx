import { OnItsWay, OrderEnds, PartOnItsWay } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong, dateParts } from "@/lib/time/dates";
import { useNow } from "@/lib/time/now";
import { useMoney } from "@/lib/use-money";
import { AskAgain } from "./ask-again";
import { standingOf, waitsForMail } from "./standing";

const LOOKS = {
  waiting: "border-line",
  good: "border-positive text-positive",
  trouble: "border-danger text-danger",
  over: "border-line",
} as const;

interface Props {
  order: OrderData;
  /** the buyer comes from a payment service's page */
  returned: boolean;
  /** what is said beside it just now */
  thanks: string | null;
}

/** How the order stands, in one line, and what follows from it. */
export function StatusPanel({ order, returned, thanks }: Props) {
  const { t, locale } = useTexts();
  const money = useMoney();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const { key, tone, date, time, amount } = standingOf(order, today, returned);
  const texts = [
    thanks,
    order.status === "cancelled"
      ? t(order.confirmBy === null ? "LANG_ORDER_CANCELLED_TEXT" : "LANG_ORDER_UNCONFIRMED_TEXT")
      : null,
  ].filter((text) => text !== null);
  return (
    <section aria-labelledby="standing" className={`my-8 rounded-card border-2 bg-raised px-5 py-4 ${LOOKS[tone]}`}>
      <h2 id="standing" className="sr-only">
        {t("LANG_ORDER_STANDING")}
      </h2>
      <div role="status">
        <p className="text-xl font-[650]">
          {t(key, {
            date: date === undefined ? "" : dateLong(date, locale),
            time: time === undefined ? "" : dateParts(time, locale).time,
            amount: amount === undefined ? "" : money(amount),
          })}
        </p>
        {texts.map((text) => (
          <p key={text} className="mt-1 max-w-read">
            {text}
          </p>
        ))}
        {key === "LANG_ORDER_DISPUTED" && <p className="mt-1 max-w-read">{t("LANG_ORDER_DISPUTED_TEXT")}</p>}
        {key === "LANG_ORDER_UNDERWAY" && <p className="mt-1 max-w-read">{t("LANG_ORDER_UNDERWAY_TEXT")}</p>}
        {key === "LANG_ORDER_UNKNOWN" && <p className="mt-1 max-w-read">{t("LANG_ORDER_UNKNOWN_TEXT")}</p>}
        {key === "LANG_ORDER_ONITSWAY" && <OnItsWay className="mt-1" />}
        {key === "LANG_ORDER_PART" && <PartOnItsWay order={order} className="mt-1" />}
        {key === "LANG_ORDER_UNPAID_UNTIL" ? (
          <p className="mt-1 max-w-read">{t("LANG_ORDER_ENDS_THEN")}</p>
        ) : (
          key !== "LANG_ORDER_ONITSWAY" &&
          key !== "LANG_ORDER_UNDERWAY" &&
          !order.bankDetails && <OrderEnds order={order} className="mt-1" />
        )}
      </div>
      {waitsForMail(order) && <AskAgain order={order} />}
    </section>
  );
}

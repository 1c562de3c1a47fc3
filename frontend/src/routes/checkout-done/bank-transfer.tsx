import { useState } from "react";
import { BankCode } from "./bank-code";
import { groupIban, SteadyLabel } from "@/features/checkout";
import { OrderEnds } from "@/features/checkout/parts";
import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { dateLong } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useMoney } from "@/lib/use-money";
import { useCopy } from "@/ui/hooks/use-copy";

type Bank = NonNullable<OrderData["bankDetails"]>;

/** All that the shopper's bank asks for, each value ready to be copied. */
export function BankTransfer({ order, bank }: { order: OrderData; bank: Bank }) {
  const { t, locale } = useTexts();
  const money = useMoney();
  const rows: Row[] = [
    { label: t("LANG_CHECKOUT_BANK_PAYEE"), shown: bank.payee, copied: bank.payee },
    {
      label: t("LANG_CHECKOUT_BANK_IBAN"),
      shown: groupIban(bank.iban),
      copied: bank.iban.replace(/\s/g, ""),
      unbroken: true,
    },
    { label: t("LANG_CHECKOUT_BANK_BIC"), shown: bank.bic, copied: bank.bic },
    { label: t("LANG_CHECKOUT_BANK_AMOUNT"), shown: money(bank.amount), copied: bank.amount.replace(".", ",") },
    { label: t("LANG_CHECKOUT_BANK_PURPOSE"), shown: bank.purpose, copied: bank.purpose },
  ].filter(({ copied }) => copied !== "");
  return (
    <section aria-labelledby="bank" className="my-8 rounded-card rule bg-raised p-5 shadow-card md:p-8">
      <h2 id="bank" className="display text-2xl">
        {t("LANG_CHECKOUT_BANK_TITLE")}
      </h2>
      <p className="mt-2 max-w-read">{t("LANG_CHECKOUT_BANK_TEXT", { date: dateLong(bank.dueDate, locale) })}</p>
      <OrderEnds order={order} className="mt-1" />
      <BankCode order={order.id} />
      <dl className="divide-y divide-hairline">
        {rows.map((row) => (
          <CopyRow key={row.label} {...row} />
        ))}
        {bank.bankName && (
          <div className="py-3">
            <dt className="text-sm text-ink-soft">{t("LANG_CHECKOUT_BANK_NAME")}</dt>
            <dd>{bank.bankName}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

interface Row {
  label: string;
  shown: string;
  copied: string;
  /** on phones it has the whole width, in letters that fit */
  unbroken?: boolean;
}

function CopyRow({ label, shown, copied, unbroken = false }: Row) {
  const { t } = useTexts();
  const { done, copy } = useCopy();
  const [value, setValue] = useState<HTMLElement | null>(null);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd
        ref={setValue}
        className={`figures row-start-2 font-[600] ${unbroken ? "text-[clamp(0.75rem,4.2vw,1.125rem)] whitespace-nowrap max-sm:col-span-2" : "text-lg [overflow-wrap:anywhere]"}`}
      >
        {shown}
      </dd>
      <dd className={`col-start-2 row-start-1 ${unbroken ? "sm:row-span-2" : "row-span-2"}`}>
        <button
          type="button"
          className="min-h-11 text-sm"
          aria-label={t("LANG_CHECKOUT_COPY_OF", { label })}
          onClick={() => void copy(copied, value)}
        >
          <SteadyLabel label={t("LANG_CHECKOUT_COPY")} other={t("LANG_CHECKOUT_COPIED")} showOther={done} />
        </button>
        <span role="status" className="sr-only">
          {done ? t("LANG_CHECKOUT_COPIED") : ""}
        </span>
      </dd>
    </div>
  );
}

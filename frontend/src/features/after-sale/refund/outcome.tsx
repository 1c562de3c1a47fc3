import { useEffect, useRef } from "react";
import { HomeLink } from "@/features/after-sale/tickets";
import type { LangKey } from "@/generated/lang-keys";
import { refusalOf, refusalText } from "@/lib/sending/refusal";
import { useTexts } from "@/lib/texts/i18n";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useMoney } from "@/lib/use-money";
import { NoticeBox } from "@/ui/notice-box";
import { FullNotice } from "@/ui/page/full-notice";
import { usePageTitle } from "@/ui/page/page-title";
import { CLOSED } from "./action";
import type { RefundData, WaitsFor } from "./model";

type Ended = Exclude<RefundData["state"], "initiated">;

const TEXTS: Readonly<Record<Ended, readonly [title: LangKey, text: LangKey]>> = {
  submitted: ["FORM_REFUND_SUBMITTED", "FORM_REFUND_SUBMITTED_TEXT"],
  processing: ["FORM_REFUND_PROCESSING", "FORM_REFUND_PROCESSING_TEXT"],
  completed: ["FORM_REFUND_COMPLETED", "FORM_REFUND_COMPLETED_TEXT"],
};

const BY_MAIL = ["FORM_REFUND_MAIL", "FORM_REFUND_MAIL_TEXT"] as const;

interface Props {
  state: Ended;
  waitsFor: WaitsFor;
  amount: string;
  reference: string;
  account?: string | undefined;
  /** it was asked for just now: what is read next is here */
  isNew?: boolean;
}

/** What became of a request, how much goes back, and by which payment. */
export function Outcome({ state, waitsFor, amount, reference, account, isNew = false }: Props) {
  const { t } = useTexts();
  const money = useMoney();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const [title, text] = waitsFor === "mail" ? BY_MAIL : TEXTS[state];
  return (
    <section className="mt-8" aria-live="polite">
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {t(title)}
      </h2>
      <p className="mt-3 max-w-read text-lg">{t(text)}</p>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 rounded-card bg-surface p-5 md:p-6">
        <dt className="text-ink-soft">{t("FORM_REFUND_AMOUNT")}</dt>
        <dd className="tabular-nums font-[650]">{money(amount)}</dd>
        {reference && (
          <>
            <dt className="text-ink-soft">{t("FORM_REFUND_REFERENCE")}</dt>
            <dd className="select-all break-all">{reference}</dd>
          </>
        )}
        {account && (
          <>
            <dt className="text-ink-soft">IBAN</dt>
            <dd>{account}</dd>
          </>
        )}
      </dl>
      <p className="mt-8 flex flex-wrap gap-4">
        <HomeLink />
      </p>
    </section>
  );
}

/** In the form's place: there is nothing to refund by this address, or not now, or it did not come. */
export function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useOverlayTexts();
  usePageTitle(t("FORM_REFUND_TITLE"));
  const refusal = refusalOf(CLOSED, error, null);
  const notFound = refusal.code === "REFUND_NOT_FOUND";
  const closed = refusal.code === "NOT_REFUNDABLE";
  return (
    <FullNotice
      title={t(notFound ? "FORM_REFUND_NOTFOUND_TITLE" : "FORM_REFUND_TITLE")}
      text={refusalText(refusal, t)}
      {...(notFound || closed ? {} : { action: { label: t("LANG_ERROR_RETRY"), run: retry } })}
    >
      {refusal.words && <NoticeBox>{t("FORM_REFUND_ERROR_LATER")}</NoticeBox>}
      <HomeLink />
    </FullNotice>
  );
}

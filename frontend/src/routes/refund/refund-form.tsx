import { useState } from "react";
import type { LangKey } from "@/generated/lang-keys";
import { reportTrouble } from "@/lib/error-reports";
import { isIban, isShortOfIban } from "@/lib/iban";
import { LONGEST_ADDRESS } from "@/lib/mail-address";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { createRest } from "@/lib/wire/rest";
import { dateLong } from "@/lib/time/dates";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextField, TickField } from "@/ui/field";
import { NoticeBox } from "@/ui/notice-box";
import { TicketNumberField } from "@/ui/ticket-number-field";
import {
  BANK_TRANSFER,
  bodyOf,
  FIELDS,
  LONGEST_NAME,
  problemsOf,
  ticketField,
  type Answer,
  type Entered,
  type Problem,
  type RefundData,
  type RefundPath,
} from "./model";
import { Outcome } from "./outcome";
import { refusalOf, type Refusal } from "./refusal";

interface Props {
  data: RefundData;
  path: RefundPath;
  startingEmail: string;
}

const NONE: Refusal = { problems: [] };
/** at first; the next field comes once these are filled */
const SHOWN = 12;

const startOf = (data: RefundData, email: string): Entered => ({
  codes: Array.from({ length: Math.min(data.refundableTicketCount, SHOWN) }, () => ""),
  toAccount: data.refundMethod === BANK_TRANSFER,
  accountName: "",
  iban: "",
  email,
  confirmed: false,
  legal: false,
});

/** Which tickets, and where the money goes. */
export function RefundForm({ data, path, startingEmail }: Props) {
  const { t, locale } = useTexts();
  const { restUrl } = useShopPage();
  const [entered, setEntered] = useState(() => startOf(data, startingEmail));
  const [round, setRound] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState(NONE);
  const [answer, setAnswer] = useState<Answer | null>(null);

  if (answer && answer.state !== "initiated") {
    return (
      <Outcome
        isNew
        state={answer.state}
        waitsFor={answer.waitsFor}
        amount={answer.paymentAmount}
        reference={answer.paymentReference}
      />
    );
  }

  const problems: Problem[] = round > 0 ? merged(problemsOf(entered), refusal.problems) : [];
  const errorOf = (field: string) => {
    const found = problems.find((problem) => problem.field === field);
    return found && t(found.text);
  };
  const change = (more: Partial<Entered>) => {
    setEntered((before) => ({ ...before, ...more }));
    setRefusal(NONE);
  };

  const enterCode = (place: number, typed: string) => {
    const codes = entered.codes.map((old, at) => (at === place ? typed : old));
    change({ codes: codes.every(Boolean) && codes.length < data.refundableTicketCount ? [...codes, ""] : codes });
  };

  const submit = async () => {
    if (isSending) return;
    setRefusal(NONE);
    setRound((n) => n + 1);
    if (problemsOf(entered).length > 0) return;
    setIsSending(true);
    try {
      setAnswer(await createRest(restUrl)("PATCH", path, bodyOf(entered)));
    } catch (error) {
      const refused = refusalOf(error, entered.codes);
      setRefusal(refused);
      setRound((n) => n + 1);
      if (refused.unknown) reportTrouble(error, "refund");
    }
    setIsSending(false);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {data.waitsFor === "mail" && <NoticeBox>{t("FORM_REFUND_MAIL_WAITS")}</NoticeBox>}
      {data.closesAt && <p className="mt-2">{t("FORM_REFUND_UNTIL", { date: dateLong(data.closesAt, locale) })}</p>}
      <ErrorSummary
        title={t("FORM_REFUND_ERRORS", { count: problems.length })}
        problems={problems.map(({ field, text }) => ({ field, text: t(text) }))}
        round={round}
      />
      <fieldset className="mt-8">
        <legend className="display text-2xl">{t("FORM_REFUND_TICKETS")}</legend>
        <p id="ticket-hint" className="mt-2 max-w-read">
          {t("FORM_REFUND_TICKETS_TEXT", { count: data.refundableTicketCount })}
        </p>
        <div className="mt-5 grid gap-5 sm:grid-cols-2">
          {entered.codes.map((code, place) => (
            <TicketNumberField
              key={place}
              id={ticketField(place)}
              label={t("FORM_REFUND_TICKETNUMBER", { number: place + 1 })}
              {...(place > 0 && { aside: t("FORM_REFUND_OPTIONAL") })}
              value={code}
              aria-required={place === 0}
              error={errorOf(ticketField(place))}
              onChange={(event) => enterCode(place, event.target.value)}
            />
          ))}
        </div>
      </fieldset>
      <WayBack data={data} entered={entered} change={change} errorOf={errorOf} />
      <div className="mt-8">
        <TextField
          id={FIELDS.email}
          type="email"
          label={t("FORM_REFUND_EMAIL")}
          aside={t("FORM_REFUND_OPTIONAL")}
          value={entered.email}
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={LONGEST_ADDRESS}
          error={errorOf(FIELDS.email)}
          hint={<p className="text-sm text-ink-soft">{t("FORM_REFUND_EMAIL_WHY")}</p>}
          onChange={(event) => change({ email: event.target.value })}
        />
      </div>
      <div className="mt-6">
        <TickField
          id={FIELDS.legal}
          checked={entered.legal}
          aria-required
          error={errorOf(FIELDS.legal)}
          onChange={(event) => change({ legal: event.target.checked })}
        >
          {t("FORM_REFUND_LEGAL")}
        </TickField>
      </div>
      {refusal.text && (
        <NoticeBox kind="trouble">
          <p>{refusal.told ?? t(refusal.text)}</p>
        </NoticeBox>
      )}
      <Button type="submit" className="mt-6 w-full sm:w-auto" aria-disabled={isSending}>
        {t(isSending ? "FORM_REFUND_SENDING" : "FORM_REFUND_SUBMIT")}
      </Button>
      <p className="mt-4 max-w-read text-sm text-ink-soft">{t("FORM_REFUND_WAIT")}</p>
    </form>
  );
}

/** The form's own problems first; the server's at fields that have none. */
const merged = (own: readonly Problem[], theirs: readonly Problem[]): Problem[] => [
  ...own,
  ...theirs.filter(({ field }) => !own.some((problem) => problem.field === field)),
];

interface WayProps {
  data: RefundData;
  entered: Entered;
  change: (more: Partial<Entered>) => void;
  errorOf: (field: string) => string | undefined;
}

const WAYS: Readonly<Record<string, LangKey>> = {
  paypal: "FORM_REFUND_WAY_PAYPAL",
  paypal_express: "FORM_REFUND_WAY_PAYPAL",
};

/** The way it was paid, which a click turns into a transfer, or an account. */
function WayBack({ data, entered, change, errorOf }: WayProps) {
  const { t } = useTexts();
  const isOverridden = entered.toAccount && data.refundMethod !== BANK_TRANSFER;
  return (
    <fieldset className="mt-10">
      <legend className="display text-2xl">{t("FORM_REFUND_WAY")}</legend>
      {entered.toAccount ? (
        <div className="mt-4 grid gap-5">
          <TextField
            id={FIELDS.accountName}
            label={t("FORM_REFUND_NAME")}
            value={entered.accountName}
            autoComplete="name"
            maxLength={LONGEST_NAME}
            aria-required
            error={errorOf(FIELDS.accountName)}
            onChange={(event) => change({ accountName: event.target.value })}
          />
          <TextField
            id={FIELDS.iban}
            label="IBAN"
            value={entered.iban}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            aria-required
            error={errorOf(FIELDS.iban)}
            hint={<IbanStanding iban={entered.iban} isMarked={!!errorOf(FIELDS.iban)} />}
            onChange={(event) => change({ iban: event.target.value })}
          />
          <p className="max-w-read text-sm text-ink-soft">{t("FORM_REFUND_ACCOUNT_WHY")}</p>
        </div>
      ) : (
        <div className="mt-4">
          <p className="max-w-read">{t(WAYS[data.refundMethod] ?? "FORM_REFUND_WAY_CARD")}</p>
          <TickField
            id={FIELDS.confirmed}
            checked={entered.confirmed}
            aria-required
            error={errorOf(FIELDS.confirmed)}
            onChange={(event) => change({ confirmed: event.target.checked })}
          >
            {t("FORM_REFUND_CONFIRM")}
          </TickField>
        </div>
      )}
      {(isOverridden || !entered.toAccount) && (
        <button
          type="button"
          className="mt-2 inline-flex min-h-11 items-center underline hover:no-underline"
          onClick={() => change({ toAccount: !entered.toAccount })}
        >
          {t(isOverridden ? "FORM_REFUND_OVERRIDE_BACK" : "FORM_REFUND_OVERRIDE")}
        </button>
      )}
    </fieldset>
  );
}

/** Said while it is typed (purchase §5 "The IBAN is checked live"). */
function IbanStanding({ iban, isMarked }: { iban: string; isMarked: boolean }) {
  const { t } = useTexts();
  const typed = iban.trim();
  const isRight = isIban(typed);
  const text =
    !typed || isMarked
      ? null
      : isRight
        ? "FORM_REFUND_IBAN_VALID"
        : isShortOfIban(typed)
          ? "FORM_REFUND_IBAN_SHORT"
          : "FORM_REFUND_ERROR_IBAN";
  return (
    <p aria-live="polite" className={`min-h-5 text-sm ${isRight ? "font-[600]" : "text-ink-soft"}`}>
      {text && (isRight ? `✓ ${t(text)}` : t(text))}
    </p>
  );
}

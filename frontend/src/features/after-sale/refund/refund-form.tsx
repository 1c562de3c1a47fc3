import { useState } from "react";
import { TicketForm } from "@/features/after-sale/tickets";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { dateLong } from "@/lib/time/dates";
import { TickField } from "@/ui/field";
import { EmailField, TicketNumberField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { NoticeBox } from "@/ui/notice-box";
import { requestRefund } from "./action";
import { BANK_TRANSFER, idOf, problemsOf, type Answer, type Entered, type RefundData, type RefundPath } from "./model";
import { Outcome } from "./outcome";
import { WayBack } from "./way-back";

interface Props {
  data: RefundData;
  path: RefundPath;
  startingEmail: string;
}

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
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { send } = useAction(requestRefund, setAnswer);
  const form = useForm<Entered>({
    start: () => startOf(data, startingEmail),
    check: problemsOf,
    idOf,
    send: (entered) => send({ path, entered }),
  });

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

  const { codes } = form.entered;
  const enterCode = (place: number, typed: string) => {
    form.set(`codes.${place}`, typed);
    const isFull = codes.every((code, at) => (at === place ? typed : code));
    if (isFull && codes.length < data.refundableTicketCount) form.set(`codes.${codes.length}`, "");
  };
  return (
    <TicketForm
      form={form}
      submit="FORM_REFUND_SUBMIT"
      busy="FORM_REFUND_SENDING"
      intro={
        <>
          {data.waitsFor === "mail" && <NoticeBox>{t("FORM_REFUND_MAIL_WAITS")}</NoticeBox>}
          {data.closesAt && <p className="mt-2">{t("FORM_REFUND_UNTIL", { date: dateLong(data.closesAt, locale) })}</p>}
        </>
      }
      after={<p className="mt-4 max-w-read text-sm text-ink-soft">{t("FORM_REFUND_WAIT")}</p>}
    >
      <fieldset className="mt-8">
        <legend className="display text-2xl">{t("FORM_REFUND_TICKETS")}</legend>
        <p id="ticket-hint" className="mt-2 max-w-read">
          {t("FORM_REFUND_TICKETS_TEXT", { count: data.refundableTicketCount })}
        </p>
        <div className="mt-5 grid gap-5 sm:grid-cols-2">
          {codes.map((_code, place) => (
            <TicketNumberField
              key={place}
              {...form.text(`codes.${place}`)}
              label={t("FORM_REFUND_TICKETNUMBER", { number: place + 1 })}
              {...(place > 0 && { aside: t("FORM_REFUND_OPTIONAL") })}
              aria-required={place === 0}
              onChange={(event) => enterCode(place, event.target.value)}
            />
          ))}
        </div>
      </fieldset>
      <WayBack form={form} method={data.refundMethod} />
      <div className="mt-8">
        <EmailField
          {...form.text("email")}
          label={t("FORM_REFUND_EMAIL")}
          aside={t("FORM_REFUND_OPTIONAL")}
          hint={<p className="text-sm text-ink-soft">{t("FORM_REFUND_EMAIL_WHY")}</p>}
        />
      </div>
      <div className="mt-6">
        <TickField {...form.tick("legal")} aria-required>
          {t("FORM_REFUND_LEGAL")}
        </TickField>
      </div>
    </TicketForm>
  );
}

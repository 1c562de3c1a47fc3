import { useState } from "react";
import { UPDATEPERSONALIZATION } from "@/generated/routes/trace/trace";
import { reportTrouble } from "@/lib/error-reports";
import { useTexts } from "@/lib/texts/i18n";
import { isNeeded } from "@/lib/holder-problems";
import { PARTS, type Holder } from "@/lib/ticket-holder";
import { useClient } from "@/lib/wire/client";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextField, TickField } from "@/ui/field";
import { useFocusAfter } from "@/ui/hooks/use-focus-after";
import { NoticeBox } from "@/ui/notice-box";
import { TicketNumberField } from "@/ui/form/fields";
import {
  codeField,
  emptyTicket,
  inputOf,
  LABELS,
  LEGAL,
  MOST_TICKETS,
  partField,
  problemsOf,
  problemText,
  startOf,
  type Entered,
  type Ticket,
} from "./model";
import { refusalOf, type Refusal } from "./refusal";

const NONE: Refusal = { problems: [] };
const ADD = "add-ticket";

/** Which tickets, and who comes with each. */
export function TraceForm({ onDone }: { onDone: (count: number) => void }) {
  const { t } = useTexts();
  const client = useClient();
  const [entered, setEntered] = useState(startOf);
  const [round, setRound] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState(NONE);
  const next = useFocusAfter();

  const { tickets, legal } = entered;
  const problems = round > 0 ? [...problemsOf(entered), ...refusal.problems] : [];
  const errorOf = (field: string) => {
    const found = problems.find((problem) => problem.field === field);
    return found && problemText(found, t);
  };
  const change = (more: Partial<Entered>) => {
    setEntered((before) => ({ ...before, ...more }));
    setRefusal(NONE);
  };
  const changeTicket = (place: number, more: Partial<Ticket>) =>
    change({ tickets: tickets.map((old, at) => (at === place ? { ...old, ...more } : old)) });

  /** One after the other: sent once more, what is stored already stays the same. */
  const send = async (): Promise<Refusal> => {
    const apollo = await client.load();
    for (const [place, ticket] of tickets.entries()) {
      try {
        await apollo.mutate({
          mutation: UPDATEPERSONALIZATION,
          variables: { input: inputOf(ticket) },
          fetchPolicy: "no-cache",
        });
      } catch (error) {
        const refused = refusalOf(error, place);
        if (refused.unknown) reportTrouble(error, "trace");
        return refused;
      }
    }
    return NONE;
  };

  const submit = async () => {
    if (isSending) return;
    setRefusal(NONE);
    setRound((n) => n + 1);
    if (problemsOf(entered).length > 0) return;
    setIsSending(true);
    const refused = await send().catch((error: unknown) => refusalOf(error, 0));
    setIsSending(false);
    if (refused === NONE) {
      onDone(tickets.length);
      return;
    }
    setRefusal(refused);
    setRound((n) => n + 1);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary
        title={t("FORM_REFUND_ERRORS", { count: problems.length })}
        problems={problems.map((one) => ({ field: one.field, text: problemText(one, t) }))}
        attempt={round}
      />
      <div className="mt-8 flex flex-col gap-5">
        {tickets.map((ticket, place) => (
          <TicketFields
            key={place}
            ticket={ticket}
            place={place}
            several={tickets.length > 1}
            errorOf={errorOf}
            change={(more) => changeTicket(place, more)}
            {...(place > 0 &&
              place === tickets.length - 1 && {
                onRemove: () => {
                  change({ tickets: tickets.slice(0, -1) });
                  next(ADD);
                },
              })}
          />
        ))}
      </div>
      {tickets.length < MOST_TICKETS && (
        <button
          id={ADD}
          type="button"
          className="mt-3 inline-flex min-h-11 items-center underline hover:no-underline"
          onClick={() => {
            change({ tickets: [...tickets, emptyTicket()] });
            next(codeField(tickets.length));
          }}
        >
          {t("FORM_UPDATETICKET_ADD")}
        </button>
      )}
      <div className="mt-6">
        <TickField
          id={LEGAL}
          checked={legal}
          aria-required
          error={errorOf(LEGAL)}
          onChange={(event) => change({ legal: event.target.checked })}
        >
          {t("FORM_UPDATETICKET_LEGAL")}
        </TickField>
      </div>
      {refusal.text && (
        <NoticeBox kind="trouble">
          <p>{t(refusal.text)}</p>
        </NoticeBox>
      )}
      <Button type="submit" className="mt-6 w-full sm:w-auto" aria-disabled={isSending}>
        {t(isSending ? "FORM_UPDATETICKET_SENDING" : "FORM_UPDATETICKET_SUBMIT")}
      </Button>
    </form>
  );
}

interface TicketProps {
  ticket: Ticket;
  place: number;
  several: boolean;
  errorOf: (field: string) => string | undefined;
  change: (more: Partial<Ticket>) => void;
  /** the last one of several alone */
  onRemove?: () => void;
}

function TicketFields({ ticket: { code, holder }, place, several, errorOf, change, onRemove }: TicketProps) {
  const { t } = useTexts();
  const changeHolder = (more: Partial<Holder>) => change({ holder: { ...holder, ...more } });
  return (
    <fieldset className="min-w-0 rounded-card bg-surface p-5 md:p-6">
      <legend className={several ? "float-left mb-4 w-full text-xl font-[650]" : "sr-only"}>
        {t("FORM_UPDATETICKET_TICKET", { number: place + 1 })}
      </legend>
      <div className="clear-both grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TicketNumberField
          id={codeField(place)}
          className="sm:col-span-2"
          label={t("FORM_UPDATETICKET_CODE")}
          value={code}
          aria-required
          error={errorOf(codeField(place))}
          onChange={(event) => change({ code: event.target.value })}
        />
        {PARTS.map((part) => (
          <TextField
            key={part}
            id={partField(place, part)}
            className={part === "address" ? "sm:col-span-2" : ""}
            label={t(LABELS[part])}
            type={part === "phone" ? "tel" : "text"}
            // The first ticket is mostly one's own.
            autoComplete={place === 0 ? AUTOCOMPLETE[part] : "off"}
            aria-required={isNeeded(holder, part)}
            hint={part === "firstName" && <p className="text-sm text-ink-soft">{t("FORM_UPDATETICKET_ONENAME")}</p>}
            value={holder[part]}
            error={errorOf(partField(place, part))}
            onChange={(event) => changeHolder({ [part]: event.target.value })}
          />
        ))}
      </div>
      {onRemove && (
        <button
          type="button"
          className="mt-3 inline-flex min-h-11 items-center underline hover:no-underline"
          onClick={onRemove}
        >
          {t("FORM_UPDATETICKET_REMOVE")}
        </button>
      )}
    </fieldset>
  );
}

const AUTOCOMPLETE = {
  firstName: "given-name",
  lastName: "family-name",
  address: "street-address",
  phone: "tel",
} as const;

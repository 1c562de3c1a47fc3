import { useRef, useState } from "react";
import { reportTrouble } from "@/lib/error-reports";
import { LONGEST_ADDRESS } from "@/lib/mail-address";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { createRest } from "@/lib/wire/rest";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextArea, TextField } from "@/ui/field";
import { useFocusAfter } from "@/ui/hooks/use-focus-after";
import { NoticeBox } from "@/ui/notice-box";
import {
  bodyOf,
  emptyTicket,
  FIELDS,
  FORMS,
  MAX_COMMENT,
  MAX_NAME,
  problemsOf,
  startOf,
  ticketField,
  type Entered,
  type Kind,
  type Ticket,
} from "./model";
import { sendProofs, type Known } from "./proofs";
import { refusalOf, type Refusal } from "./refusal";
import { TicketFields } from "./ticket-fields";

const NONE: Refusal = { problems: [] };
const ADD = "add-ticket";

interface Props {
  kind: Kind;
  mostTickets: number;
  onDone: (count: number) => void;
}

/** Which tickets, whose they are, and who asks. */
export function ServiceForm({ kind, mostTickets, onDone }: Props) {
  const { t } = useTexts();
  const { restUrl } = useShopPage();
  const [entered, setEntered] = useState(startOf);
  const [round, setRound] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState(NONE);
  const proofs = useRef<Known>(new Map());
  const next = useFocusAfter();

  const form = FORMS[kind];
  const { tickets } = entered;
  const own = round > 0 ? problemsOf(kind, entered) : [];
  const problems = [...own, ...refusal.problems.filter(({ field }) => !own.some((problem) => problem.field === field))];
  const errorOf = (field: string) => {
    const found = problems.find((problem) => problem.field === field);
    return found && t(found.text);
  };
  const change = (more: Partial<Entered>) => {
    setEntered((before) => ({ ...before, ...more }));
    setRefusal(NONE);
  };
  const changeTicket = (place: number, more: Partial<Ticket>) =>
    change({ tickets: tickets.map((old, at) => (at === place ? { ...old, ...more } : old)) });

  const send = async (): Promise<Refusal> => {
    try {
      const files = await sendProofs(restUrl, kind, entered, proofs.current);
      await createRest(restUrl)("POST", `forms/ticket-${kind}/responses`, bodyOf(kind, entered, files));
      return NONE;
    } catch (error) {
      const refused = refusalOf(error);
      // What was refused once is sent anew.
      for (const { field } of refused.problems) if (field.endsWith("-file")) proofs.current.clear();
      if (refused.unknown) reportTrouble(error, "ticketservice");
      return refused;
    }
  };

  const submit = async () => {
    if (isSending) return;
    setRefusal(NONE);
    setRound((n) => n + 1);
    if (problemsOf(kind, entered).length > 0) return;
    setIsSending(true);
    const refused = await send();
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
        problems={problems.map(({ field, text }) => ({ field, text: t(text) }))}
        attempt={round}
      />
      <div className="mt-8 flex flex-col gap-5">
        {tickets.map((ticket, place) => (
          <TicketFields
            key={place}
            kind={kind}
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
      {tickets.length < mostTickets && (
        <button
          id={ADD}
          type="button"
          className="mt-3 inline-flex min-h-11 items-center underline hover:no-underline"
          onClick={() => {
            change({ tickets: [...tickets, emptyTicket()] });
            next(ticketField(tickets.length, "type"));
          }}
        >
          {t("FORM_UPDATETICKET_ADD")}
        </button>
      )}
      <fieldset className="mt-8 min-w-0">
        <legend className="display text-2xl">{t("TICKETSERVICE_YOU")}</legend>
        <div className="mt-5 grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            id={FIELDS.order}
            className="sm:col-span-2"
            label={t("TICKETSERVICE_ORDER")}
            {...(!form.orderRequired && { aside: t("FORM_REFUND_OPTIONAL") })}
            placeholder="B-XXXXXXXX"
            value={entered.order}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            aria-required={form.orderRequired}
            error={errorOf(FIELDS.order)}
            {...(!form.orderRequired && {
              hint: <p className="text-sm text-ink-soft">{t("TICKETSERVICE_ORDER_WHY")}</p>,
            })}
            onChange={(event) => change({ order: event.target.value })}
          />
          <TextField
            id={FIELDS.name}
            label={t("TICKETSERVICE_NAME")}
            value={entered.name}
            autoComplete="name"
            maxLength={MAX_NAME}
            aria-required
            error={errorOf(FIELDS.name)}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            id={FIELDS.email}
            type="email"
            label={t("FORM_REFUND_EMAIL")}
            value={entered.email}
            autoComplete="email"
            inputMode="email"
            spellCheck={false}
            autoCapitalize="off"
            maxLength={LONGEST_ADDRESS}
            aria-required
            error={errorOf(FIELDS.email)}
            onChange={(event) => change({ email: event.target.value })}
          />
          <TextArea
            id={FIELDS.comment}
            className="sm:col-span-2"
            label={t("TICKETSERVICE_COMMENT")}
            aside={t("FORM_REFUND_OPTIONAL")}
            value={entered.comment}
            maxLength={MAX_COMMENT}
            error={errorOf(FIELDS.comment)}
            onChange={(event) => change({ comment: event.target.value })}
          />
        </div>
      </fieldset>
      {refusal.text && (
        <NoticeBox kind="trouble">
          <p>{t(refusal.text)}</p>
        </NoticeBox>
      )}
      <Button type="submit" className="mt-6 w-full sm:w-auto" aria-disabled={isSending}>
        {t(isSending ? "TICKETSERVICE_SENDING" : form.submit)}
      </Button>
      <p className="mt-4 max-w-read text-sm text-ink-soft">{t(form.after)}</p>
    </form>
  );
}

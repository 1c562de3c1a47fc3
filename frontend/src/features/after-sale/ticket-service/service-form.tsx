import { useEffect, useRef } from "react";
import { TicketForm, TicketGroups } from "@/features/after-sale/tickets";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { TextArea, TextField } from "@/ui/field";
import { CodeField, EmailField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { requestService, sendProof } from "./actions";
import {
  emptyTicket,
  FORMS,
  idOf,
  MAX_COMMENT,
  MAX_NAME,
  MAX_ORDER,
  needsProof,
  problemsOf,
  startOf,
  type Entered,
  type Kind,
} from "./model";
import { TicketFields } from "./ticket-fields";

interface Props {
  kind: Kind;
  mostTickets: number;
  onDone: (count: number) => void;
}

/** Which tickets, whose they are, and who asks. */
export function ServiceForm({ kind, mostTickets, onDone }: Props) {
  const { t } = useTexts();
  // What the server calls the pictures that are there already: sent once more, a form need not send them again.
  const known = useRef(new Map<File, string>());
  const proof = useAction(sendProof, ({ file, name }) => void known.current.set(file, name));
  const request = useAction(requestService);
  const form = useForm<Entered>({
    start: startOf,
    check: (entered) => problemsOf(kind, entered),
    idOf,
    isShown: (field, { tickets }) => {
      const place = /^tickets\.(\d+)\.file$/.exec(field)?.[1];
      const ticket = tickets[Number(place)];
      return !ticket || needsProof(kind, ticket);
    },
    send: async (entered) => {
      const refusal = await send(entered);
      // What was refused once is sent anew.
      if (refusal?.problems.some(({ field }) => field.endsWith(".file"))) known.current.clear();
      if (!refusal) onDone(entered.tickets.length);
      return refusal;
    },
  });

  // A link of the order fills in its number. Not on the server: its page is everybody's.
  const { set } = form;
  useEffect(() => {
    const order = new URLSearchParams(window.location.search).get("order");
    if (order) set("order", order.trim().slice(0, MAX_ORDER));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later it would undo what is typed
  }, []);

  const send = async (entered: Entered) => {
    const files: Record<number, string> = {};
    // One after the other: a phone's line is shared by all.
    for (const [place, ticket] of entered.tickets.entries()) {
      const { file } = ticket;
      if (!file || !needsProof(kind, ticket)) continue;
      if (!known.current.has(file)) {
        const refusal = await proof.send({ file, ticket, order: entered.order, place });
        if (refusal) return refusal;
      }
      files[place] = known.current.get(file) ?? "";
    }
    return request.send({ kind, entered, files });
  };

  const { after, orderRequired, submit } = FORMS[kind];
  return (
    <TicketForm
      form={form}
      submit={submit}
      busy="TICKETSERVICE_SENDING"
      after={<p className="mt-4 max-w-read text-sm text-ink-soft">{t(after)}</p>}
    >
      <TicketGroups
        tickets={form.entered.tickets}
        most={mostTickets}
        empty={emptyTicket}
        onChange={(tickets) => form.change({ tickets })}
        firstField={(place) => idOf(`tickets.${place}.type`)}
      >
        {(ticket, place) => <TicketFields kind={kind} form={form} ticket={ticket} place={place} />}
      </TicketGroups>
      <fieldset className="mt-8 min-w-0">
        <legend className="display text-2xl">{t("TICKETSERVICE_YOU")}</legend>
        <div className="mt-5 grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <CodeField
            {...form.text("order")}
            className="sm:col-span-2"
            label={t("TICKETSERVICE_ORDER")}
            placeholder="B-XXXXXXXX"
            maxLength={MAX_ORDER}
            aria-required={orderRequired}
            {...(!orderRequired && {
              aside: t("FORM_REFUND_OPTIONAL"),
              hint: <p className="text-sm text-ink-soft">{t("TICKETSERVICE_ORDER_WHY")}</p>,
            })}
          />
          <TextField
            {...form.text("name")}
            label={t("TICKETSERVICE_NAME")}
            autoComplete="name"
            maxLength={MAX_NAME}
            aria-required
          />
          <EmailField {...form.text("email")} label={t("FORM_REFUND_EMAIL")} aria-required />
          <TextArea
            {...form.text("comment")}
            className="sm:col-span-2"
            label={t("TICKETSERVICE_COMMENT")}
            aside={t("FORM_REFUND_OPTIONAL")}
            maxLength={MAX_COMMENT}
          />
        </div>
      </fieldset>
    </TicketForm>
  );
}

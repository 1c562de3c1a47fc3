import { TicketForm, TicketGroups } from "@/features/after-sale/tickets";
import { isNeeded } from "@/lib/holder-problems";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { PARTS } from "@/lib/ticket-holder";
import { TextField, TickField } from "@/ui/field";
import { TicketNumberField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { updateTicket } from "./action";
import { emptyTicket, idOf, LABELS, MOST_TICKETS, problemsOf, startOf, type Entered } from "./model";

const AUTOCOMPLETE = {
  firstName: "given-name",
  lastName: "family-name",
  address: "street-address",
  phone: "tel",
} as const;

/** Which tickets, and who comes with each. */
export function TraceForm({ onDone }: { onDone: (count: number) => void }) {
  const { t } = useTexts();
  const update = useAction(updateTicket);
  const form = useForm<Entered>({
    start: startOf,
    check: problemsOf,
    idOf,
    // One after the other: sent again, the stored ones stay the same.
    send: async ({ tickets }) => {
      for (const [place, ticket] of tickets.entries()) {
        const refusal = await update.send({ ticket, place });
        if (refusal) return refusal;
      }
      onDone(tickets.length);
      return null;
    },
  });
  return (
    <TicketForm form={form} submit="FORM_UPDATETICKET_SUBMIT" busy="FORM_UPDATETICKET_SENDING">
      <TicketGroups
        tickets={form.entered.tickets}
        most={MOST_TICKETS}
        empty={emptyTicket}
        onChange={(tickets) => form.change({ tickets })}
        firstField={(place) => idOf(`tickets.${place}.code`)}
      >
        {({ holder }, place) => (
          <>
            <TicketNumberField
              {...form.text(`tickets.${place}.code`)}
              className="sm:col-span-2"
              label={t("FORM_UPDATETICKET_CODE")}
              aria-required
            />
            {PARTS.map((part) => (
              <TextField
                key={part}
                {...form.text(`tickets.${place}.holder.${part}`)}
                className={part === "address" ? "sm:col-span-2" : ""}
                label={t(LABELS[part])}
                type={part === "phone" ? "tel" : "text"}
                // The first ticket is mostly one's own.
                autoComplete={place === 0 ? AUTOCOMPLETE[part] : "off"}
                aria-required={isNeeded(holder, part)}
                hint={part === "firstName" && <p className="text-sm text-ink-soft">{t("FORM_UPDATETICKET_ONENAME")}</p>}
              />
            ))}
          </>
        )}
      </TicketGroups>
      <div className="mt-6">
        <TickField {...form.tick("legal")} aria-required>
          {t("FORM_UPDATETICKET_LEGAL")}
        </TickField>
      </div>
    </TicketForm>
  );
}

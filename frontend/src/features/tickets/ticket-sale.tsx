import { useState, type SubmitEvent } from "react";
import { useAddToCart, type AddState } from "@/features/cart";
import {
  boundsFor,
  firstAmounts,
  groupTickets,
  limitsOf,
  requestsOf,
  totalAmount,
  totalPrice,
  type Amounts,
} from "@/features/tickets/choice";
import { TicketRow } from "@/features/tickets/ticket-row";
import type { TicketSale as Sale } from "@/generated/features/tickets/event";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/i18n";
import { Button } from "@/ui/button";
import { ExternalLink } from "@/ui/link";
import { Price } from "@/ui/price";

const BUTTON_TEXTS: Record<AddState, LangKey> = {
  idle: "LANG_ITEM_ADD",
  adding: "LANG_ITEM_ADDING",
  added: "LANG_ITEM_ADDED",
  error: "LANG_ITEM_ADD_AGAIN",
};

/** Tickets by pricing category with amounts, and a summary with the button that stays in sight. */
export function TicketSale({ sale }: { sale: Sale }) {
  const { t } = useTexts();
  const groups = groupTickets(sale);
  const tickets = groups.flatMap((group) => group.tickets);
  const limits = limitsOf(sale);
  const [amounts, setAmounts] = useState<Amounts>(() => firstAmounts(sale));
  const [hint, setHint] = useState(false);
  const { state, error, add, reset } = useAddToCart();
  const count = totalAmount(amounts);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (count === 0) setHint(true);
    else void add(requestsOf(amounts));
  };

  return (
    <form onSubmit={submit}>
      {groups.map((group) => (
        <fieldset key={group.id} className="mb-6 min-w-0">
          <legend className={group.heading ? "display mb-1 text-2xl" : "sr-only"}>{group.heading || t("LANG_TICKET_CHOOSE")}</legend>
          <ul className="rule-t">
            {group.tickets.map((ticket) => (
              <TicketRow
                key={ticket.id}
                ticket={ticket}
                amount={amounts[ticket.id] ?? 0}
                hideButtons={group.hideButtons}
                {...boundsFor(ticket.id, amounts, limits)}
                onChange={(amount) => {
                  setAmounts({ ...amounts, [ticket.id]: amount });
                  setHint(false);
                  if (state === "error") reset();
                }}
              />
            ))}
          </ul>
        </fieldset>
      ))}
      <p className="text-sm text-ink-soft">{t("LANG_TICKET_LIMIT", { limit: sale.cartLimit })}</p>
      {sale.personalizationRequirement === "check_in_required" && <p className="mt-2 text-sm">{t("LANG_TICKET_PERSONALISED")}</p>}
      {(sale.meta.distancingAmount ?? 0) > 0 && (
        <p className="mt-2 text-sm">{t("LANG_TICKET_DISTANCING", { amount: sale.meta.distancingAmount ?? 0 })}</p>
      )}
      {sale.meta.disclaimerText && <p className="mt-2 text-sm whitespace-pre-line">{sale.meta.disclaimerText}</p>}
      {sale.meta.policyLink && (
        <ExternalLink href={sale.meta.policyLink} className="mt-2 inline-flex min-h-11 items-center text-sm">
          {t("LANG_TICKET_POLICY")}
        </ExternalLink>
      )}
      <div className="sticky bottom-0 z-10 -mx-[clamp(1rem,3.2vw,3rem)] mt-4 bg-paper px-[clamp(1rem,3.2vw,3rem)] py-3 md:mx-0 md:px-0">
        <div className="rule-t flex items-center justify-between gap-4 pt-3">
          <p aria-live="polite" className="figures min-w-0">
            <span className="block text-sm">{t("LANG_TICKET_TOTAL", { count })}</span>
            <Price value={totalPrice(tickets, amounts)} className="text-2xl" />
          </p>
          <Button type="submit" className="min-h-14 min-w-[11rem] grow md:max-w-72" aria-busy={state === "adding"}>
            {t(BUTTON_TEXTS[state])}
          </Button>
        </div>
        <p role="alert" className="text-sm font-[600] text-danger">
          {hint ? t("LANG_TICKET_NONECHOSEN") : error ? t(error.key, { limit: sale.cartLimit, ...error.values }) : ""}
        </p>
      </div>
      {sale.kulturpassUrl && (
        <ExternalLink href={sale.kulturpassUrl} className="inline-flex min-h-11 items-center">
          {t("LANG_TICKET_KULTURPASS")}
        </ExternalLink>
      )}
    </form>
  );
}

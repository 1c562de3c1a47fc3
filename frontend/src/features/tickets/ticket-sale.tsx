import { useState, type SubmitEvent } from "react";
import { ADD_TEXTS, useAddToCart } from "@/features/cart";
import { isFree } from "@/features/events";
import {
  boundsFor,
  firstAmounts,
  groupTickets,
  limitsOf,
  offered,
  requestsOf,
  saleLimit,
  totalAmount,
  totalPrice,
  withinLimits,
  type Amounts,
} from "@/features/tickets/choice";
import { useTicketsInCart } from "@/features/tickets/in-cart";
import { inOneKind } from "@/features/tickets/kinds";
import { Kulturpass } from "@/features/tickets/kulturpass";
import { withPaymentCode } from "@/features/tickets/payment-code";
import { TicketGroup } from "@/features/tickets/ticket-group";
import { TicketNotes } from "@/features/tickets/ticket-notes";
import { TicketRow } from "@/features/tickets/ticket-row";
import type { TicketSale as Sale } from "@/generated/features/tickets/event";
import type { LangKey } from "@/generated/lang-keys";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { BottomBar } from "@/ui/page/bottom-bar";
import { Button } from "@/ui/button";
import { Price } from "@/ui/price";

/** Tickets by pricing category with amounts, and a summary with the button that stays in sight. */
export function TicketSale({ sale }: { sale: Sale }) {
  const { t } = useTexts();
  const limit = saleLimit(sale);
  const free = isFree(sale);
  const groups = groupTickets(sale);
  const choices = groups.flatMap((group) => group.choices);
  const inCart = useTicketsInCart(sale.id);
  const limits = limitsOf(sale, inCart);
  const [wanted, setWanted] = useState<Amounts>(() => firstAmounts(sale));
  const amounts = withinLimits(wanted, limits);
  const [hint, setHint] = useState<LangKey | null>(null);
  const { state, refusal, add, reset } = useAddToCart(errorText);
  const count = totalAmount(amounts);
  const total = totalPrice(choices, amounts);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (count === 0) {
      setHint(limits.free === 0 ? "LANG_TICKET_TOOMANY_DETAIL" : "LANG_TICKET_NONECHOSEN");
      return;
    }
    setHint(null);
    const requests = await inOneKind([offered(sale)], withPaymentCode(sale, requestsOf(amounts))).catch(
      () => undefined,
    );
    if (requests === undefined) setHint("LANG_ERROR_OFFLINE");
    else if (requests && (await add(requests))) setWanted({});
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      {groups.map((group) => (
        <TicketGroup key={group.id} group={group}>
          {group.choices.map((choice) => (
            <TicketRow
              key={choice.shown.id}
              choice={choice}
              free={free}
              amount={amounts[choice.shown.id] ?? 0}
              hideButtons={group.hideButtons}
              {...boundsFor(choice.shown.id, amounts, limits)}
              onChange={(amount) => {
                setWanted({ ...amounts, [choice.shown.id]: amount });
                setHint(null);
                reset();
              }}
            />
          ))}
        </TicketGroup>
      ))}
      <TicketNotes sale={sale} inCart={inCart} />
      <BottomBar
        quiet={count === 0}
        className="-mx-[clamp(1rem,3.2vw,3rem)] mt-4 px-[clamp(1rem,3.2vw,3rem)] py-3 md:mx-0 md:px-0"
      >
        <div className="rule-t flex items-center justify-between gap-4 pt-3">
          <p aria-live="polite" className="figures min-w-0">
            <span className="block text-sm">{t("LANG_TICKET_TOTAL", { count })}</span>
            {!free && <Price value={total.value} from={total.open} className="text-2xl" />}
          </p>
          <Button
            type="submit"
            look={count === 0 ? "plain" : "primary"}
            className="min-h-14 min-w-[11rem] grow md:max-w-72"
            aria-busy={state === "adding"}
          >
            {t(ADD_TEXTS[state])}
          </Button>
        </div>
        <p role="alert" className="text-sm font-[600] text-danger">
          {hint ? t(hint, { limit }) : refusal ? t(refusal.key, { limit, ...refusal.values }) : ""}
        </p>
      </BottomBar>
      {sale.kulturpassUrl && <Kulturpass url={sale.kulturpassUrl} />}
    </form>
  );
}

import type { TicketChoice } from "@/features/tickets/choice";
import { useTexts } from "@/lib/texts/i18n";
import { toCents } from "@/lib/money";
import { Price } from "@/ui/price";
import { Stepper } from "@/ui/stepper";

interface Props {
  choice: TicketChoice;
  /** of an event for which nobody pays: there is no price to tell */
  free?: boolean;
  amount: number;
  step: number;
  max: number;
  hideButtons: boolean;
  onChange: (amount: number) => void;
}

export function TicketRow({
  choice: { shown: ticket, kinds },
  free = false,
  amount,
  step,
  max,
  hideButtons,
  onChange,
}: Props) {
  const { t } = useTexts();
  const kind =
    kinds.length > 1 ? t("LANG_TICKET_EITHER") : t(ticket.physical ? "LANG_TICKET_HARD" : "LANG_TICKET_ONLINE");
  const note = ticket.message || (ticket.lowStock && ticket.available ? t("LANG_ITEM_LOWSTOCK") : "");
  const cheapest = [...kinds].sort((a, b) => toCents(a.price) - toCents(b.price))[0] ?? ticket;
  return (
    <li className={`rule-b flex items-center justify-between gap-3 py-3 ${ticket.available ? "" : "text-ink-soft"}`}>
      <div className="min-w-0">
        <p className="leading-snug font-[650]">{ticket.description}</p>
        <p className="text-sm text-ink-soft">{[ticket.descriptionSubline, kind].filter(Boolean).join(" · ")}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          {!free && (
            <Price
              value={cheapest.price}
              original={cheapest.originalPrice}
              from={kinds.some((one) => one.price !== cheapest.price)}
              className="text-xl"
            />
          )}
          {note && <span className="text-sm font-[600] text-warning">{note}</span>}
        </p>
      </div>
      {ticket.available ? (
        <Stepper
          label={`${t("LANG_AMOUNT")}: ${ticket.description}`}
          lessLabel={`${t("LANG_AMOUNT_LESS")}: ${ticket.description}`}
          moreLabel={`${t("LANG_AMOUNT_MORE")}: ${ticket.description}`}
          value={amount}
          min={0}
          max={max}
          step={step}
          plain={hideButtons}
          onChange={onChange}
        />
      ) : (
        <span className="display shrink-0 text-lg">{t("LANG_ITEM_SOLDOUT")}</span>
      )}
    </li>
  );
}

import type { Ticket } from "@/features/tickets/choice";
import { useTexts } from "@/lib/i18n";
import { Price } from "@/ui/price";
import { Stepper } from "@/ui/stepper";

interface Props {
  ticket: Ticket;
  amount: number;
  step: number;
  max: number;
  hideButtons: boolean;
  onChange: (amount: number) => void;
}

export function TicketRow({ ticket, amount, step, max, hideButtons, onChange }: Props) {
  const { t } = useTexts();
  const kind = ticket.physical ? t("LANG_TICKET_HARD") : t("LANG_TICKET_ONLINE");
  const note = ticket.message || (ticket.lowStock && ticket.available ? t("LANG_ITEM_LOWSTOCK") : "");
  return (
    <li className={`rule-b flex items-center justify-between gap-3 py-3 ${ticket.available ? "" : "text-ink-soft"}`}>
      <div className="min-w-0">
        <p className="leading-snug font-[650]">{ticket.description}</p>
        <p className="text-sm text-ink-soft">{[ticket.descriptionSubline, kind].filter(Boolean).join(" · ")}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <Price value={ticket.price} original={ticket.originalPrice} className="text-xl" />
          {note && <span className="text-sm font-[600] text-warning">{note}</span>}
        </p>
      </div>
      {ticket.available ? (
        hideButtons ? (
          <input
            type="checkbox"
            className="m-3 size-6 accent-ink"
            aria-label={ticket.description}
            checked={amount > 0}
            disabled={max === 0}
            onChange={(event) => onChange(event.target.checked ? step : 0)}
          />
        ) : (
          <Stepper
            label={`${t("LANG_AMOUNT")}: ${ticket.description}`}
            lessLabel={`${t("LANG_AMOUNT_LESS")}: ${ticket.description}`}
            moreLabel={`${t("LANG_AMOUNT_MORE")}: ${ticket.description}`}
            value={amount}
            min={0}
            max={max}
            step={step}
            onChange={onChange}
          />
        )
      ) : (
        <span className="display shrink-0 text-lg">{t("LANG_ITEM_SOLDOUT")}</span>
      )}
    </li>
  );
}

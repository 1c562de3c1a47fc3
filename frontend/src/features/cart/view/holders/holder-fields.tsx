import type { HolderLine } from "@/features/cart/model/asked-holder";
import { seatText } from "@/features/cart/model/seat-text";
import { LABELS, partText } from "@/features/cart/view/holders/holder-texts";
import type { HolderForm, Ticket } from "@/features/cart/view/holders/use-holder-form";
import { isNeeded } from "@/lib/holder-problems";
import type { Holder, Part } from "@/lib/ticket-holder";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { TextField, TickField } from "@/ui/field";

interface Props {
  form: HolderForm;
  /** who buys, as far as that is known */
  buyer: Partial<Holder> | null;
}

/** Whose the tickets are: one group of fields a ticket, and the agreement for all of them (purchase §5). */
export function HolderFields({ form, buyer }: Props) {
  const { t } = useOverlayTexts();
  const count = form.tickets.length;
  return (
    <div className="flex flex-col gap-5">
      {form.tickets.map((ticket, index) => (
        <TicketFields
          key={ticket.line.id}
          ticket={ticket}
          fieldOf={(part) => form.fieldOf(ticket.line, part)}
          number={count > 1 ? index + 1 : 0}
          buyer={index === 0 ? buyer : null}
          onChange={(holder) => form.change(ticket.line, holder)}
        />
      ))}
      <TickField
        id={form.agreement}
        checked={form.agreed}
        aria-required
        error={form.disagreed ? t("LANG_HOLDER_AGREE_MISSING") : undefined}
        onChange={(event) => form.agree(event.target.checked)}
      >
        {t("LANG_HOLDER_AGREE")}
      </TickField>
    </div>
  );
}

interface TicketProps {
  ticket: Ticket;
  fieldOf: (part: Part) => string;
  /** among several; 0 = the only one */
  number: number;
  buyer: Partial<Holder> | null;
  onChange: (holder: Partial<Holder>) => void;
}

function TicketFields({ ticket: { line, asked, holder, problems }, fieldOf, number, buyer, onChange }: TicketProps) {
  const { t } = useOverlayTexts();
  const wrong = Object.keys(problems).length > 0;
  const name = [buyer?.firstName, buyer?.lastName].join(" ").trim();
  return (
    <fieldset
      className={`min-w-0 rounded-card border-2 bg-raised px-4 pb-5 md:px-5 ${wrong ? "border-danger" : "border-hairline"}`}
    >
      <legend className="float-left w-full pt-4 leading-snug">
        {number > 0 && <span className="block text-sm text-ink-soft">{t("LANG_HOLDER_TICKET", { number })}</span>}
        <span className="block font-[650] [overflow-wrap:anywhere]">{line.productName}</span>
        <TicketFacts line={line} />
      </legend>
      <div className="clear-both grid gap-x-4 gap-y-4 pt-3 sm:grid-cols-2">
        {name && (
          <button
            type="button"
            className="min-h-11 text-left text-sm underline hover:no-underline sm:col-span-2"
            onClick={() => onChange(buyer ?? {})}
          >
            {t("LANG_HOLDER_BUYER", { name })}
          </button>
        )}
        {asked.map((part) => {
          const problem = problems[part];
          return (
            <TextField
              key={part}
              id={fieldOf(part)}
              className={part === "address" ? "sm:col-span-2" : ""}
              label={t(LABELS[part])}
              type={part === "phone" ? "tel" : "text"}
              // Most of them are other people's.
              autoComplete="off"
              aria-required={isNeeded(holder, part)}
              hint={part === "firstName" && <p className="text-sm text-ink-soft">{t("LANG_HOLDER_ONENAME")}</p>}
              value={holder[part]}
              error={problem && partText(part, problem, t)}
              onChange={(event) => onChange({ [part]: event.target.value })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** When, and which seat or category. */
function TicketFacts({ line }: { line: HolderLine }) {
  const { t } = useOverlayTexts();
  const place = line.seat ? seatText(line.seat, t) : line.pricingCategoryName;
  const facts = [line.eventDay, place, line.productVariantDescription].filter(Boolean);
  return <span className="block text-sm [overflow-wrap:anywhere] text-ink-soft">{facts.join(" · ")}</span>;
}

import { useTexts } from "@/lib/texts/i18n";
import { FileField, TextField } from "@/ui/field";
import { RadioCard } from "@/ui/radio-card";
import {
  FORMS,
  MAX_NAME,
  needsProof,
  PROOF_TYPES,
  ticketField,
  type Kind,
  type Ticket,
  type TicketType,
} from "./model";

interface Props {
  kind: Kind;
  ticket: Ticket;
  place: number;
  several: boolean;
  errorOf: (field: string) => string | undefined;
  change: (more: Partial<Ticket>) => void;
  /** the last one of several alone */
  onRemove?: () => void;
}

const TYPES = { online: "TICKETSERVICE_TYPE_ONLINE", hard: "TICKETSERVICE_TYPE_HARD" } as const;

/** One ticket: which it is, whose it is, and what its form asks besides. */
export function TicketFields({ kind, ticket, place, several, errorOf, change, onRemove }: Props) {
  const { t } = useTexts();
  const field = (name: Parameters<typeof ticketField>[1]) => ({
    id: ticketField(place, name),
    error: errorOf(ticketField(place, name)),
  });
  return (
    <fieldset className="min-w-0 rounded-card bg-surface p-5 md:p-6">
      <legend className={several ? "float-left mb-4 w-full text-xl font-[650]" : "sr-only"}>
        {t("FORM_UPDATETICKET_TICKET", { number: place + 1 })}
      </legend>
      <div className="clear-both grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TypeChoice {...field("type")} chosen={ticket.type} onChoose={(type) => change({ type })} />
        <TextField
          {...field("number")}
          className="sm:col-span-2"
          label={t("FORM_UPDATETICKET_CODE")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={ticket.number}
          aria-required
          onChange={(event) => change({ number: event.target.value })}
        />
        <TextField
          {...field("name")}
          className={FORMS[kind].renames ? "" : "sm:col-span-2"}
          label={t("TICKETSERVICE_HOLDER")}
          autoComplete="off"
          maxLength={MAX_NAME}
          value={ticket.name}
          aria-required
          onChange={(event) => change({ name: event.target.value })}
        />
        {FORMS[kind].renames && (
          <TextField
            {...field("name-new")}
            label={t("TICKETSERVICE_HOLDER_NEW")}
            autoComplete="off"
            maxLength={MAX_NAME}
            value={ticket.nameNew}
            aria-required
            onChange={(event) => change({ nameNew: event.target.value })}
          />
        )}
        {needsProof(kind, ticket) && (
          <FileField
            {...field("file")}
            className="sm:col-span-2"
            label={t("TICKETSERVICE_PROOF")}
            accept={PROOF_TYPES.join(",")}
            aria-required
            hint={<p className="text-sm text-ink-soft">{t("TICKETSERVICE_PROOF_WHY")}</p>}
            onChange={(event) => change({ file: event.target.files?.[0] ?? null })}
          />
        )}
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

interface ChoiceProps {
  id: string;
  error: string | undefined;
  chosen: TicketType | null;
  onChoose: (type: TicketType) => void;
}

function TypeChoice({ id, error, chosen, onChoose }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="sm:col-span-2"
    >
      <p id={`${id}-label`} className="mb-1.5 text-sm font-[600]">
        {t("TICKETSERVICE_TYPE")}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {(Object.keys(TYPES) as TicketType[]).map((type, at) => (
          <RadioCard
            key={type}
            {...(at === 0 && { id })}
            name={id}
            value={type}
            checked={chosen === type}
            disabled={false}
            onChoose={() => onChoose(type)}
            className="justify-center text-center"
          >
            {t(TYPES[type])}
          </RadioCard>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-[600] text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

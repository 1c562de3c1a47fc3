import { useTexts } from "@/lib/texts/i18n";
import { FileField, TextField } from "@/ui/field";
import type { FormOf } from "@/ui/form/use-form";
import { RadioCard } from "@/ui/radio-card";
import {
  FORMS,
  idOf,
  MAX_NAME,
  needsProof,
  PROOF_TYPES,
  type Entered,
  type Kind,
  type Ticket,
  type TicketType,
} from "./model";

interface Props {
  kind: Kind;
  form: FormOf<Entered>;
  ticket: Ticket;
  place: number;
}

const TYPES = { online: "TICKETSERVICE_TYPE_ONLINE", hard: "TICKETSERVICE_TYPE_HARD" } as const;

/** One ticket: which it is, whose it is, and what its form asks besides. */
export function TicketFields({ kind, form, ticket, place }: Props) {
  const { t } = useTexts();
  const { renames } = FORMS[kind];
  const at = `tickets.${place}` as const;
  return (
    <>
      <TypeChoice
        id={idOf(`${at}.type`)}
        error={form.errorOf(`${at}.type`)}
        chosen={ticket.type}
        onChoose={(type) => form.set(`${at}.type`, type)}
      />
      <TextField
        {...form.text(`${at}.number`)}
        className="sm:col-span-2"
        label={t("FORM_UPDATETICKET_CODE")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        aria-required
      />
      <TextField
        {...form.text(`${at}.name`)}
        className={renames ? "" : "sm:col-span-2"}
        label={t("TICKETSERVICE_HOLDER")}
        autoComplete="off"
        maxLength={MAX_NAME}
        aria-required
      />
      {renames && (
        <TextField
          {...form.text(`${at}.nameNew`)}
          label={t("TICKETSERVICE_HOLDER_NEW")}
          autoComplete="off"
          maxLength={MAX_NAME}
          aria-required
        />
      )}
      {needsProof(kind, ticket) && (
        <FileField
          id={idOf(`${at}.file`)}
          error={form.errorOf(`${at}.file`)}
          className="sm:col-span-2"
          label={t("TICKETSERVICE_PROOF")}
          accept={PROOF_TYPES.join(",")}
          aria-required
          hint={<p className="text-sm text-ink-soft">{t("TICKETSERVICE_PROOF_WHY")}</p>}
          onChange={(event) => form.set(`${at}.file`, event.target.files?.[0] ?? null)}
        />
      )}
    </>
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

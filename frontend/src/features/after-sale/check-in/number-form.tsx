import type { Refusal } from "@/lib/sending/refusal";
import { useTexts } from "@/lib/texts/i18n";
import { Form, SubmitButton } from "@/ui/form/form";
import { TicketNumberField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { numberProblem } from "./model";

interface Props {
  code: string;
  /** The page shows the refusal; one that ends the check-in clears the number. */
  onSend: (code: string) => Promise<Refusal | null>;
}

/** Which ticket. */
export function NumberForm({ code, onSend }: Props) {
  const { t } = useTexts();
  const form = useForm({
    start: { code },
    check: (entered) => {
      const text = numberProblem(entered.code);
      return text ? [{ field: "code", text }] : [];
    },
    idOf: () => "ticket-number",
    send: async (entered) => {
      const refusal = await onSend(entered.code);
      if (refusal?.step) form.restart({ code: "" });
      return null;
    },
  });
  return (
    <Form form={form} className="mt-8 rounded-card bg-surface p-5 md:p-6">
      <TicketNumberField
        {...form.text("code")}
        label={t("CHECKIN_NUMBER")}
        aria-required
        hint={<p className="text-sm text-ink-soft">{t("CHECKIN_NUMBER_HINT")}</p>}
      />
      <SubmitButton form={form} text="CHECKIN_CONTINUE" busy="CHECKIN_SEARCHING" />
    </Form>
  );
}

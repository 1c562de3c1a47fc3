import type { ReactNode } from "react";
import type { LangKey } from "@/generated/lang-keys";
import { Form, RefusalNotice, SubmitButton } from "@/ui/form/form";
import type { AnyForm } from "@/ui/form/use-form";

interface Props {
  form: AnyForm;
  intro?: ReactNode;
  submit: LangKey;
  /** while it is sent */
  busy: LangKey;
  /** above the button */
  className?: string;
  /** below the button */
  after?: ReactNode;
  children: ReactNode;
}

/** The frame of a form for tickets: errors on top, the refusal and the button at its end. */
export function TicketForm({ form, intro, submit, busy, className, after, children }: Props) {
  return (
    <Form form={form} errors="FORM_REFUND_ERRORS" intro={intro}>
      {children}
      <RefusalNotice form={form} />
      <SubmitButton form={form} text={submit} busy={busy} {...(className && { className })} />
      {after}
    </Form>
  );
}

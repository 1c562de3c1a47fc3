import type { ReactNode } from "react";
import { refusalText } from "@/lib/sending/refusal";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Form } from "@/ui/form/form";
import type { AnyForm } from "@/ui/form/use-form";

interface FormProps {
  form: AnyForm;
  children: ReactNode;
  submit: string;
  cancel: string;
  /** what is said while it is sent */
  busy: string;
  onCancel: () => void;
}

/** What a dialog asks for, why it was refused, and the two ways on. */
export function DialogForm({ form, children, submit, cancel, busy, onCancel }: FormProps) {
  const { t } = useOverlayTexts();
  return (
    <Form form={form} className="mt-5 flex flex-col gap-4">
      {children}
      <div role="alert" className="text-sm font-[600] text-danger empty:hidden">
        {refusalText(form.refusal, t)}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={form.isSending} aria-busy={form.isSending}>
          {submit}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {form.isSending && busy}
      </p>
    </Form>
  );
}

/** What takes the form's place when it has worked; its button has the focus. */
export function DialogDone({ text, onDone }: { text: string; onDone: () => void }) {
  const { t } = useOverlayTexts();
  return (
    <div className="mt-5">
      <p role="status" className="mb-5 rounded-card border-2 border-positive px-4 py-3 font-[600] text-positive">
        {text}
      </p>
      <Button ref={(button) => button?.focus()} onClick={onDone}>
        {t("LANG_ALLG_OK")}
      </Button>
    </div>
  );
}

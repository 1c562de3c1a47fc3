import type { ReactNode } from "react";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";

interface FormProps {
  children: ReactNode;
  submit: string;
  cancel: string;
  /** what is said while it is sent */
  busy: string | false;
  onSubmit: () => void;
  onCancel: () => void;
}

/** What a dialog asks for, and the two ways on. */
export function DialogForm({ children, submit, cancel, busy, onSubmit, onCancel }: FormProps) {
  const waiting = busy !== false;
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!waiting) onSubmit();
      }}
    >
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={waiting} aria-busy={waiting}>
          {submit}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {busy}
      </p>
    </form>
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

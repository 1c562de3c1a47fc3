import { useEffect, useId, useRef } from "react";
import { Button } from "@/ui/button";

interface Props {
  title: string;
  text: string;
  ok: { label: string; run: () => void };
  /** without it the dialog only informs */
  cancel?: { label: string; run: () => void };
}

/** A headline, a text and one or two answers. Escape takes the careful one. */
export function Question({ title, text, ok, cancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const careful = cancel ?? ok;

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(34rem,calc(100%-2rem))] rounded-card rule bg-raised p-6 shadow-card backdrop:bg-ink/70 md:p-8"
      onCancel={(event) => {
        event.preventDefault();
        careful.run();
      }}
    >
      <h2 id={`${id}-title`} className="display text-2xl">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-4 mb-6">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={careful.run}>{careful.label}</Button>
        {cancel && (
          <Button look="plain" onClick={ok.run}>
            {ok.label}
          </Button>
        )}
      </div>
    </dialog>
  );
}

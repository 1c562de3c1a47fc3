import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

interface Props {
  title: string;
  text?: string | undefined;
  /** needs an answer: a press beside it does not close it, and readers say it at once */
  alert?: boolean;
  /** as wide as a page, for what must be read in a picture */
  wide?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** A modal window with a headline; the browser keeps the focus inside, returns it, and Escape cancels. */
export function Dialog({ title, text, alert = false, wide = false, onCancel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes a dialog already
    <dialog
      ref={dialog}
      role={alert ? "alertdialog" : "dialog"}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className={`m-auto max-h-[calc(100dvh-2rem)] ${wide ? "w-[min(60rem,calc(100%-2rem))]" : "w-[min(36rem,calc(100%-2rem))]"} overflow-y-auto overscroll-contain rounded-card rule bg-raised p-6 shadow-card backdrop:bg-veil/70 md:p-8`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClick={(event) => {
        if (!alert && event.target === dialog.current && event.detail > 0) onCancel();
      }}
    >
      <h2 id={`${id}-title`} className="display text-2xl">
        {title}
      </h2>
      {text && (
        <p id={`${id}-text`} className="mt-4 whitespace-pre-line">
          {text}
        </p>
      )}
      {children}
    </dialog>
  );
}

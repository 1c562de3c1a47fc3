import { useEffect, useId, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Modal } from "@/ui/dialog/modal";

interface Props {
  title: string;
  text?: string | undefined;
  /** needs an answer: a press beside it does not close it, and readers say it at once */
  alert?: boolean;
  /** something is entered in it, which a press beside it must not cost */
  form?: boolean;
  /** as wide as a page, for what must be read in a picture */
  wide?: boolean;
  /** name of the cross, where it has one */
  cross?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A modal window with a headline, for showDialog. */
export function Dialog({ title, text, alert = false, form = false, wide = false, cross, onCancel, children }: Props) {
  const id = useId();
  const { key: visit } = useLocation();
  const [opened] = useState(visit);

  // It belongs to the page below: whoever goes back from that goes from both.
  useEffect(() => {
    if (visit !== opened) onCancel();
    window.addEventListener("popstate", onCancel);
    return () => window.removeEventListener("popstate", onCancel);
  }, [onCancel, opened, visit]);

  return (
    <Modal
      lightly={!alert && !form}
      role={alert ? "alertdialog" : "dialog"}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className={`m-auto max-h-[calc(100dvh-2rem)] ${wide ? "w-[min(60rem,calc(100%-2rem))]" : "w-[min(36rem,calc(100%-2rem))]"} overflow-y-auto overscroll-contain rounded-card rule bg-raised p-6 shadow-card backdrop:bg-veil/70 md:p-8`}
      onCancel={onCancel}
    >
      <h2 id={`${id}-title`} className={`display text-2xl ${cross ? "pr-8" : ""}`}>
        {title}
      </h2>
      {text && (
        <p id={`${id}-text`} className="mt-4 whitespace-pre-line">
          {text}
        </p>
      )}
      {children}
      {cross && (
        <button
          type="button"
          className="display absolute top-2 right-2 size-11 text-2xl hover:bg-ink hover:text-paper"
          aria-label={cross}
          onClick={onCancel}
        >
          ×
        </button>
      )}
    </Modal>
  );
}

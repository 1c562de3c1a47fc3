import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { noteModal } from "@/ui/dialog/top-modal";

interface Props extends Omit<ComponentProps<"dialog">, "open" | "onCancel" | "onClose" | "ref"> {
  open?: boolean;
  /** Escape, the system's way back, or (`lightly`) a press beside it */
  onCancel: () => void;
  /** a press beside it closes it */
  lightly?: boolean;
}

/** The browser's modal window: it keeps the focus inside and returns it. All that lies over a page is made of it. */
export function Modal({ open = true, onCancel, lightly = false, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return undefined;
    if (!element.open) element.showModal();
    const goes = noteModal(element);
    return () => {
      goes();
      element.close();
      // Opened by nothing that can have the focus, or by what has gone: the page goes on from its beginning, not its end.
      const focused = document.activeElement;
      if (focused?.contains(element) || element.contains(focused))
        document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes a dialog already
    <dialog
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      // By whatever else closes a dialog.
      onClose={() => {
        if (open && !dialog.current?.open) onCancel();
      }}
      onClick={(event) => {
        if (lightly && event.target === dialog.current && event.detail > 0) onCancel();
      }}
      {...rest}
    >
      {children}
    </dialog>
  );
}

import type { ReactNode } from "react";
import { Modal } from "@/ui/dialog/modal";

interface Props {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet at the right edge; the browser's dialog keeps the focus inside and returns it. */
export function Drawer({ open, title, closeLabel, onClose, children }: Props) {
  return (
    <Modal
      open={open}
      lightly
      aria-label={title}
      onCancel={onClose}
      className="drawer fixed inset-y-0 right-0 left-auto m-0 h-dvh w-full max-w-[30rem] bg-paper text-ink backdrop:bg-veil/60"
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="rule-b flex h-16 shrink-0 items-center justify-between pl-5">
            <h2 className="display text-2xl">{title}</h2>
            <button
              type="button"
              className="display h-16 w-16 text-2xl hover:bg-ink hover:text-paper"
              aria-label={closeLabel}
              onClick={onClose}
            >
              ×
            </button>
          </div>
          {children}
        </div>
      )}
    </Modal>
  );
}

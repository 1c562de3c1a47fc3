import { useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { useTopModal } from "@/ui/dialog/top-modal";
import { useBottomSpace } from "@/ui/page/bottom-space";

/**
 * Something to say at the lower edge of the window, above the bar that may lie there. Where a dialog lies over the page, it
 * is said inside of that, clear of the buttons at its end.
 */
export function BottomBox({ children, ...rest }: { role?: "alert" | "group"; "aria-label"?: string; children: ReactNode }) {
  const dialog = useTopModal();
  const box = useRef<HTMLDivElement>(null);
  useBottomSpace(box);
  return createPortal(
    <div
      {...rest}
      ref={box}
      className={`${dialog ? "top-20" : "above-bottom-bar"} fixed inset-x-4 z-30 mx-auto mb-4 flex max-w-[40rem] flex-wrap items-center gap-4 rounded-card rule bg-raised p-5 text-ink shadow-card`}
    >
      {children}
    </div>,
    dialog ?? document.body,
  );
}

/** Tells something until it is closed. */
export function BottomNotice({ text, onClose, children }: { text: string; onClose: () => void; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <BottomBox role="alert">
      <p className="grow basis-64">{text}</p>
      {children}
      <Button onClick={onClose}>{t("LANG_ALLG_OK")}</Button>
    </BottomBox>
  );
}

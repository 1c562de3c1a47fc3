import type { ComponentProps, ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { useTopModal } from "@/ui/dialog/top-modal";

/**
 * Something to say at the lower edge of the window, above the bar that may lie there. Where a dialog lies over the page, it
 * is said inside of that, clear of the buttons at its end or beside it. Nobody sees it before it has something to say.
 */
export function BottomBox({ children, ...rest }: Omit<ComponentProps<"div">, "className">) {
  const dialog = useTopModal();
  const place = dialog ? "top-20 lg:top-auto lg:right-auto lg:bottom-0 lg:w-[26rem]" : "above-bottom-bar";
  const look = `${place} fixed inset-x-4 z-30 mx-auto mb-4 flex max-w-[40rem] flex-wrap items-center gap-4 rounded-card rule bg-raised p-5 text-ink shadow-card`;
  return createPortal(
    <div {...rest} className={children ? look : "sr-only"}>
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
      <p className="grow basis-56">{text}</p>
      <div className="flex flex-wrap gap-4">
        {children}
        <Button onClick={onClose}>{t("LANG_ALLG_OK")}</Button>
      </div>
    </BottomBox>
  );
}

import { useRef, type ComponentProps, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { useTopModal } from "@/ui/dialog/top-modal";
import { useRoomBelow, useTurn, type Notice } from "@/ui/page/shelf";

interface BoxProps extends Omit<ComponentProps<"div">, "className" | "ref"> {
  notice: Notice;
}

/**
 * Something to say at the lower edge of the window, above the bar that may lie there. Where a dialog lies over the page, it
 * is said inside of that, clear of the buttons at its end or beside it. Nobody sees it before it has something to say.
 */
export function BottomBox({ notice, children, ...rest }: BoxProps) {
  const dialog = useTopModal();
  const box = useRef<HTMLDivElement>(null);
  const lies = useTurn(notice, Boolean(children));
  useRoomBelow(box, lies && !dialog);
  const place = dialog ? "top-20 lg:top-auto lg:right-auto lg:bottom-0 lg:w-[26rem]" : "above-bottom-bar";
  const look = `${place} fixed inset-x-4 z-30 mx-auto mb-4 flex max-w-[40rem] flex-wrap items-center gap-4 rounded-card rule bg-raised p-5 text-ink shadow-card`;
  return createPortal(
    <div ref={box} {...rest} className={lies ? look : "sr-only"}>
      {lies && children}
    </div>,
    dialog ?? document.body,
  );
}

interface Props {
  notice: Notice;
  text: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Tells something until it is closed. */
export function BottomNotice({ notice, text, onClose, children }: Props) {
  const { t } = useTexts();
  return (
    <BottomBox notice={notice} role="alert">
      <p className="grow basis-56">{text}</p>
      <div className="flex flex-wrap gap-4">
        {children}
        <Button onClick={onClose}>{t("LANG_ALLG_OK")}</Button>
      </div>
    </BottomBox>
  );
}

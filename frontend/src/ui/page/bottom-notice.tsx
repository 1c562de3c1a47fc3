import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

/** Tells something at the lower edge of the window, above the bar that may lie there, until it is closed. */
export function BottomNotice({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <div
      role="alert"
      className="above-bottom-bar fixed inset-x-4 z-30 mx-auto mb-4 flex max-w-[40rem] flex-wrap items-center gap-4 rounded-card rule bg-raised p-5 text-ink shadow-card"
    >
      <p className="grow basis-64">{text}</p>
      <Button onClick={onClose}>{t("LANG_ALLG_OK")}</Button>
    </div>
  );
}

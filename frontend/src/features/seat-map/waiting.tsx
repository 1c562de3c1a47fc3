import { useTexts } from "@/lib/texts/i18n";

/** Until the plan is here. */
export function Waiting() {
  const { t } = useTexts();
  return (
    <div role="status" className="skeleton size-full">
      <span className="sr-only">{t("LANG_SEATS_LOADING")}</span>
    </div>
  );
}

import { useTexts } from "@/lib/texts/i18n";

export function MinicartSkeleton() {
  const { t } = useTexts();
  return (
    <div className="flex flex-col gap-4 p-5" role="status">
      <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
      <span className="skeleton h-20 w-full" />
      <span className="skeleton h-20 w-full" />
    </div>
  );
}

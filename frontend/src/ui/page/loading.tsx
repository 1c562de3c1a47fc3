import { useTexts } from "@/lib/texts/i18n";

interface Props {
  /** of each bar, its height as a class */
  bars: readonly string[];
  className?: string;
}

/** Bars in the place of what is still to come; readers say that it is loading. */
export function Loading({ bars, className = "gap-5" }: Props) {
  const { t } = useTexts();
  return (
    <div role="status" className={`flex flex-col ${className}`}>
      <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
      {bars.map((height, at) => (
        <span key={at} className={`skeleton w-full ${height}`} />
      ))}
    </div>
  );
}

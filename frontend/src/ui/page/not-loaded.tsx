import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

interface Props {
  text: string;
  className?: string;
}

/** In the place of a part of the page whose files did not come. */
export function NotLoaded({ text, className = "" }: Props) {
  const { t } = useTexts();
  return (
    <div className={`flex flex-col items-start gap-4 ${className}`} role="alert">
      <p>{text}</p>
      <Button onClick={() => window.location.reload()}>{t("LANG_ERROR_RELOAD")}</Button>
    </div>
  );
}

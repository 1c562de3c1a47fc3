import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

interface Props {
  text: string;
  /** another try; without it the page is loaded again */
  retry?: () => void;
  className?: string;
}

/** In the place of a part of the page whose files or data did not come. */
export function NotLoaded({ text, retry, className = "" }: Props) {
  const { t } = useTexts();
  return (
    <div className={`flex flex-col items-start gap-4 ${className}`} role="alert">
      <p>{text}</p>
      <Button onClick={retry ?? (() => window.location.reload())}>
        {t(retry ? "LANG_ERROR_RETRY" : "LANG_ERROR_RELOAD")}
      </Button>
    </div>
  );
}

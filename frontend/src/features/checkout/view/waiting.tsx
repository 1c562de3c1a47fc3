import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { NoticeBox } from "@/ui/notice-box";
import { Loading } from "@/ui/page/loading";

interface Props {
  failed: boolean;
  /** what to say once it has failed */
  text: LangKey;
  retry: () => void;
  bars: readonly string[];
  className?: string;
}

/** In the place of what a step needs from the server: bars, or another try. */
export function Waiting({ failed, text, retry, ...bars }: Props) {
  const { t } = useTexts();
  if (!failed) return <Loading {...bars} />;
  return (
    <NoticeBox kind="trouble">
      <p className="mb-4">{t(text)}</p>
      <Button onClick={retry}>{t("LANG_ERROR_RETRY")}</Button>
    </NoticeBox>
  );
}

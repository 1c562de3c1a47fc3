import { useEffect, useState } from "react";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { QUIET_MS } from "@/lib/wire/work/quiet";
import { BottomBox } from "@/ui/page/bottom-notice";

/** Says that the device works for an answer; nobody has anything to do. */
export function WorkNotice() {
  const { t } = useOverlayTexts();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <BottomBox notice="work" role="status">
      {isLong && (
        <>
          <p>{t("LANG_WORK_TEXT")}</p>
          <span className="h-1 w-full animate-pulse bg-accent" />
        </>
      )}
    </BottomBox>
  );
}

import { useEffect, useState } from "react";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { BottomBox } from "@/ui/page/bottom-notice";

/** What is over sooner is not spoken of. */
const QUIET_MS = 400;

/** Says that the device works for an answer; nobody has anything to do. */
export function WorkNotice() {
  const { t } = useOverlayTexts();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <BottomBox role="status">
      {isLong && (
        <>
          <p>{t("LANG_WORK_TEXT")}</p>
          <span className="h-1 w-full animate-pulse bg-accent" />
        </>
      )}
    </BottomBox>
  );
}

import { useEffect, useState } from "react";
import { OFFLINE_EVENT } from "@/app/frame/language-switch";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { BottomNotice } from "@/ui/page/bottom-notice";

/** Says that the network is missing for what was just wanted, until it is closed or the network is back. */
export function OfflineNotice() {
  const { t } = useOverlayTexts();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const show = () => setIsShown(true);
    const hide = () => setIsShown(false);
    window.addEventListener(OFFLINE_EVENT, show);
    window.addEventListener("online", hide);
    return () => {
      window.removeEventListener(OFFLINE_EVENT, show);
      window.removeEventListener("online", hide);
    };
  }, []);
  return isShown ? (
    <BottomNotice notice="trouble" text={t("LANG_ERROR_OFFLINE")} onClose={() => setIsShown(false)} />
  ) : null;
}

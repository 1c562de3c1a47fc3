import { useState } from "react";
import { useReservation } from "@/features/cart";
import type { Notice, Session } from "@/features/session/model/session";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { clock, minutesSpoken } from "@/lib/time/reservation";
import { Button } from "@/ui/button";
import { BottomBox, BottomNotice } from "@/ui/page/bottom-notice";

interface Props {
  notice: Notice;
  session: Session;
}

/** Little is left, there is more again, or it is over: said on every page, over whatever lies there. */
export function SessionNotice({ notice, session }: Props) {
  const { t } = useOverlayTexts();
  const seconds = useReservation();
  if (notice === "ended") {
    return (
      <BottomNotice notice="reservation" text={t("LANG_ALLG_RESERVATION_KILL_MSG")} onClose={session.dismiss}>
        <Button look="plain" onClick={() => window.location.reload()}>
          {t("LANG_ERROR_RELOAD")}
        </Button>
      </BottomNotice>
    );
  }
  if (notice === "moved")
    return <BottomNotice notice="reservation" text={t("LANG_SESSION_MOVED")} onClose={session.dismiss} />;
  if (seconds === null) return null;
  if (notice === "extended") {
    const minutes = Math.floor(seconds / 60);
    return (
      <BottomNotice notice="reservation" text={t("LANG_SESSION_EXTENDED", { minutes })} onClose={session.dismiss} />
    );
  }
  return <Warning seconds={seconds} isLast={notice === "last"} session={session} />;
}

function Warning({ seconds, isLast, session }: { seconds: number; isLast: boolean; session: Session }) {
  const { t } = useOverlayTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [spoken, setSpoken] = useState(seconds);
  if (minutesSpoken(spoken) !== minutesSpoken(seconds)) setSpoken(seconds);
  const consequence = t(isLast ? "LANG_SESSION_LAST" : "LANG_SESSION_WARNING");

  const extend = () => {
    setIsBusy(true);
    setHasFailed(false);
    session
      .extend()
      .catch(() => setHasFailed(true))
      .finally(() => setIsBusy(false));
  };

  return (
    <BottomBox notice="reservation" role="region" aria-label={t("LANG_CART_RESERVED")}>
      <span className="sr-only" role="alert">
        {t("LANG_SESSION_LEFT", { minutes: Math.ceil(spoken / 60) })} {consequence}
      </span>
      <div className="grow basis-64">
        <p>
          {t("LANG_CART_RESERVED")}{" "}
          <span className="figures inline-block min-w-[4ch] text-xl font-[650]">{clock(seconds)}</span>
        </p>
        <p className="text-sm text-ink-soft">{consequence}</p>
        {hasFailed && (
          <p className="mt-2" role="alert">
            {t("LANG_ERROR_OFFLINE")}
          </p>
        )}
      </div>
      {isLast ? (
        <Button onClick={session.dismiss}>{t("LANG_ALLG_OK")}</Button>
      ) : (
        <Button disabled={isBusy} onClick={extend}>
          {t("LANG_SESSION_EXTEND")}
        </Button>
      )}
    </BottomBox>
  );
}

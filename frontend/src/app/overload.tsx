import { useEffect, useEffectEvent, useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { useShopPage } from "@/lib/shop-data";
import { givesASign, QUEUE_EVENT, RETRY_SECONDS, type FullHouse } from "@/lib/wire/fetch-layer";
import { useTexts } from "@/lib/texts/i18n";
import { Modal } from "@/ui/dialog/modal";

const loadAnew = () => window.location.reload();

/**
 * The shop is too busy (503), or fails (another 5xx) and gives no sign of life: says so over the whole page, counts down
 * and asks again (purchase §4 "Queue"). Once there is an answer, the page is loaded anew; where something was to be
 * written, the page appears as it was, with all that was entered. Where others are before, the waiting room is the place
 * to be; it leads back here.
 */
export function Overload({ reload = loadAnew }: { reload?: () => void }) {
  const { t } = useTexts();
  const { restUrl, basePath } = useShopPage();
  const [seconds, setSeconds] = useState<number | null>(null);
  const isKept = useRef(false);
  const quietUntil = useRef(0);

  const close = () => {
    isKept.current = false;
    setSeconds(null);
  };
  const answered = useEffectEvent((there: boolean) => {
    if (!there) setSeconds(RETRY_SECONDS);
    else if (isKept.current) close();
    else reload();
  });

  useEffect(() => {
    const onQueue = async (event: Event) => {
      const { seconds: wait, rooms, isSure, wrote } = (event as CustomEvent<FullHouse>).detail;
      if (!isSure && (await givesASign(`${restUrl}session/heartbeat`))) return;
      const { pathname, search } = window.location;
      if (rooms) window.location.assign(basePath + paths.queue(rooms, pathname + search));
      else if (Date.now() >= quietUntil.current) {
        isKept.current ||= wrote;
        setSeconds((left) => left ?? wait);
      }
    };
    const heard = (event: Event) => void onQueue(event);
    window.addEventListener(QUEUE_EVENT, heard);
    return () => window.removeEventListener(QUEUE_EVENT, heard);
  }, [basePath, restUrl]);

  useEffect(() => {
    if (seconds === null) return;
    if (seconds > 0) {
      const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
      return () => clearTimeout(timer);
    }
    let isOver = false;
    void givesASign(`${restUrl}session/queue`).then((there) => isOver || answered(there));
    return () => {
      isOver = true;
    };
  }, [seconds, restUrl]);

  const back = () => {
    quietUntil.current = Date.now() + RETRY_SECONDS * 1000;
    close();
  };

  if (seconds === null) return null;
  return (
    <Modal
      aria-labelledby="overload-title"
      onCancel={back}
      className="fixed inset-0 m-0 h-dvh w-full bg-hero text-on-hero"
    >
      <div className="shell flex h-full flex-col items-start justify-center gap-6">
        <h2 id="overload-title" className="display text-4xl">
          {t("LANG_QUEUE_TITLE")}
        </h2>
        <p className="max-w-read text-lg">{t("LANG_QUEUE_TEXT")}</p>
        <p className="figures text-lg">{t("LANG_QUEUE_RETRY_IN", { seconds })}</p>
        <button type="button" className="min-h-11 underline" onClick={back}>
          {t("LANG_QUEUE_BACK")}
        </button>
      </div>
    </Modal>
  );
}

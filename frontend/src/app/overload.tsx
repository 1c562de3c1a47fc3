import { useEffect, useState } from "react";
import { useHref } from "react-router";
import { paths } from "@/lib/paths";
import { QUEUE_EVENT, type FullHouse } from "@/lib/wire/fetch-layer";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { Modal } from "@/ui/dialog/modal";

/**
 * The shop is too busy (503): says so over the whole page, so that nothing on it is lost, and offers another try. Where
 * others are before, the waiting room is the place to be; it leads back here.
 */
export function Overload() {
  const { t } = useTexts();
  const [seconds, setSeconds] = useState<number | null>(null);
  const base = useHref(paths.home()).replace(/\/$/, "");

  useEffect(() => {
    const onQueue = (event: Event) => {
      const { seconds: wait, rooms } = (event as CustomEvent<FullHouse>).detail;
      const { pathname, search } = window.location;
      if (rooms) window.location.assign(base + paths.queue(rooms, pathname + search));
      else setSeconds(wait);
    };
    window.addEventListener(QUEUE_EVENT, onQueue);
    return () => window.removeEventListener(QUEUE_EVENT, onQueue);
  }, [base]);

  useEffect(() => {
    if (seconds === null || seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  if (seconds === null) return null;
  return (
    <Modal aria-labelledby="overload-title" onCancel={() => setSeconds(null)} className="fixed inset-0 m-0 h-dvh w-full bg-hero text-on-hero">
      <div className="shell flex h-full flex-col items-start justify-center gap-6">
        <h2 id="overload-title" className="display text-4xl">
          {t("LANG_QUEUE_TITLE")}
        </h2>
        <p className="max-w-read text-lg">{t("LANG_QUEUE_TEXT")}</p>
        <Button look="plain" className="border-on-hero bg-transparent text-on-hero hover:bg-on-hero hover:text-hero disabled:border-on-hero disabled:bg-transparent disabled:text-on-hero" disabled={seconds > 0} onClick={() => window.location.reload()}>
          <span className="figures">{seconds > 0 ? t("LANG_QUEUE_RETRY_IN", { seconds }) : t("LANG_ERROR_RETRY")}</span>
        </Button>
        <button type="button" className="min-h-11 underline" onClick={() => setSeconds(null)}>
          {t("LANG_QUEUE_BACK")}
        </button>
      </div>
    </Modal>
  );
}

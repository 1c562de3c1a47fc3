import { useEffect, useState } from "react";
import { useReservation } from "@/features/cart";
import { ReservationTimer } from "@/features/cart/parts";
import { useHeartbeat } from "@/features/checkout/api/use-heartbeat";
import { useTexts } from "@/lib/texts/i18n";

/** From here on the reservation can be made longer by one press; long before the last 20 seconds (WCAG 2.2.1). */
const EXTEND_BELOW_SECONDS = 5 * 60;
/** A status that is there from the start is not read out; it must appear. */
const SPEAK_AFTER_MS = 1200;

let spoken = false;

export function Reservation() {
  const { t } = useTexts();
  const seconds = useReservation();
  const { extend, busy } = useHeartbeat();
  const [start, setStart] = useState("");
  const minutes = seconds === null ? 0 : Math.floor(seconds / 60);

  useEffect(() => {
    if (spoken || minutes === 0) return;
    const timer = setTimeout(() => {
      spoken = true;
      setStart(t("LANG_CHECKOUT_RESERVED_START", { minutes }));
    }, SPEAK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [minutes, t]);

  if (seconds === null) return null;
  return (
    <div>
      <ReservationTimer />
      <p className="sr-only" role="status">
        {start}
      </p>
      {seconds < EXTEND_BELOW_SECONDS && (
        <button type="button" className="min-h-11 text-sm underline hover:no-underline" disabled={busy} onClick={() => void extend()}>
          {t("LANG_CHECKOUT_RESERVED_EXTEND")}
        </button>
      )}
    </div>
  );
}

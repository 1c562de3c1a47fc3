import { useEffect, useState } from "react";
import { useReservation } from "@/features/cart";
import { ReservationTimer } from "@/features/cart/parts";
import { useTexts } from "@/lib/texts/i18n";

/** A status that is there from the start is not read out; it must appear. */
const SPEAK_AFTER_MS = 1200;

let spoken = false;

export function Reservation() {
  const { t } = useTexts();
  const seconds = useReservation();
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
    </div>
  );
}

import { useReservation } from "@/features/cart/api/use-reservation";
import { clock, SQUARES, squaresGone } from "@/lib/time/reservation";
import { useTexts } from "@/lib/texts/i18n";

/** How long the cart's things stay reserved: minutes and seconds, and a square per minute. */
export function ReservationTimer() {
  const { t } = useTexts();
  const seconds = useReservation();
  if (seconds === null) return null;
  const gone = squaresGone(seconds);
  return (
    <div className="flex items-center justify-between gap-4 text-sm">
      <p>
        {t("LANG_CART_RESERVED")} <span className="figures inline-block min-w-[5ch] font-[650]">{clock(seconds)}</span>
      </p>
      <span aria-hidden="true" className="grid grid-cols-10 gap-0.5">
        {Array.from({ length: SQUARES }, (_, i) => (
          <span key={i} className={`size-1.5 ${i < gone ? "bg-hairline" : "bg-ink"}`} />
        ))}
      </span>
    </div>
  );
}

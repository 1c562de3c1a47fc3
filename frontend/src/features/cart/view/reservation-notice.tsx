import { useCartApi } from "@/features/cart/api/cart-context";
import { useTexts } from "@/lib/i18n";
import { Button } from "@/ui/button";

/** Tells once that the reservation ran out and the things were released. */
export function ReservationNotice() {
  const { t } = useTexts();
  const { reservationLost, dismissReservationLost } = useCartApi();
  if (!reservationLost) return null;
  return (
    <div role="alert" className="fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-[40rem] flex-wrap items-center gap-4 rounded-card rule bg-raised p-5 shadow-card">
      <p className="grow basis-64">{t("LANG_ALLG_RESERVATION_KILL_MSG")}</p>
      <Button onClick={dismissReservationLost}>{t("LANG_ALLG_OK")}</Button>
    </div>
  );
}

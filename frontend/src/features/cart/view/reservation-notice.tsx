import { useCartApi } from "@/features/cart/api/cart-context";
import { useTexts } from "@/lib/texts/i18n";
import { BottomNotice } from "@/ui/page/bottom-notice";

/** Tells once that the reservation ran out and the things were released. */
export function ReservationNotice() {
  const { t } = useTexts();
  const { reservationLost, dismissReservationLost } = useCartApi();
  return reservationLost && <BottomNotice text={t("LANG_ALLG_RESERVATION_KILL_MSG")} onClose={dismissReservationLost} />;
}

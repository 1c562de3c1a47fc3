import type { TicketProps } from "@/features/cart/view/holders/holder-dialog";
import { buyerOf } from "@/features/cart/model/holders";
import { loadTexts } from "@/lib/texts/i18n";

/** Asks in a dialog whose a sold ticket is; resolves once it is saved or closed. Rejects where the dialog did not come. */
export async function askHolder(
  ticket: TicketProps["ticket"],
  buyer: Parameters<typeof buyerOf>[0],
  onSave: TicketProps["onSave"],
): Promise<void> {
  const [{ showDialog }, { ticketDialog }] = await Promise.all([
    import("@/ui/dialog/show-dialog"),
    import("@/features/cart/view/holders/holder-dialog"),
    loadTexts("overlays"),
  ]);
  await showDialog<null>((close) =>
    ticketDialog({ ticket, buyer: buyerOf(buyer), onSave, onClose: () => close(null) }),
  );
}

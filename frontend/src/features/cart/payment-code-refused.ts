import { errorText } from "@/lib/texts/error-texts";
import { loadTexts } from "@/lib/texts/i18n";
import { translate } from "@/lib/texts/overlay-texts";
import { forgetPaymentCode } from "@/lib/payment-code";
import { ask } from "@/ui/dialog/ask";

/** The link's code does not count: it is forgotten, so that the next try goes without it (purchase §8). */
export async function tellPaymentCodeRefused(error: unknown): Promise<void> {
  forgetPaymentCode();
  await loadTexts("overlays").catch(() => undefined);
  const text = `${translate(errorText(error).key)} ${translate("LANG_PAYMENTCODE_REFUSED")}`;
  await ask({ headline: translate("LANG_PAYMENTCODE_TITLE"), text, inform: true });
}

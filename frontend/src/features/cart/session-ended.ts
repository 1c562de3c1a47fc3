import { loadTexts } from "@/lib/texts/i18n";
import { translate } from "@/lib/texts/overlay-texts";
import { ask } from "@/ui/dialog/ask";

let told = false;

/** The session ended and took the cart along: said once, and the page begins anew (purchase §2, §8). */
export async function tellSessionEnded(): Promise<void> {
  if (told) return;
  told = true;
  await loadTexts("overlays").catch(() => undefined);
  await ask({
    headline: translate("LANG_SESSION_TERMINATED_TITLE"),
    text: translate("LANG_SESSION_TERMINATED_TEXT"),
    ok: translate("LANG_ERROR_RELOAD"),
    inform: true,
  });
  window.location.reload();
}

import { takeParameter } from "@/lib/address";
import { translate } from "@/lib/texts/overlay-texts";
import { ask } from "@/ui/dialog/ask";

/** The address of a page that a link with a mistake led to: `?broken_link=1`. */
const FLAG = "broken_link";

/** Says once that the link which led here is broken; the flag leaves the address. */
export async function tellBrokenLink(): Promise<void> {
  if (takeParameter(FLAG) === null) return;
  await ask({ headline: translate("LANG_BROKENLINK_TITLE"), text: translate("LANG_BROKENLINK_TEXT"), inform: true });
}

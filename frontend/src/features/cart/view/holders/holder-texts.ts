import type { HolderProblem } from "@/features/cart/view/holders/use-holder-form";
import type { OverlayKey } from "@/generated/lang-keys";
import type { TranslateOverlay } from "@/lib/texts/overlay-texts";
import { MAX_PARTS } from "@/lib/holder-problems";
import type { Part } from "@/lib/ticket-holder";

export const LABELS: Readonly<Record<Part, OverlayKey>> = {
  firstName: "LANG_HOLDER_FIRSTNAME",
  lastName: "LANG_HOLDER_LASTNAME",
  address: "LANG_HOLDER_ADDRESS",
  phone: "LANG_HOLDER_PHONE",
};
const TROUBLES: Readonly<Record<HolderProblem["code"], OverlayKey>> = {
  required: "LANG_HOLDER_REQUIRED",
  too_long: "LANG_HOLDER_TOOLONG",
  plus: "LANG_HOLDER_PLUS",
  link: "LANG_HOLDER_LINK",
};

export const partText = (part: Part, code: HolderProblem["code"], t: TranslateOverlay): string =>
  t(TROUBLES[code], { field: t(LABELS[part]), limit: MAX_PARTS[part] });

/** For a list of all that is wrong; the ticket is named where there are several. */
export function problemText({ number, part, code }: HolderProblem, several: boolean, t: TranslateOverlay): string {
  if (!part) return t("LANG_HOLDER_AGREE_MISSING");
  const text = partText(part, code, t);
  return several ? `${t("LANG_HOLDER_TICKET", { number: number ?? 0 })}: ${text}` : text;
}

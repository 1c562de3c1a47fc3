import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { ExternalLink } from "@/ui/link";

/** Leads from a dialog to a picture by itself. */
export function NewTabLink({ href }: { href: string }) {
  const { t } = useOverlayTexts();
  return (
    <ExternalLink href={href} className="inline-flex min-h-11 items-center text-sm underline hover:no-underline">
      {t("LANG_ALERT_NEWTAB")}
    </ExternalLink>
  );
}

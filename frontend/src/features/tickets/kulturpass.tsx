import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { FoldSign } from "@/ui/fold-sign";
import { ExternalLink, Link } from "@/ui/link";

/** How to pay with the KulturPass, and where to reserve the ticket (catalogue §1, §4 "Culture-voucher flow"). */
export function Kulturpass({ url }: { url: string }) {
  const { t } = useTexts();
  return (
    <details className="mt-6 rounded-card bg-highlight text-on-highlight">
      <summary className="display flex min-h-14 list-none items-center justify-between gap-4 px-5 pt-1 text-xl [&::-webkit-details-marker]:hidden">
        {t("LANG_TICKET_KULTURPASS")}
        <FoldSign />
      </summary>
      <div className="px-5 pb-5">
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          <li>{t("LANG_TICKET_KULTURPASS_1")}</li>
          <li>{t("LANG_TICKET_KULTURPASS_2")}</li>
          <li>{t("LANG_TICKET_KULTURPASS_3")}</li>
        </ol>
        <p className="mt-3 flex flex-wrap gap-x-5">
          <ExternalLink
            href={url}
            className="inline-flex min-h-11 items-center font-[650] underline hover:no-underline"
          >
            {t("LANG_TICKET_KULTURPASS_LINK")}
          </ExternalLink>
          <Link to={paths.kulturpass()} className="inline-flex min-h-11 items-center underline hover:no-underline">
            {t("LANG_TICKET_KULTURPASS_MORE")}
          </Link>
        </p>
      </div>
    </details>
  );
}

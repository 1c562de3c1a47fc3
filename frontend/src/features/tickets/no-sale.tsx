import type { ReactNode } from "react";
import { useHref } from "react-router";
import type { TicketSale } from "@/generated/features/tickets/event";
import type { LangKey } from "@/generated/lang-keys";
import { usePresale } from "@/features/tickets/use-presale";
import { paths } from "@/lib/paths";
import { dateAndTime, daysUntil } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useNow } from "@/lib/time/now";
import { BUTTON, PRIMARY } from "@/ui/button";
import { DocumentLink, ExternalLink } from "@/ui/link";

/** The title and text of what sells nothing here, and nowhere else either. */
const SAID: Partial<Record<TicketSale["ticketState"], [LangKey, LangKey]>> = {
  OVER: ["LANG_TICKET_OVER_TITLE", "LANG_TICKET_OVER_TEXT"],
  STOPPED: ["LANG_TICKET_TAG_STOPPED", "LANG_TICKET_STOPPED_TEXT"],
  CANCELLED: ["LANG_TICKET_TAG_CANCELLED", "LANG_TICKET_CANCELLED_TEXT"],
  POSTPONED: ["LANG_TICKET_TAG_POSTPONED", "LANG_TICKET_POSTPONED_TEXT"],
};

/** What stands in place of the tickets while there are none to choose (catalogue §4); `children`: where to go on. */
export function NoSale({ sale, children }: { sale: TicketSale; children?: ReactNode }) {
  const { t } = useTexts();
  if (sale.ticketState === "BEFORE_PRESALE") return <BeforePresale sale={sale} />;
  if (sale.ticketState === "EXTERNAL") {
    return (
      <Block title={t("LANG_TICKET_EXTERNAL_TITLE")}>
        <p>{t("LANG_TICKET_EXTERNAL_TEXT")}</p>
        <Elsewhere sale={sale} />
      </Block>
    );
  }
  const said = SAID[sale.ticketState];
  if (said) {
    return (
      <Block title={t(said[0])}>
        <p>{t(said[1])}</p>
        {children}
      </Block>
    );
  }
  return (
    <Block title={t("LANG_TICKET_SOLDOUT_TITLE")}>
      <p>{sale.soldOutMessage || t("LANG_TICKET_SOLDOUT_TEXT")}</p>
      <Elsewhere sale={sale} />
      {children}
    </Block>
  );
}

/** To whoever else sells the tickets, if anybody does. */
function Elsewhere({ sale: { meta } }: { sale: TicketSale }) {
  const { t } = useTexts();
  if (!meta.externalLink) return null;
  return (
    <ExternalLink href={meta.externalLink} className={`${BUTTON} ${PRIMARY} w-full`}>
      {meta.externalLinkText || t("LANG_TICKET_EXTERNAL_LINK")}
    </ExternalLink>
  );
}

function BeforePresale({ sale }: { sale: TicketSale }) {
  const { presaleAt, slug, venue, waitingRoomId } = sale;
  const { t, locale } = useTexts();
  const here = useHref(paths.event(slug));
  const clock = usePresale(presaleAt);
  const now = useNow();
  const days = presaleAt ? daysUntil(presaleAt, now, venue.timeZone) : 0;
  return (
    <Block title={t("LANG_TICKET_BEFORE_TITLE")}>
      {presaleAt && (
        <>
          <p>{t("LANG_TICKET_BEFORE_TEXT", dateAndTime(presaleAt, locale, venue))}</p>
          <p className="display figures min-h-8 text-2xl">
            {clock ? (
              <span role="timer">{t("LANG_TICKET_BEFORE_CLOCK", { clock })}</span>
            ) : (
              days > 0 && t("LANG_TICKET_BEFORE_IN", { days })
            )}
          </p>
          <DocumentLink to={paths.presaleCalendar(slug, locale)} className="underline hover:no-underline max-md:hidden">
            {t("LANG_TICKET_BEFORE_CALENDAR")}
          </DocumentLink>
        </>
      )}
      <Elsewhere sale={sale} />
      {waitingRoomId && (
        <>
          <p>{t("LANG_TICKET_BEFORE_QUEUE")}</p>
          <DocumentLink
            to={paths.queue([waitingRoomId], here)}
            rel="nofollow"
            className={`${BUTTON} ${PRIMARY} w-full`}
          >
            {t("LANG_TICKET_BEFORE_QUEUE_LINK")}
          </DocumentLink>
        </>
      )}
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 rounded-card bg-surface p-6">
      <p className="display text-3xl">{title}</p>
      {children}
    </div>
  );
}

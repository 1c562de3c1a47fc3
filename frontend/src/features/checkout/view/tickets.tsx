import type { OrderData } from "@/generated/features/checkout/api/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { dateMedium } from "@/lib/time/dates";
import { paths } from "@/lib/paths";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { TitledSection } from "@/features/checkout/view/titled-section";

/** Tickets to take along once they are paid, and their dates for a calendar. */
export function Tickets({
  order: { ticketsUrl, calendarUrl, walletLinks, checkIns, contactData },
}: {
  order: OrderData;
}) {
  const { t } = useTexts();
  if (!ticketsUrl) return null;
  const files = [
    [ticketsUrl, t("LANG_CHECKOUT_TICKETS_PDF")],
    [calendarUrl, t("LANG_CHECKOUT_TICKETS_DATES")],
  ].filter(([url]) => url);
  return (
    <TitledSection id="tickets" title={t("LANG_CHECKOUT_TICKETS")} className="mt-8">
      <p className="max-w-read">{t("LANG_CHECKOUT_TICKETS_TEXT")}</p>
      <ul className="divide-y divide-hairline">
        {files.map(([url, name]) => (
          <li key={url}>
            <a href={url} download className="inline-flex min-h-11 items-center underline hover:no-underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {walletLinks.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-3">
          {walletLinks.map(({ wallet, url, part }) => (
            <a key={url} href={url} className={`${BUTTON} ${PLAIN}`}>
              {t(wallet === "apple" ? "LANG_CHECKOUT_WALLET_APPLE" : "LANG_CHECKOUT_WALLET_GOOGLE")} {part}
            </a>
          ))}
        </p>
      )}
      {checkIns.length > 0 && <CheckIns checkIns={checkIns} />}
      {contactData && <ContactData />}
    </TitledSection>
  );
}

/** Where each ticket checks in, or from when on, or that it has. */
function CheckIns({ checkIns }: { checkIns: OrderData["checkIns"] }) {
  const { t, locale } = useTexts();
  return (
    <>
      <h3 className="mt-6 mb-2 text-xl font-[650]">{t("LANG_CHECKOUT_CHECKIN")}</h3>
      <p className="max-w-read">{t("LANG_CHECKOUT_CHECKIN_TEXT")}</p>
      <ul className="divide-y divide-hairline">
        {checkIns.map(({ ticketNumber, eventName, opensAt, timeZone, active, checkedIn }) => (
          <li key={ticketNumber} className="flex flex-wrap items-center gap-x-4 py-1">
            <Link
              to={paths.checkIn(ticketNumber)}
              className="inline-flex min-h-11 items-center underline hover:no-underline"
            >
              {t("LANG_CHECKOUT_CHECKIN_TICKET", { event: eventName, number: ticketNumber })}
            </Link>
            {checkedIn && <span className="text-ink-soft">{t("LANG_CHECKOUT_CHECKIN_DONE")}</span>}
            {!checkedIn && !active && opensAt && (
              <span className="text-ink-soft">
                {t("LANG_CHECKOUT_CHECKIN_FROM", { date: dateMedium(opensAt, locale, timeZone) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Their events have to know how to reach whoever comes, also where somebody else has bought the ticket. */
function ContactData() {
  const { t } = useTexts();
  return (
    <>
      <h3 className="mt-6 mb-2 text-xl font-[650]">{t("LANG_CHECKOUT_CONTACTDATA")}</h3>
      <p className="max-w-read">{t("LANG_CHECKOUT_CONTACTDATA_TEXT")}</p>
      <Link to={paths.trace()} className="inline-flex min-h-11 items-center underline hover:no-underline">
        {t("LANG_CHECKOUT_CONTACTDATA_GIVE")}
      </Link>
    </>
  );
}

import { useState } from "react";
import { AfterSalePage, Completed, PageHeading } from "@/features/after-sale/tickets";
import { PageQuery } from "@/features/page";
import { TICKETSERVICE, type TicketserviceQuery } from "@/generated/features/after-sale/ticket-service/ticketservice";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";
import { FORMS, type Kind } from "./model";
import { ServiceForm } from "./service-form";

type Service = NonNullable<TicketserviceQuery["ticketService"]>;

/** Tickets are cancelled, or get another name, while an event opens the form for that. */
export function ServicePage({ kind }: { kind: Kind }) {
  return (
    <AfterSalePage title={FORMS[kind].title} heading={false}>
      <PageQuery query={TICKETSERVICE} variables={{ kind }} pick={(data) => data.ticketService} skeleton={<Skeleton />}>
        {(service) => <TicketService kind={kind} service={service} />}
      </PageQuery>
    </AfterSalePage>
  );
}

const Skeleton = () => (
  <span className="flex flex-col gap-5 pt-12">
    <span className="skeleton block h-16" />
    <span className="skeleton block h-80" />
  </span>
);

function TicketService({ kind, service: { events, maxTickets } }: { kind: Kind; service: Service }) {
  const { t } = useTexts();
  const [done, setDone] = useState(0);
  return (
    <>
      <PageHeading title={FORMS[kind].title} />
      {events.length === 0 ? (
        <Closed kind={kind} />
      ) : done > 0 ? (
        <Completed
          title={t("TICKETSERVICE_COMPLETED", { count: done })}
          text={t(FORMS[kind].after)}
          onMore={() => setDone(0)}
        >
          <Help />
        </Completed>
      ) : (
        <>
          <p className="max-w-read">{t(FORMS[kind].lead)}</p>
          <OpenEvents events={events} />
          <ServiceForm kind={kind} mostTickets={maxTickets} onDone={setDone} />
        </>
      )}
    </>
  );
}

function OpenEvents({ events }: { events: Service["events"] }) {
  const { t } = useTexts();
  return (
    <section className="mt-6">
      <h2 className="font-[650]">{t("TICKETSERVICE_EVENTS")}</h2>
      <ul className="mt-2">
        {events.map((event) => (
          <li key={event.id} className="border-t border-hairline py-2">
            {event.title}
            {event.untilText && (
              <span className="block text-ink-soft">{t("TICKETSERVICE_UNTIL", { date: event.untilText })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** No event opens the form: what to do instead, and where to ask. */
function Closed({ kind }: { kind: Kind }) {
  const { t } = useTexts();
  return (
    <>
      <p className="max-w-read text-lg" role="status">
        {t("TICKETSERVICE_CLOSED")}
      </p>
      <p className="mt-4 max-w-read">{t(FORMS[kind].closed)}</p>
      <Help />
    </>
  );
}

function Help() {
  const { t } = useTexts();
  return (
    <p className="mt-4 max-w-read">
      {t("TICKETSERVICE_HOURS")}{" "}
      <span className="whitespace-nowrap">
        <Link to={paths.faq()} className="inline-flex min-h-11 items-center underline hover:no-underline">
          {t("LANG_NAV_FAQ")}
        </Link>
        {" · "}
        <Link to={paths.contact()} className="inline-flex min-h-11 items-center underline hover:no-underline">
          {t("LANG_NAV_CONTACT")}
        </Link>
      </span>
    </p>
  );
}

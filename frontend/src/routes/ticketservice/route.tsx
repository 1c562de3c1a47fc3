import { useEffect, useRef, useState } from "react";
import { PageQuery } from "@/features/page";
import { TICKETSERVICE, type TicketserviceQuery } from "@/generated/routes/ticketservice/ticketservice";
import { useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { Button, BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { NotFound } from "@/ui/page/not-found";
import { usePageTitle } from "@/ui/page/page-title";
import { FORMS, isKind, type Kind } from "./model";
import { ServiceForm } from "./service-form";

type Service = NonNullable<TicketserviceQuery["ticketService"]>;

export const query = TICKETSERVICE;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ kind: params["kind"] });

/** Tickets are cancelled, or get another name, while an event opens the form for that (purchase §2 "After-sale forms"). */
export default function TicketServiceRoute() {
  const { kind } = useParams();
  return isKind(kind) ? <TicketServicePage key={kind} kind={kind} /> : <NotFound />;
}

function TicketServicePage({ kind }: { kind: Kind }) {
  const { t } = useTexts();
  usePageTitle(t(FORMS[kind].title));
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16">
        <PageQuery
          query={TICKETSERVICE}
          variables={{ kind }}
          pick={(data) => data.ticketService}
          skeleton={<Skeleton />}
        >
          {(service) => <TicketService kind={kind} service={service} />}
        </PageQuery>
      </div>
    </div>
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
      <h1 tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
        {t(FORMS[kind].title)}
      </h1>
      {events.length === 0 ? (
        <Closed kind={kind} />
      ) : done > 0 ? (
        <Completed kind={kind} count={done} onMore={() => setDone(0)} />
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

function Completed({ kind, count, onMore }: { kind: Kind; count: number; onMore: () => void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mt-8" aria-live="polite">
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {t("TICKETSERVICE_COMPLETED", { count })}
      </h2>
      <p className="mt-3 max-w-read text-lg">{t(FORMS[kind].after)}</p>
      <Help />
      <p className="mt-8 flex flex-wrap gap-4">
        <Button onClick={onMore}>{t("FORM_UPDATETICKET_MORE")}</Button>
        <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
          {t("LANG_ERROR_404_HOME")}
        </Link>
      </p>
    </section>
  );
}

import { useEffect } from "react";
import { useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { PageQuery } from "@/features/page";
import { ADVENT, type AdventQuery } from "@/generated/routes/advent/advent";
import { useClient } from "@/lib/wire/client";
import { dateMedium, daysUntil } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useNow } from "@/lib/time/now";
import { Link } from "@/ui/link";
import { useStandIn } from "@/ui/page/page-listing";
import { usePageTitle } from "@/ui/page/page-title";
import { RichText } from "@/ui/rich-text";
import { Countdown } from "./countdown";
import { DoorContents } from "./door-contents";
import { DoorWall } from "./door-wall";

type Calendar = NonNullable<AdventQuery["advent"]>;

export const query = ADVENT;
export const variables = (params: Readonly<Record<string, string | undefined>>) =>
  params["year"] ? { year: Number(params["year"]) } : {};

const LONGEST_TIMEOUT = 2 ** 31 - 1;
/** Everybody's door opens at the same second; not everybody has to ask in it. */
const SPREAD_MS = 4000;

/** Asks again when the next door has opened. */
function useNextDoor(nextOpening: string | null) {
  const client = useClient();
  useEffect(() => {
    if (!nextOpening) return;
    const wait = Date.parse(nextOpening) - Date.now() + 500 + Math.random() * SPREAD_MS;
    if (wait > LONGEST_TIMEOUT) return;
    const ask = () => {
      client
        .load()
        .then((apollo) => apollo.refetchQueries({ include: [ADVENT] }))
        .catch(() => {
          timer = setTimeout(ask, SPREAD_MS);
        });
    };
    let timer = setTimeout(ask, Math.max(wait, SPREAD_MS));
    return () => clearTimeout(timer);
  }, [client, nextOpening]);
}

export default function AdventPage() {
  const { year } = useParams();
  return (
    <PageQuery
      query={ADVENT}
      variables={variables({ year })}
      pick={(data) => data.advent}
      skeleton={<span className="skeleton block h-96" />}
    >
      {(calendar) => <CalendarView key={calendar.id} calendar={calendar} />}
    </PageQuery>
  );
}

function CalendarView({ calendar }: { calendar: Calendar }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const title = calendar.title || `${t("LANG_ADVENT_TITLE")} ${calendar.year}`;
  usePageTitle(title);
  useStandIn(calendar.year === (calendar.years[0] ?? calendar.year) ? paths.advent() : undefined);
  useNextDoor(calendar.nextOpening);
  const { nextOpening } = calendar;
  const days = nextOpening ? daysUntil(nextOpening, now) : 0;
  const others = calendar.years.filter((year) => year !== calendar.year);
  const opened = calendar.doors.filter((door) => door.open);
  return (
    <>
      <header className="bg-hero text-on-hero">
        <div className="shell grid gap-x-10 gap-y-6 py-6 md:grid-cols-12 md:py-10">
          <div className="@container flex min-w-0 flex-col gap-4 md:col-span-8">
            <h1 tabIndex={-1} className="display text-3xl outline-none lg:text-4xl">
              {title}
            </h1>
            {calendar.text && <RichText html={calendar.text} className="text-lg" />}
            {nextOpening && (
              <p>
                <Link to={paths.contest()} className="inline-flex min-h-11 items-center underline hover:no-underline">
                  {t("LANG_ADVENT_CONTEST")}
                </Link>
              </p>
            )}
          </div>
          <div className="flex flex-col justify-end gap-1 md:col-span-4 md:items-end md:text-right">
            {nextOpening ? (
              <>
                <p className="flex items-baseline gap-3">
                  {days > 0 && <span className="display figures text-4xl">{days}</span>}
                  <span className="display text-xl">
                    {days > 0 ? t("LANG_ADVENT_DAYS", { days }) : t("LANG_ADVENT_TODAY")}
                  </span>
                </p>
                <p>{t("LANG_ADVENT_NEXT", { day: calendar.opened + 1, date: dateMedium(nextOpening, locale) })}</p>
                <Countdown to={nextOpening} />
              </>
            ) : (
              <p className="display text-2xl">{t("LANG_ADVENT_ALL_OPEN")}</p>
            )}
          </div>
        </div>
      </header>
      <section aria-label={t("LANG_ADVENT_DOORS")} className="shell py-8 md:py-12">
        <DoorWall doors={calendar.doors} next={calendar.opened + 1} />
      </section>
      {others.length > 0 && (
        <nav aria-label={t("LANG_ADVENT_YEARS")} className="shell pb-8">
          <ul className="flex flex-wrap gap-x-6">
            {others.map((year) => (
              <li key={year}>
                <Link
                  to={paths.adventOf(year)}
                  className="display inline-flex min-h-11 items-center text-2xl no-underline hover:underline"
                >
                  {t("LANG_ADVENT_YEAR", { year: String(year) })}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {opened.length > 0 && (
        <section className="shell">
          <h2 className="display mb-4 text-3xl">{t("LANG_ADVENT_OPENED")}</h2>
          <ol>
            {opened.map((door) => (
              <DoorContents key={door.day} door={door} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";
import { Panel } from "@/ui/panel";
import { RichText } from "@/ui/rich-text";
import type { EventData } from "./event-data";

/** As letters say it: AT-1070 Wien. */
const abroad = (country: string): string => (country && country !== "de" ? `${country.toUpperCase()}-` : "");

/** What there is to read about a show. */
export function EventPanels({ event }: { event: EventData }) {
  const { t } = useTexts();
  const owner = event.owningCompanyAddress;
  const ownerLines = owner
    ? [
        owner.company,
        `${owner.firstName} ${owner.lastName}`.trim(),
        owner.address,
        owner.address2,
        `${abroad(owner.countryCode)}${owner.postCode} ${owner.city}`.trim(),
      ].filter(Boolean)
    : [];
  const about = event.description || event.htmlDetails.content;
  if (!about && event.artists.length === 0 && !event.localOrganizer && ownerLines.length === 0) return null;
  return (
    <div className="rule-t">
      {about && (
        <Panel title={t("LANG_EVENT_INFO")} open>
          <RichText html={event.description} />
          <RichText html={event.htmlDetails.content} className="mt-4" />
        </Panel>
      )}
      {event.artists.length > 0 && (
        <Panel title={t("LANG_EVENT_LINEUP")} open>
          <ul>
            {event.artists.map((artist) => (
              <li key={artist.id}>
                <Link to={paths.artist(artist.slug)} className="inline-flex min-h-11 items-center text-lg">
                  {artist.name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {(event.localOrganizer || ownerLines.length > 0) && (
        <Panel title={t("LANG_EVENT_ORGANIZER")}>
          {event.localOrganizer && <p>{event.localOrganizer}</p>}
          {ownerLines.length > 0 && <p className="mt-2 whitespace-pre-line">{ownerLines.join("\n")}</p>}
        </Panel>
      )}
    </div>
  );
}

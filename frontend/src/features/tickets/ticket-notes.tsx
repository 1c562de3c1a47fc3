import { useHref } from "react-router";
import { paths } from "@/lib/paths";
import { saleLimit } from "@/features/tickets/choice";
import type { TicketSale } from "@/generated/features/tickets/event";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { ExternalLink } from "@/ui/link";

/** A disclaimer counts from here on (catalogue §9). */
const SHORTEST_DISCLAIMER = 6;

const ASKED: Partial<Record<TicketSale["personalizationRequirement"], LangKey>> = {
  check_in_required: "LANG_TICKET_NAMES",
  contact_tracing_required: "LANG_TICKET_CONTACTS",
};

/** What buyers of an event's tickets have to know before they choose; the seated layout shows the same. */
export function TicketNotes({ sale, inCart }: { sale: TicketSale; inCart: number }) {
  const { t } = useTexts();
  const { meta } = sale;
  const limit = saleLimit(sale);
  const termsPage = useHref(paths.terms());
  const asksFor = ASKED[sale.personalizationRequirement];
  const disclaimer = meta.disclaimerText.trim();
  const notes = [
    limitNote(),
    meta.forceTicketAmount ? t("LANG_TICKET_FORCED", { amount: meta.forceTicketAmount }) : "",
    meta.forceSection ? t("LANG_TICKET_FORCED_SECTION", { section: meta.forceSectionName }) : "",
    meta.distancingAmount ? t("LANG_TICKET_DISTANCING", { amount: meta.distancingAmount }) : "",
    asksFor ? t(asksFor) : "",
    t("LANG_TICKET_NOWITHDRAWAL"),
    disclaimer.length >= SHORTEST_DISCLAIMER ? disclaimer : "",
  ].filter(Boolean);
  const links = [
    [meta.policyLink, t("LANG_TICKET_POLICY")],
    [meta.customTermsAnchor && `${termsPage}#${meta.customTermsAnchor}`, t("LANG_TICKET_TERMS")],
  ].filter(([href]) => href);

  function limitNote(): string {
    if (inCart >= limit) return t("LANG_TICKET_LIMIT_REACHED", { limit });
    return inCart > 0 ? t("LANG_TICKET_LIMIT_INCART", { limit, count: inCart }) : t("LANG_TICKET_LIMIT", { limit });
  }

  return (
    <>
      <ul aria-live="polite" className="flex flex-col gap-2 text-sm text-ink-soft">
        {notes.map((note, place) => (
          <li key={place} className="whitespace-pre-line">
            {note}
          </li>
        ))}
      </ul>
      {links.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
          {links.map(([href = "", text]) => (
            <ExternalLink
              key={href}
              href={href}
              className="inline-flex min-h-11 items-center underline hover:no-underline"
            >
              {text}
            </ExternalLink>
          ))}
        </p>
      )}
    </>
  );
}

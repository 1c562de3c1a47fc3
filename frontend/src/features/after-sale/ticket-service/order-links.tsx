import { TICKETSERVICES } from "@/generated/features/after-sale/ticket-service/ticketservice";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { Link } from "@/ui/link";

const NAMES = { change: "TICKETSERVICE_LINK_CHANGE", cancel: "TICKETSERVICE_LINK_CANCEL" } as const;

export interface OrderLinksProps {
  orderId: string;
  reference: string;
}

/** Where the order's tickets get another name or are given back, while their events open the forms. */
export default function OrderLinks({ orderId, reference }: OrderLinksProps) {
  const { t } = useTexts();
  const { data } = useAnswer(TICKETSERVICES, { orderId });
  const links = data?.ticketServices ?? [];
  if (links.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-hairline">
      {links.map(({ kind, eventTitle, untilText }) => (
        <li key={`${kind} ${eventTitle}`} className="flex flex-wrap items-center gap-x-4 py-1">
          <Link
            to={paths.ticketService(kind, reference)}
            className="inline-flex min-h-11 items-center underline hover:no-underline"
          >
            {t(NAMES[kind], { event: eventTitle })}
          </Link>
          {untilText && <span className="text-ink-soft">{t("TICKETSERVICE_UNTIL", { date: untilText })}</span>}
        </li>
      ))}
    </ul>
  );
}

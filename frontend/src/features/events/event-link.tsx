import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import type { EventRow } from "@/generated/features/events/row";
import { isComing } from "@/features/events/status";
import { ExternalLink, Link } from "@/ui/link";

interface Props {
  event: Pick<EventRow, "slug" | "ticketState" | "meta">;
  className: string;
  children: ReactNode;
}

/** To the event's page; events that are sold elsewhere open there in a new tab. */
export function EventLink({ event, className, children }: Props) {
  if (event.meta.externalLink && isComing(event)) {
    return (
      <ExternalLink href={event.meta.externalLink} className={className}>
        {children}
      </ExternalLink>
    );
  }
  return (
    <Link to={paths.event(event.slug)} className={className}>
      {children}
    </Link>
  );
}

import { useParams } from "@/lib/route-params";
import { isKind, ServicePage, TICKETSERVICE } from "@/features/after-sale/ticket-service";
import { NotFound } from "@/ui/page/not-found";

export const query = TICKETSERVICE;
export const variables = (params: Readonly<Record<string, string | undefined>>) => ({ kind: params["kind"] });

/** The forms for tickets that are cancelled or renamed (purchase §2 "After-sale forms"). */
export default function TicketServiceRoute() {
  const { kind } = useParams();
  return isKind(kind) ? <ServicePage key={kind} kind={kind} /> : <NotFound />;
}

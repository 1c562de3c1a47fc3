import type { TicketKind } from "@/features/tickets/ask-kind";
import { fromCents, toCents } from "@/lib/money";

export interface KindTicket {
  readonly id: string;
  readonly description: string;
  readonly price: string;
  readonly physical: boolean;
  readonly available: boolean;
  readonly pricingCategory: { readonly id: string } | null;
}

/** One ticket as buyers choose it. */
export interface Choice<T> {
  /** what stands in the list */
  shown: T;
  /** in which kinds it can be had: none, one, or an online and a printed one */
  kinds: readonly T[];
}

const isSame = (one: KindTicket, other: KindTicket): boolean =>
  one.description === other.description && one.pricingCategory?.id === other.pricingCategory?.id;

/** Tickets in their order; an online and a printed one of the same name and category are one choice (catalogue §4). */
export function choicesOf<T extends KindTicket>(tickets: readonly T[]): Choice<T>[] {
  const found: T[][] = [];
  for (const ticket of tickets) {
    const twin = found.find(
      ([first, second]) => first && !second && isSame(first, ticket) && first.physical !== ticket.physical,
    );
    if (twin) twin.push(ticket);
    else found.push([ticket]);
  }
  return found.flatMap((twins) => {
    const kinds = twins.filter((one) => one.available);
    const shown = kinds[0] ?? twins[0];
    return shown ? [{ shown, kinds }] : [];
  });
}

interface Request {
  productVariantId: string;
  amount: number;
}

/**
 * What to ask ADDTOCART for, once the kind of ticket is settled (catalogue §4 "Ticket type").
 *
 * `groups` are the active tickets of each event, `requests` name one of each choice and may carry more, such as
 * seats. Where only one kind is possible nothing is asked; otherwise a popup must be answered, once for all requests.
 * Null: it was cancelled, nothing is to be added. Rejects when the popup cannot be loaded. Lists show `choicesOf` a
 * group, so that nobody chooses the kind twice.
 */
export async function inOneKind<R extends Request>(
  groups: readonly (readonly KindTicket[])[],
  requests: readonly R[],
): Promise<R[] | null> {
  const tickets = groups.flat();
  const choices = groups.flatMap((group) => choicesOf(group));
  const kindsOf = (request: R) =>
    choices.find((one) => one.kinds.some((kind) => kind.id === request.productVariantId))?.kinds ?? [];
  if (!requests.some((request) => kindsOf(request).length > 1)) return [...requests];
  const settled = (kind: TicketKind) =>
    requests.map((request) => {
      const wanted = kindsOf(request).find((one) => one.physical === (kind === "hard"));
      return wanted ? { ...request, productVariantId: wanted.id } : request;
    });
  const costOf = (wanted: readonly Request[]) =>
    fromCents(
      wanted.reduce(
        (sum, one) => sum + one.amount * toCents(tickets.find((t) => t.id === one.productVariantId)?.price ?? "0"),
        0,
      ),
    );
  const { askKind } = await import("./ask-kind");
  const kind = await askKind({ online: costOf(settled("online")), hard: costOf(settled("hard")) });
  return kind && settled(kind);
}

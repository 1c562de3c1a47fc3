// Pictures are put straight into the store before the form is sent, which then names them (purchase §7).
import type { components } from "@/generated/rest";
import { requestJson, sendFile } from "@/lib/wire/fetch-layer";
import { needsProof, type Entered, type Kind, type Ticket } from "./model";

type Permit = components["schemas"]["PermitAnswer"];

/** A picture did not get there (purchase §8 "Form upload failure"). `place`: of its ticket. */
export class UploadFailed extends Error {
  readonly place: number;

  constructor(place: number, cause: unknown) {
    super("the upload failed", { cause });
    this.name = "UploadFailed";
    this.place = place;
  }
}

/** What the server calls pictures that are there already: sent once more, a form need not send them again. */
export type Known = Map<File, string>;

/** One after the other: a phone's line is shared by all. Raises UploadFailed. */
export async function sendProofs(
  restUrl: string,
  kind: Kind,
  { tickets, order }: Entered,
  known: Known,
): Promise<Record<number, string>> {
  const names: Record<number, string> = {};
  for (const [place, ticket] of tickets.entries()) {
    const { file } = ticket;
    if (!file || !needsProof(kind, ticket)) continue;
    names[place] =
      known.get(file) ??
      (await sendOne(restUrl, file, ticket, order).catch((error: unknown) =>
        Promise.reject(new UploadFailed(place, error)),
      ));
    known.set(file, names[place]);
  }
  return names;
}

async function sendOne(restUrl: string, file: File, ticket: Ticket, order: string): Promise<string> {
  const { file: name, url, fields } = await permitOf(restUrl, file, ticket, order);
  await sendFile(url, fields, file);
  return name;
}

async function permitOf(
  restUrl: string,
  { type, size }: File,
  { number, name }: Ticket,
  order: string,
): Promise<Permit> {
  const body = { content_type: type, size, id: number, name, order_id: order };
  // Not by createRest, which would rename the fields that are the store's.
  return (await requestJson(`${restUrl}forms/ticket-cancel/uploads`, { method: "POST", body })) as Permit;
}

import type { AftersaleQuery } from "@/generated/features/checkout/api/aftersale";

/** A valid ticket with its code. */
export const ticket = {
  __typename: "TicketCode",
  id: "1",
  number: "2100 0001 2345 2",
  eventName: "Nachtflug",
  artistName: "",
  beginsAt: "2027-04-09T18:00:00Z",
  day: "Nacht von Donnerstag auf Freitag, 9. April 2027",
  doorsAt: "2027-04-09T17:00:00Z",
  endsAt: "2027-04-09T18:00:00Z",
  timeZone: "Europe/Berlin",
  timeZoneNote: "",
  venueName: "Knust",
  city: "Hamburg",
  kind: "Stehplatz",
  seat: null,
  holder: "Mira Sommer",
  ended: null,
  code: { __typename: "QrCode", size: 49, path: "M4 4h7v1H4z" },
} satisfies NonNullable<AftersaleQuery["ticketCodes"]>[number];

import type { TextGroup } from "../lib/texts/text-groups.ts";

/** Beside those of every page, and of the checkout for its steps. */
const OWN: Partial<Record<string, TextGroup>> = {
  advent: "pages",
  bundle: "bundle",
  checkin: "aftersale",
  "checkout-done": "order",
  "checkout-order": "order",
  "checkout-resume": "order",
  event: "event",
  refund: "aftersale",
  search: "pages",
  "static-page": "pages",
  ticketservice: "aftersale",
  trace: "aftersale",
};

/** The groups of texts that a route needs beside those of every page. The build tells Django which files that makes. */
export const routeTexts = (route: string): TextGroup[] =>
  [route.startsWith("checkout") ? ("checkout" as const) : undefined, OWN[route]].filter((group) => group !== undefined);

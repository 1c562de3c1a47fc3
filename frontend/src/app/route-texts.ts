import type { TextGroup } from "../lib/texts/text-groups.ts";

/** The texts that a route needs beside those of every page. The build tells Django which files that makes. */
export const ROUTE_TEXTS: Partial<Record<string, TextGroup>> = {
  advent: "pages",
  bundle: "bundle",
  checkout: "checkout",
  "checkout-confirm": "checkout",
  "checkout-details": "checkout",
  "checkout-done": "checkout",
  "checkout-merge": "checkout",
  "checkout-order": "checkout",
  "checkout-payment": "checkout",
  event: "event",
  search: "pages",
  "static-page": "pages",
};

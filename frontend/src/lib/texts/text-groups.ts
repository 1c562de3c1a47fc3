/** Files of texts, `locale/<language>/<group>.po`: `spa` is every page's, the others load with what needs them. */
export const TEXT_GROUPS = [
  "spa",
  "aftersale",
  "bundle",
  "checkout",
  "event",
  "express",
  "order",
  "overlays",
  "pages",
  "seats",
] as const;

export type TextGroup = (typeof TEXT_GROUPS)[number];

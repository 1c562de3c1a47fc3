// What a ticket's holder is made of; the server's cart/ticket_holders.py.

export const PARTS = ["firstName", "lastName", "address", "phone"] as const;
export type Part = (typeof PARTS)[number];
export type Holder = Readonly<Record<Part, string>>;

/** What the parts are joined by; the last one may hold it itself. */
export const SIGN = "+";

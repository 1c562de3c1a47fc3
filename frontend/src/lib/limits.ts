/** The longest text that is printed on a piece; the server's cart/rules.py. */
export const MAX_PERSONALISATION = 80;

import { searchWords } from "@/lib/search-words";

declare const brand: unique symbol;
/** An address inside the shop, without the shop's base path. */
export type ShopPath = string & { readonly [brand]: true };

const path = (strings: TemplateStringsArray, ...parts: string[]): ShopPath =>
  strings.reduce((all, s, i) => all + encodeURIComponent(parts[i - 1] ?? "") + s) as ShopPath;

export const paths = {
  home: () => path`/`,
  artists: () => path`/artists`,
  artist: (slug: string) => path`/artists/${slug}`,
  artistPage: (slug: string, after: string) => path`/artists/${slug}?after=${after}`,
  categories: () => path`/categories`,
  category: (slug: string) => path`/categories/${slug}`,
  categoryPage: (slug: string, after: string) => path`/categories/${slug}?after=${after}`,
  product: (slug: string) => path`/products/${slug}`,
  bundle: (slug: string) => path`/bundle/${slug}`,
  events: () => path`/events`,
  event: (slug: string) => path`/events/${slug}`,
  eventCalendar: (slug: string, locale: string) => path`/events/${slug}.ics?lang=${locale}`,
  tour: (slug: string) => path`/tours/${slug}`,
  presaleCalendar: (slug: string, locale: string) => path`/events/${slug}/presale.ics?lang=${locale}`,
  tourCalendar: (slug: string, locale: string) => path`/tours/${slug}.ics?lang=${locale}`,
  news: () => path`/news`,
  search: (text = "") => {
    const words = searchWords(text);
    return words ? path`/search/${words}` : path`/search`;
  },
  searchPage: (query: string, cursor: string, after: string) => path`/search/${query}?${cursor}=${after}`,
  checkout: () => path`/checkout`,
  checkoutDetails: () => path`/checkout/details`,
  checkoutPayment: () => path`/checkout/payment`,
  checkoutConfirm: () => path`/checkout/confirm`,
  checkoutResume: () => path`/checkout/resume`,
  checkoutMerge: () => path`/checkout/add-to-order`,
  checkoutOrder: (order: string, reference: string) => path`/checkout/payment/${order}/${reference}`,
  checkoutOrderMerged: (order: string, reference: string) => path`/checkout/payment/${order}/${reference}?merge`,
  checkoutOrderFailed: (order: string, reference: string) =>
    path`/checkout/payment/${order}/${reference}?payment_error`,
  checkoutDone: (order: string, reference: string) => path`/checkout/done/${order}/${reference}`,
  checkoutReturned: (order: string, reference: string) => path`/checkout/done/${order}/${reference}?payment_received`,
  imprint: () => path`/imprint`,
  terms: () => path`/terms`,
  kulturpass: () => path`/kulturpass`,
  dataPolicy: () => path`/datapolicy`,
  faq: () => path`/faq`,
  shipping: () => path`/shipping`,
  accessibility: () => path`/accessibility`,
  contact: () => path`/contact`,
  withdrawal: () => path`/terms/withdrawal`,
  withdraw: (order: string) => path`/withdrawal/${order}`,
  jobs: () => path`/jobs`,
  newsletter: () => path`/newsletter`,
  /** `rooms`: in whose lines one waits; `next`: the whole path to which it leads back */
  queue: (rooms: readonly string[], next: string) =>
    rooms.length > 0 ? path`/queue?room=${rooms.join(",")}&next=${next}` : path`/queue?next=${next}`,
  advent: () => path`/advent`,
  adventOf: (year: number) => path`/advent/${String(year)}`,
  trace: () => path`/trace`,
  checkIn: (ticket: string) => path`/checkin?id=${ticket}`,
  ticketService: (kind: string, reference: string) => path`/ticketservice/${kind}?order=${reference}`,
  contest: () => path`/terms/advent`,
};

/** React Router patterns by route name; the server's list of pages is the same. */
export const patterns = {
  home: "/",
  artists: "/artists",
  artist: "/artists/:slug",
  categories: "/categories",
  category: "/categories/:slug",
  product: "/products/:slug",
  bundle: "/bundle/:slug",
  events: "/events",
  event: "/events/:slug",
  tour: "/tours/:slug",
  news: "/news",
  // A word may have a slash in it.
  search: "/search/*",
  checkout: "/checkout",
  "checkout-details": "/checkout/details",
  "checkout-payment": "/checkout/payment",
  "checkout-confirm": "/checkout/confirm",
  "checkout-resume": "/checkout/resume",
  "checkout-merge": "/checkout/add-to-order",
  "checkout-order": "/checkout/payment/:order/:reference?",
  "checkout-done": "/checkout/done/:order?/:reference?",
  refund: "/refund?/request",
  trace: "/trace",
  checkin: "/checkin",
  ticketservice: "/ticketservice/:kind",
  contact: "/contact",
  imprint: "/imprint",
  terms: "/terms",
  "terms-withdrawal": "/terms/withdrawal",
  "terms-advent": "/terms/advent",
  datapolicy: "/datapolicy",
  faq: "/faq/:question?",
  jobs: "/jobs",
  gamepolicy: "/gamepolicy",
  kulturpass: "/kulturpass",
  nofrills: "/nofrills",
  shipping: "/shipping",
  accessibility: "/accessibility",
  facebookintegration: "/facebookintegration",
  advent: "/advent/:year?",
} as const;

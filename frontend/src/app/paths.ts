declare const brand: unique symbol;
/** An address inside the shop, without the shop's base path. */
export type ShopPath = string & { readonly [brand]: true };

const path = (strings: TemplateStringsArray, ...parts: string[]): ShopPath =>
  strings.reduce((all, s, i) => all + encodeURIComponent(parts[i - 1] ?? "") + s) as ShopPath;

export const paths = {
  home: () => path`/`,
  artists: () => path`/artists`,
  artist: (slug: string) => path`/artists/${slug}`,
  categories: () => path`/categories`,
  category: (slug: string) => path`/categories/${slug}`,
  categoryPage: (slug: string, after: string) => path`/categories/${slug}?after=${after}`,
  product: (slug: string) => path`/products/${slug}`,
  events: () => path`/events`,
  event: (slug: string) => path`/events/${slug}`,
  tour: (slug: string) => path`/tours/${slug}`,
  search: (query = "") => (query ? path`/search/${query}` : path`/search`),
  searchPage: (query: string, cursor: string, after: string) => path`/search/${query}?${cursor}=${after}`,
  checkout: () => path`/checkout`,
  checkoutDetails: () => path`/checkout/details`,
  checkoutPayment: () => path`/checkout/payment`,
  checkoutConfirm: () => path`/checkout/confirm`,
  checkoutDone: (order: string, reference: string) => path`/checkout/done/${order}/${reference}`,
  imprint: () => path`/imprint`,
  terms: () => path`/terms`,
  dataPolicy: () => path`/datapolicy`,
  faq: () => path`/faq`,
  shippingCosts: () => path`/faq/shipping-cost`,
  contact: () => path`/contact`,
  withdrawal: () => path`/terms/withdrawal`,
  jobs: () => path`/jobs`,
  newsletter: () => path`/newsletter`,
  advent: () => path`/advent`,
  adventOf: (year: number) => path`/advent/${String(year)}`,
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
  events: "/events",
  event: "/events/:slug",
  tour: "/tours/:slug",
  search: "/search/:query?",
  checkout: "/checkout",
  "checkout-details": "/checkout/details",
  "checkout-payment": "/checkout/payment",
  "checkout-confirm": "/checkout/confirm",
  "checkout-done": "/checkout/done/:order?/:reference?",
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
  advent: "/advent/:year?",
} as const;

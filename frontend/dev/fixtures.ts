// Sample answers for developing pages without a server. Fields that are missing here get their type's empty value.
import { SOURCE_LANGUAGE } from "../codegen/languages.ts";

type Row = Record<string, unknown>;

let id = 0;
const image = (kind: string, width: number, height: number, alt: string): Row => {
  const url = `/dev/img/${kind}-${++id}-${width}x${height}.svg`;
  return { id: `i${id}`, alt, width, height, url, thumbnailAt500: url, thumbnailAt100: url, thumbnailAt1500: url };
};
const list = (nodes: readonly unknown[], hasNextPage = false): Row => ({
  nodes,
  pageInfo: { hasNextPage, endCursor: hasNextPage ? "next" : null },
});

const sizes = ["S", "M", "L", "XL", "XXL"].map((description, order) => ({
  __typename: "ProductVariant",
  id: `v${order}`,
  order,
  description,
  available: description !== "L",
  active: true,
  price: "29.90",
}));

const names: [string, string, string, string | null][] = [
  ["Mottenlicht T-Shirt", "Nachtfalter", "29.90", null],
  ["Falter Hoodie", "Nachtfalter", "59.90", "69.90"],
  ["Krawallkopie Vinyl", "Kellerkind", "24.00", null],
  ["Beutel „Kein Platz“", "Kellerkind", "14.00", null],
  ["Strobo Cap", "Geheimbund", "27.50", null],
  ["Blech & Liebe CD", "Goldkante", "15.00", null],
  ["Goldkante Tasse", "Goldkante", "12.90", null],
  ["Nachtflug Longsleeve mit sehr langem Namen", "Nachtfalter", "39.90", null],
];
const product = (n: number): Row => {
  const [name, artist, price, originalPrice] = names[n % names.length] ?? ["", "", "0.00", null];
  const pictures = ["front", "back", "detail"].map((side) => image(`shirt${n % 5}`, 1200, 1200, `${name}, ${side}`));
  return {
    __typename: "MerchProduct",
    id: `p${n}`,
    slug: n === 0 ? "shirt" : n === 2 ? "sold-out" : `product-${n}`,
    name,
    artist,
    artistCategory: { slug: "nachtfalter", name: artist, displayName: artist },
    price,
    originalPrice,
    color: "Schwarz",
    available: n % 8 !== 2,
    lowStock: n % 8 === 4,
    cartLimit: 9,
    select: n === 1,
    squareImage: pictures[0],
    listImages: pictures,
    images: list(pictures),
    productVariants: list(n % 8 < 2 || n % 8 === 7 ? sizes : [{ ...sizes[0], id: `v${n}`, description: "", price }]),
    description:
      "<p>Schwere Baumwolle, im Siebdruck von Hand gezogen. Fällt normal aus und wird mit jeder Show besser.</p>",
    additionalInformation: [
      {
        title: "Größentabelle",
        description: "<table><tr><th>Größe</th><th>Breite</th></tr><tr><td>M</td><td>52 cm</td></tr></table>",
      },
    ],
    safety: {
      manufacturerName: "Nachtfalter GbR",
      manufacturerAddress: "Am Ufer 3, 04229 Leipzig",
      manufacturerContact: "hallo@nachtfalter.example",
      material: "100 % Bio-Baumwolle",
    },
    publicShippableFrom: n === 1 ? "2027-03-12" : null,
    vatRate: "19",
  };
};
export const products = Array.from({ length: 40 }, (_, n) => product(n));

const cities = [
  ["Leipzig", "Conne Island"],
  ["Berlin", "Festsaal Kreuzberg"],
  ["Hamburg", "Uebel & Gefährlich"],
  ["Köln", "Gloria"],
  ["München", "Strom"],
  ["Wien", "Arena"],
] as const;
const states = ["ON_SALE", "ON_SALE", "SOLD_OUT", "BEFORE_PRESALE", "EXTERNAL", "ON_SALE"];
const artistNames = ["Nachtfalter", "Kellerkind", "Geheimbund", "Goldkante"];

export const artists = artistNames.map((name, n) => ({
  __typename: "Artist",
  id: `a${n}`,
  slug: name.toLowerCase(),
  name,
  type: "ARTIST",
  abstract: "Traumpop aus Leipzig, nachts geschrieben und bei Licht verworfen.",
  description: "<p>Seit 2019 unterwegs, drei Alben, unzählige Nächte.</p>",
  landscapeImage: image(`band${n}`, 2100, 900, `${name} auf der Bühne`),
  squareImage: image(`band${n}`, 1000, 1000, name),
  sortOrderTicketTopLeft: n === 0 ? 1 : null,
  sortOrderTicketTopRight: n === 1 ? 1 : null,
  merchProducts: list(products.slice(0, 8)),
}));

export const events = cities.map(([city, venue], n) => ({
  __typename: "Event",
  id: `e${n}`,
  slug: `event-${n}`,
  name: `${artistNames[n % 4]} in ${city}`,
  artist: artistNames[n % 4],
  artists: [artists[n % 4]],
  price: "32.00",
  priceLow: n === 1 ? "18.00" : "32.00",
  priceHigh: "32.00",
  happeningFrom: `2027-0${n + 2}-1${n}T19:00:00Z`,
  doorTime: `2027-0${n + 2}-1${n}T18:00:00Z`,
  presaleAt: "2027-01-20T09:00:00Z",
  ticketState: states[n],
  lowStock: n === 5,
  cartLimit: 6,
  image: image(`band${n % 4}`, 1000, 1400, `Tourplakat ${city}`),
  venue: {
    id: `ve${n}`,
    name: venue,
    address: { city, address: "Koburger Straße 3", postCode: "04277", countryCode: "de" },
  },
  tours: [],
  description: "<p>Einlass ab 16, darunter mit Muttizettel. Das Konzert ist unbestuhlt.</p>",
  localOrganizer: "Landstreicher Booking",
  personalizationRequirement: "no_personalization_required",
  pricingCategories: [
    { id: "c1", name: "Stehplatz", order: 0, available: true },
    { id: "c2", name: "Rang", order: 1, available: true },
  ],
  productVariants: list(
    [
      ["Vollpreis", "32.00", true, "c1"],
      ["Ermäßigt", "18.00", true, "c1"],
      ["Rang Mitte", "45.00", false, "c2"],
    ].map(([description, price, available, category], order) => ({
      __typename: "ProductVariant",
      id: `t${n}${order}`,
      description,
      price,
      available,
      order,
      active: true,
      pricingCategory: { id: category },
    })),
  ),
  meta: { defaultAmount: 2, externalLink: states[n] === "EXTERNAL" ? "https://tickets.example/" : "" },
  relatedItems: products.slice(0, 3),
}));
for (const [n, artist] of artists.entries())
  Object.assign(artist, { events: list(events.filter((_, i) => i % 4 === n)) });
Object.assign(products[0] ?? {}, { relatedItems: [products[1], products[3], events[0]] });

const tour = {
  __typename: "Tour",
  id: "to1",
  slug: "nachtflug",
  name: "Nachtflug-Tour",
  subtitle: "Frühjahr 2027",
  artistNames: "Nachtfalter",
  artists: [artists[0]],
  ticketImage: image("band0", 1000, 1400, "Tourplakat"),
  events: list(events),
  startDate: "2027-02-10",
  endDate: "2027-07-15",
};
for (const event of events.slice(0, 2)) Object.assign(event, { tours: [tour] });
const category = (n: number, name: string): Row => ({
  __typename: "Category",
  id: `k${n}`,
  slug: name.toLowerCase(),
  name,
  displayName: name,
  type: "CATEGORY",
  notEmpty: true,
  mainCategory: true,
  squareImage: n < 6 ? image(`shirt${n % 5}`, 1000, 1000, name) : null,
  merchProducts: ({ after }: { after?: string }) =>
    list(after ? products.slice(18, 30) : products.slice(0, 18), !after),
});
const categories = ["Shirts", "Hoodies", "Vinyl", "CDs", "Beutel", "Tassen", "Patches", "Poster"].map((name, n) =>
  category(n, name),
);
const bySlug =
  <T extends object>(rows: readonly T[]) =>
  ({ id }: { id: string }) =>
    rows.find((row) => (row as Row)["slug"] === id) ?? null;

let cart: { items: Row[] } & Row = emptyCart();
function emptyCart(): { items: Row[] } & Row {
  return {
    id: "cart",
    items: [],
    total: "0.00",
    checkoutSubtotal: "0.00",
    physical: true,
    countryCode: "de",
    newItemIds: [],
  };
}
function priced(): Row {
  const total = cart.items.reduce((sum, line) => sum + Number(line["totalSum"]), 0).toFixed(2);
  Object.assign(cart, {
    total,
    checkoutSubtotal: total,
    totalPlusShipping: total,
    validUntil: new Date(Date.now() + 20 * 60_000).toISOString(),
  });
  return { cart };
}

export const root = {
  artist: bySlug(artists),
  artists: list(artists),
  category: bySlug(categories),
  categories: list(categories),
  product: bySlug(products),
  merchProducts: list(products.slice(0, 8)),
  event: bySlug(events),
  events: list(events),
  tour: bySlug([tour]),
  tours: list([tour]),
  cart: () => (cart.items.length > 0 ? cart : null),
  addToCart: ({ input }: { input: { requests: { productVariantId: string; amount: number }[] } }) => {
    const added = input.requests.map(({ productVariantId, amount }): Row => ({
      id: `l${++id}`,
      type: productVariantId.startsWith("t") ? "event" : "product",
      productSlug: "shirt",
      productVariantId,
      productVariantDescription: "M",
      artistName: "Nachtfalter",
      productName: "Mottenlicht T-Shirt",
      imageUrl: "/dev/img/shirt0-1-180x180.svg",
      amount,
      price: "29.90",
      totalSum: (29.9 * amount).toFixed(2),
      maxAmount: 9,
      amountChangeable: !productVariantId.startsWith("t"),
      ticket: productVariantId.startsWith("t"),
      vatRate: "19",
      personalizationRequirement: "no_personalization_required",
    }));
    cart.items.push(...added);
    cart["newItemIds"] = added.map((line) => line["id"]);
    return priced();
  },
  removeFromCart: ({ input }: { input: { itemId: string } }) => {
    cart = { ...cart, items: cart.items.filter((line) => line["id"] !== input.itemId) };
    return priced();
  },
  changeAmount: ({ input }: { input: { itemId: string; amount: number } }) => {
    cart.items = cart.items.map((line) =>
      line["id"] === input.itemId
        ? { ...line, amount: input.amount, totalSum: (Number(line["price"]) * input.amount).toFixed(2) }
        : line,
    );
    return priced();
  },
};

export const shop = (band: boolean): Row => ({
  id: "1",
  slug: band ? "nachtfalter" : "merchstand",
  name: band ? "Nachtfalter" : "Merchstand",
  domain: "",
  defaultLocale: SOURCE_LANGUAGE,
  isBand: band,
  hasCustomDomain: false,
  paymentBlacklist: [],
  orderMergingAllowed: false,
  redirects: [],
  hero: null,
  heroPortrait: null,
  meta: {
    itemGridColumns: 4,
    socials: [],
    itemImageMagnifier: true,
    showEventFilter: true,
    showEventDoorTime: true,
    trimZeroDecimals: false,
    description: "",
    siteDescription: "",
    overrideTitle: "",
    opening: "",
    trackers: [],
    discountGate: false,
    newsletterPopup: false,
    kulturpassLink: "",
  },
});

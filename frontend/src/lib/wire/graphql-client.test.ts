import type { OperationVariables } from "@apollo/client";
import type { DocumentNode } from "graphql";
import { documents } from "@/generated/page-documents";
import { writeDocuments } from "@/lib/wire/documents";
import { expect, it, vi } from "vitest";
import { BUNDLE } from "@/generated/routes/bundle/bundle";
import { PRODUCT } from "@/generated/routes/product/product";
import { CATEGORY } from "@/generated/routes/category/category";
import { STATICPAGE } from "@/generated/routes/static-page/static-page";
import { ORDER, SHIPPINGMETHODS } from "@/generated/features/checkout/api/checkout";
import { BEST_SEATS } from "@/generated/features/seat-map/choice/best";
import { createCache } from "./graphql-client";

writeDocuments(documents);

const product = (id: string) => ({ __typename: "MerchProduct", id });
const page = (ids: string, hasNextPage: boolean) => ({
  category: {
    __typename: "Category",
    id: "1",
    slug: "shirts",
    merchProducts: {
      __typename: "MerchProductConnection",
      nodes: Array.from(ids, product),
      pageInfo: { __typename: "PageInfo", hasNextPage, endCursor: hasNextPage ? ids.at(-1) : null },
    },
  },
});

/** What the list shows after these answers; one that begins with "+" is the next page. */
function shown(...answers: string[]): string {
  const cache = createCache();
  // These answers leave out what else the page asks.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const answer of answers) {
    const after = answer.startsWith("+") ? answer : null;
    const data = page(answer.replace("+", ""), true) as never;
    cache.writeQuery({ query: CATEGORY, variables: { slug: "shirts", ...(after && { after }) }, data });
  }
  const category = cache.extract()["Category:1"] as Record<string, { nodes: { __ref: string }[] }>;
  const list = Object.keys(category).find((field) => field.startsWith("merchProducts"));
  return category[list ?? ""]?.nodes.map(({ __ref }) => __ref.replace(/\D/g, "")).join("") ?? "";
}

it("lays pages of a list end to end", () => expect(shown("123", "+456")).toBe("123456"));
it("keeps a long list when its beginning is asked again and is the same", () =>
  expect(shown("123", "+456", "123")).toBe("123456"));
it("begins anew when the beginning is another", () => {
  expect(shown("123", "+456", "923")).toBe("923");
  expect(shown("123", "12")).toBe("12");
});

it("keeps a product's price, and its bundles' parts apart, when its bundle is read", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const cache = createCache();
  const option = (kind: string, price: string) => ({ __typename: kind, id: "7", price });
  const shirt = { __typename: "MerchProduct", id: "2", name: "Shirt" };
  const item = (id: string, product: object, price: string) => ({
    __typename: "BundleItem",
    id,
    product,
    options: [option("BundleOption", price)],
  });
  const box = { __typename: "MerchProduct", id: "1", name: "Box" };
  const combination = { __typename: "Combination", id: "9", additionalPrice: "5.00", available: true };
  const own = { __typename: "CombinedProduct", id: "1", slug: "box" };
  const offer = { ...own, root: { __typename: "BundleItem", product: box }, combinations: [combination] };
  const page = {
    ...shirt,
    productVariants: { __typename: "ProductVariantConnection", nodes: [option("ProductVariant", "25.00")] },
    bundles: [offer],
  };
  const whole = {
    ...own,
    root: item("1", box, "40.00"),
    commonItems: [item("1", shirt, "0.00")], // a part's id may be a product's
    combinations: [{ ...combination, products: [item("3", shirt, "0.00")] }],
  };
  const check = () => {
    expect(cache.readQuery({ query: PRODUCT, variables: { slug: "shirt" }, returnPartialData: true })).toMatchObject({
      product: { productVariants: { nodes: [{ price: "25.00" }] }, bundles: [{ root: { product: { name: "Box" } } }] },
    });
    expect(cache.readQuery({ query: BUNDLE, variables: { slug: "box" }, returnPartialData: true })).toMatchObject({
      combinedProduct: {
        root: { product: { name: "Box" }, options: [{ price: "40.00" }] },
        commonItems: [{ product: { name: "Shirt" }, options: [{ price: "0.00" }] }],
        combinations: [{ products: [{ id: "3" }] }],
      },
    });
  };
  const productIsRead = () =>
    cache.writeQuery({ query: PRODUCT, variables: { slug: "shirt" }, data: { product: page } as never });
  productIsRead();
  cache.writeQuery({ query: BUNDLE, variables: { slug: "box" }, data: { combinedProduct: whole } as never });
  check();
  productIsRead();
  check();
});

const staticPage = (id: string, question: string, title: string) => ({
  staticPage: {
    __typename: "StaticPage",
    id,
    question,
    html: `${title}${question}`,
    sections: [{ __typename: "StaticSection", id: "service", title }],
  },
});
const methods = (price: string) => ({
  shippingMethods: {
    __typename: "ShippingMethodConnection",
    nodes: [{ __typename: "ShippingMethod", id: "4", price }],
  },
});
const seats = (productVariantId: string) => ({ bestSeats: [{ __typename: "BestSeat", id: "8", productVariantId }] });
const order = (id: string, price: string, name: string) => ({
  order: {
    __typename: "Order",
    id,
    shippingMethod: { __typename: "ShippingMethod", id: "4", price },
    // A seat that the plan has no more has no id.
    items: [
      { __typename: "OrderItem", id: `${id}1`, seat: { __typename: "SeatPlace", id: "", name } },
      { __typename: "OrderItem", id: `${id}2`, seat: { __typename: "SeatPlace", id: "", name: `${name}+` } },
    ],
  },
});
const read: readonly [string, DocumentNode, OperationVariables, object][] = [
  ["a static page", STATICPAGE, { id: "accessibility" }, staticPage("accessibility", "", "Die Dienstleistung")],
  ["a question", STATICPAGE, { id: "faq", question: "late" }, staticPage("faq", "late", "Verspätet")],
  ["a country", SHIPPINGMETHODS, { countryCode: "CH" }, methods("7.90")],
  ["a choice of seats", BEST_SEATS, { eventId: "1", accessible: false }, seats("5")],
  ["an order", ORDER, { id: "a" }, order("a", "7.90", "12")],
];
const readLater: readonly [DocumentNode, OperationVariables, object][] = [
  [STATICPAGE, { id: "faq" }, staticPage("faq", "", "Service")],
  [SHIPPINGMETHODS, { countryCode: "DE" }, methods("4.90")],
  [BEST_SEATS, { eventId: "1", accessible: true }, seats("6")],
  [ORDER, { id: "b" }, order("b", "4.90", "13")],
];
it.each(read)("keeps what was read of %s when others of its kind are read", (_, query, variables, data) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const cache = createCache();
  cache.writeQuery({ query, variables, data });
  for (const [other, asked, answer] of readLater) cache.writeQuery({ query: other, variables: asked, data: answer });
  expect(cache.readQuery({ query, variables, returnPartialData: true })).toMatchObject(data);
});

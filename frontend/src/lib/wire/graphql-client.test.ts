import { expect, it, vi } from "vitest";
import { CATEGORY } from "@/generated/routes/category/category";
import { createCache } from "./graphql-client";

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
it("keeps a long list when its beginning is asked again and is the same", () => expect(shown("123", "+456", "123")).toBe("123456"));
it("begins anew when the beginning is another", () => {
  expect(shown("123", "+456", "923")).toBe("923");
  expect(shown("123", "12")).toBe("12");
});

import { print } from "graphql";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ADDTOCART, CART } from "@/generated/features/cart/api/cart";
import { PRODUCT } from "@/generated/routes/product/product";
import { persistedHash } from "@/lib/wire/graphql-document";

const known = JSON.parse(readFileSync(join(import.meta.dirname, "../../../persisted-queries.json"), "utf8")) as Record<
  string,
  { text: string }
>;

it.each([
  ["PRODUCT", PRODUCT],
  ["CART", CART],
  ["ADDTOCART", ADDTOCART],
])("builds %s as the text that its hash stands for", (name, document) => {
  expect(print(document)).toBe(known[persistedHash(name) ?? ""]?.text);
});

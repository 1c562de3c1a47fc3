import { print } from "graphql";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documents } from "@/generated/documents";
import { documents as ofPages } from "@/generated/page-documents";
import { ADDTOCART } from "@/generated/features/cart/api/cart";
import { nameOf, operationOf, writeDocuments } from "@/lib/wire/documents";
import { persistedHash } from "@/lib/wire/graphql-document";

const known = JSON.parse(readFileSync(join(import.meta.dirname, "../../../persisted-queries.json"), "utf8")) as Record<
  string,
  { text: string }
>;

it.each(Object.entries({ ...documents, ...ofPages }))(
  "builds %s as the text that its hash stands for",
  (name, built) => {
    expect(print(built)).toBe(known[persistedHash(name) ?? ""]?.text);
  },
);

it("says what an operation asks once the documents are there, whether it was named before or after", () => {
  expect([nameOf(ADDTOCART), ADDTOCART.definitions]).toEqual(["ADDTOCART", []]);
  writeDocuments(documents);
  expect(print(ADDTOCART)).toBe(print(documents.ADDTOCART));
  expect(print(operationOf("CART"))).toBe(print(documents.CART));
});

import { buildSchema, parse, print, type FragmentDefinitionNode } from "graphql";
import { describe, expect, it } from "vitest";
import { parseFile, validateFiles } from "./documents";
import { emitDocuments, emitModule, persist } from "./emit";
import { recordQueries } from "./persisted";
import { dataType, variablesType } from "./types";

const schema = buildSchema(`
  scalar Decimal
  enum State { ON OFF }
  interface Thing { id: ID! }
  type Shirt implements Thing { id: ID! price: Decimal size: Int! }
  type Show implements Thing { id: ID! state: State! }
  union Item = Shirt | Show
  input AddInput { ids: [ID!]! note: String amount: Int = 1 }
  input Only { ids: [ID!] note: String states: [State!] }
  type Query { thing(id: ID!): Thing items(first: Int, only: Only): [Item!]! }
  type Mutation { add(input: AddInput!): Shirt! }
`);

const file = parseFile(
  "shelf",
  `fragment ShirtBits on Shirt { price }
   query ITEMS($first: Int) { items(first: $first) { ... on Shirt { id ...ShirtBits } ... on Show { state } } }
   mutation ADD($input: AddInput!) { add(input: $input) { id ...ShirtBits } }`,
);
const fragments = new Map<string, FragmentDefinitionNode>(file.fragments.map((f) => [f.name.value, f]));
const ctx = { schema, fragments };
const [items, add] = file.operations;
if (!items || !add) throw new Error("two operations expected");

describe("codegen", () => {
  it("types exactly what was asked for", () => {
    expect(dataType(ctx, items)).toBe(
      `{ items: readonly ({ id: string; price: (string) | null; __typename: "Shirt" } | { state: "ON" | "OFF"; __typename: "Show" })[] }`,
    );
    expect(variablesType(ctx, items)).toBe("{ first?: (number) | null }");
    expect(variablesType(ctx, add)).toBe(
      "{ input: { ids: readonly (string)[]; note?: (string) | null; amount?: (number) | null } }",
    );
  });

  it("refuses documents that the schema does not answer", () => {
    expect(() => validateFiles(schema, [parseFile("bad", "query X { nothing }")])).toThrow(/nothing/);
  });

  it("persists the text that the browser would print", () => {
    const { name, text, hash } = persist(add, ctx);
    expect(name).toBe("ADD");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(text).toContain("fragment ShirtBits on Shirt");
    expect(print(parse(text))).toBe(text);
    expect(text.match(/__typename/g)).toHaveLength(2);
  });

  it("writes operations by name where they are asked, and once what they say", () => {
    const asked = emitModule(file, ctx);
    expect(asked).toContain('operationOf<ItemsQuery, ItemsQueryVariables>("ITEMS")');
    expect(asked).not.toContain(persist(items, ctx).hash);
    const said = emitDocuments([file], ctx);
    expect(said).toContain(persist(items, ctx).hash);
    expect(said).toContain("[ShirtBitsFragment]");
    expect(said).not.toContain("query ITEMS");
  });

  it("never forgets a hash", () => {
    const before = { old: { name: "ITEMS", text: "query ITEMS { a }" } };
    const after = recordQueries(before, [persist(items, ctx)]);
    expect(Object.keys(after)).toHaveLength(2);
    expect(after["old"]).toEqual(before.old);
  });
});

describe("what documents may say besides", () => {
  const text = `query SOME($first: Int = 2, $wide: Boolean! = false) {
    found: items(first: $first, only: { ids: ["1", "2"], note: null, states: [ON] }) @include(if: $wide) {
      ... on Shirt @skip(if: $wide) { id size }
      ... on Show { id }
    }
    items(first: 3) { ... on Shirt { id ...ShirtBits @include(if: $wide) } }
  }`;
  const { operations } = parseFile("some", text);
  const [some] = operations;
  if (!some) throw new Error("one operation expected");

  it("is in the document that the browser sends: lists, objects, directives and defaults", async () => {
    validateFiles(schema, [parseFile("some", text), parseFile("bits", "fragment ShirtBits on Shirt { price }")]);
    const code = emitDocuments([{ path: "some", operations, fragments: [] }], ctx);
    const built = /operation\((.*)\),\n};/s.exec(code)?.[1] ?? "";
    const builders = await import("../src/lib/wire/graphql-document.ts");
    // oxlint-disable-next-line typescript/no-implied-eval -- what was written is to run
    const made = new Function(...Object.keys(builders), "ShirtBitsFragment", `return operation(${built})`) as (
      ...given: unknown[]
    ) => never;
    const [bits] = file.fragments;
    expect(print(made(...Object.values(builders), bits))).toBe(persist(some, ctx).text);
  });

  it("and what a directive may leave out, the types call optional", () => {
    expect(dataType(ctx, some)).toMatch(/^{ found\?: .* id\?: string; size\?: number; .*items: .*price\?: /);
    expect(variablesType(ctx, some)).toBe("{ first?: (number) | null; wide?: boolean }");
  });
});

// Answers of the schema from the sample data, for developing and for tests without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildSchema,
  defaultFieldResolver,
  graphql,
  isListType,
  isNonNullType,
  isScalarType,
  isEnumType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
} from "graphql";
import { root } from "./fixtures.ts";

const HERE = import.meta.dirname;
const schema = buildSchema(readFileSync(join(HERE, "../schema.graphql"), "utf8"));

function empty(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  const inner = type.ofType;
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]?.value;
  if (!isScalarType(inner)) return {};
  return { Int: 0, Float: 0, Boolean: false, ID: "0", Decimal: "0.00" }[inner.name] ?? "";
}
const resolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) =>
  defaultFieldResolver(source, args, context, info) ?? empty(info.returnType);

function queries(): { name: string; text: string; hash: string }[] {
  const newest = JSON.parse(readFileSync(join(HERE, "../src/generated/operations.json"), "utf8")) as Record<
    string,
    string
  >;
  const all = JSON.parse(readFileSync(join(HERE, "../persisted-queries.json"), "utf8")) as Record<
    string,
    { name: string; text: string }
  >;
  return Object.entries(newest).map(([name, hash]) => ({ name, hash, text: all[hash]?.text ?? "" }));
}

/** The answer to the operation of this name. */
export const sampleAnswer = (name: string, variables: Record<string, unknown>) =>
  graphql({
    schema,
    source: queries().find((q) => q.name === name)?.text ?? "",
    rootValue: root,
    variableValues: variables,
    fieldResolver: resolver,
  });

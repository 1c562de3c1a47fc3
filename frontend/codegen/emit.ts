import { createHash } from "node:crypto";
import {
  Kind,
  print,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
} from "graphql";
import { reachableFragments, type SourceFile } from "./documents.ts";
import { dataType, fragmentType, variablesType, type TypeContext } from "./types.ts";

export interface PersistedOperation {
  name: string;
  hash: string;
  text: string;
}

function pascal(name: string): string {
  return name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, c: string) => c.toUpperCase());
}

export const operationTypeName = (o: OperationDefinitionNode): string =>
  `${pascal(o.name?.value ?? "")}${o.operation === "mutation" ? "Mutation" : "Query"}`;

function value(node: ValueNode): string {
  switch (node.kind) {
    case Kind.VARIABLE:
      return `v(${JSON.stringify(node.name.value)})`;
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.ENUM:
    case Kind.BOOLEAN:
    case Kind.STRING:
      return `c(${JSON.stringify(node.kind)}, ${JSON.stringify(node.value)})`;
    case Kind.NULL:
      return `c(${JSON.stringify(node.kind)}, null)`;
    case Kind.LIST:
      return `l([${node.values.map(value).join(", ")}])`;
    case Kind.OBJECT:
      return `o([${node.fields.map(named).join(", ")}])`;
  }
}

const named = (node: { readonly name: NameNode; readonly value: ValueNode }): string =>
  `[${JSON.stringify(node.name.value)}, ${value(node.value)}]`;

/** A call of a builder without the arguments that it need not be given. */
function call(builder: string, ...parts: readonly (string | undefined)[]): string {
  const given = parts.slice(0, parts.findLastIndex((part) => part !== undefined) + 1);
  return `${builder}(${given.map((part) => part ?? "undefined").join(", ")})`;
}

const listed = (parts: readonly string[]): string | undefined =>
  parts.length > 0 ? `[${parts.join(", ")}]` : undefined;

const directives = (nodes: readonly DirectiveNode[] | undefined): string | undefined =>
  listed(
    (nodes ?? []).map((node) => call("d", JSON.stringify(node.name.value), listed((node.arguments ?? []).map(named)))),
  );

function selection(node: SelectionNode): string {
  const applied = directives(node.directives);
  if (node.kind === Kind.FRAGMENT_SPREAD) return call("r", JSON.stringify(node.name.value), applied);
  if (node.kind === Kind.INLINE_FRAGMENT) {
    if (!node.typeCondition) throw new Error("an inline fragment needs a type");
    return call("i", JSON.stringify(node.typeCondition.name.value), selections(node.selectionSet), applied);
  }
  const name = JSON.stringify(node.name.value);
  const args = listed((node.arguments ?? []).map(named));
  if (!node.selectionSet && !args && !node.alias && !applied) return name;
  const below = node.selectionSet && selections(node.selectionSet);
  return call("f", name, below, args, node.alias && JSON.stringify(node.alias.value), applied);
}

function selections(set: SelectionSetNode): string {
  return `[${set.selections.map(selection).join(", ")}]`;
}

function variable(name: string, type: TypeNode, fallback: ValueNode | undefined): string {
  return listed([JSON.stringify(name), JSON.stringify(print(type)), ...(fallback ? [value(fallback)] : [])]) ?? "";
}

export function persist(operation: OperationDefinitionNode, ctx: TypeContext): PersistedOperation {
  const fragments = reachableFragments(operation, ctx.fragments).map(
    (n) => ctx.fragments.get(n) as FragmentDefinitionNode,
  );
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  const text = print(document);
  return { name: operation.name?.value ?? "", hash: createHash("sha256").update(text).digest("hex"), text };
}

const fragmentCode = (fragment: FragmentDefinitionNode): string =>
  call(
    "fragment",
    JSON.stringify(fragment.name.value),
    JSON.stringify(fragment.typeCondition.name.value),
    selections(fragment.selectionSet),
  );

function operationCode(operation: OperationDefinitionNode, ctx: TypeContext): string {
  const { hash, name } = persist(operation, ctx);
  const variables = (operation.variableDefinitions ?? []).map((d) =>
    variable(d.variable.name.value, d.type, d.defaultValue),
  );
  const used = reachableFragments(operation, ctx.fragments).map((fragment) => `${fragment}Fragment`);
  const given = [operation.operation, name, hash].map((text) => JSON.stringify(text));
  return `operation(${given.join(", ")}, [${variables.join(", ")}], ${selections(operation.selectionSet)}, [${used.join(", ")}])`;
}

/** The TypeScript module for one .graphql file: its types, and its operations by name. */
export function emitModule(file: SourceFile, ctx: TypeContext): string {
  const types = file.fragments.map(
    (fragment) => `export type ${fragment.name.value} = ${fragmentType(ctx, fragment)};`,
  );
  const operations = file.operations.map((operation) => {
    const type = operationTypeName(operation);
    const name = operation.name?.value ?? "";
    return [
      `export type ${type} = ${dataType(ctx, operation)};`,
      `export type ${type}Variables = ${variablesType(ctx, operation)};`,
      `export const ${name} = /*#__PURE__*/ operationOf<${type}, ${type}Variables>(${JSON.stringify(name)});`,
    ].join("\n");
  });
  const head = [
    `// Written by codegen from src/${file.path}.graphql.`,
    ...(operations.length > 0 ? [`import { operationOf } from "@/lib/wire/documents";`] : []),
  ];
  return `${[head.join("\n"), ...types, ...operations].join("\n\n")}\n`;
}

/** A module of the documents of many files, which pages need no sooner than Apollo. */
export function emitDocuments(files: readonly SourceFile[], ctx: TypeContext): string {
  const operations = files.flatMap((file) => file.operations);
  const reached = new Set(operations.flatMap((operation) => reachableFragments(operation, ctx.fragments)));
  const fragments = [...ctx.fragments.values()].filter(({ name }) => reached.has(name.value));
  const body = [
    ...fragments.map((fragment) => `const ${fragment.name.value}Fragment = ${fragmentCode(fragment)};`),
    "export const documents = {",
    ...operations.map((operation) => `  ${operation.name?.value ?? ""}: ${operationCode(operation, ctx)},`),
    "};",
  ].join("\n");
  const builders = ["c", "d", "f", "fragment", "i", "l", "o", "operation", "r", "v"].filter((name) =>
    new RegExp(`\\b${name}\\(`).test(body),
  );
  return `// Written by codegen from src/**/*.graphql.\nimport { ${builders.join(", ")} } from "@/lib/wire/graphql-document";\n\n${body}\n`;
}

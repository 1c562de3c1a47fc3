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

/** The TypeScript module for one .graphql file. `homes` says which file holds which fragment. */
export function emitModule(file: SourceFile, ctx: TypeContext, homes: ReadonlyMap<string, string>): string {
  const imports = new Map<string, Set<string>>();
  const lines: string[] = [];
  const need = (fragment: string): string => {
    const home = homes.get(fragment) ?? "";
    if (home !== file.path) imports.set(home, (imports.get(home) ?? new Set()).add(`${fragment}Fragment`));
    return `${fragment}Fragment`;
  };
  for (const fragment of file.fragments) {
    const name = fragment.name.value;
    lines.push(
      `export type ${name} = ${fragmentType(ctx, fragment)};`,
      `export const ${name}Fragment = /*#__PURE__*/ fragment(${JSON.stringify(name)}, ${JSON.stringify(
        fragment.typeCondition.name.value,
      )}, ${selections(fragment.selectionSet)});`,
      "",
    );
  }
  for (const operation of file.operations) {
    const type = operationTypeName(operation);
    const used = reachableFragments(operation, ctx.fragments).map(need);
    const variables = (operation.variableDefinitions ?? []).map((d) =>
      variable(d.variable.name.value, d.type, d.defaultValue),
    );
    const { hash, name } = persist(operation, ctx);
    lines.push(
      `export type ${type} = ${dataType(ctx, operation)};`,
      `export type ${type}Variables = ${variablesType(ctx, operation)};`,
      `export const ${name}: TypedDocumentNode<${type}, ${type}Variables> = /*#__PURE__*/ operation(${JSON.stringify(
        operation.operation,
      )}, ${JSON.stringify(name)}, ${JSON.stringify(hash)}, [${variables.join(", ")}], ${selections(
        operation.selectionSet,
      )}, [${used.join(", ")}]);`,
      "",
    );
  }
  const body = lines.join("\n");
  const builders = ["c", "d", "f", "fragment", "i", "l", "o", "operation", "r", "v"].filter((n) =>
    new RegExp(`\\b${n}\\(`).test(body),
  );
  const head = [
    `// Written by codegen from src/${file.path}.graphql.`,
    ...(file.operations.length > 0 ? [`import type { TypedDocumentNode } from "@apollo/client";`] : []),
    `import { ${builders.join(", ")} } from "@/lib/wire/graphql-document";`,
    ...[...imports].map(([home, names]) => `import { ${[...names].join(", ")} } from "@/generated/${home}";`),
  ];
  return `${head.join("\n")}\n\n${body}`;
}

import { createHash } from "node:crypto";
import {
  Kind,
  print,
  type DocumentNode,
  type FragmentDefinitionNode,
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
    default:
      throw new Error(`arguments of kind ${node.kind} are not supported`);
  }
}

function selection(node: SelectionNode): string {
  if (node.directives?.length) throw new Error("directives are not supported");
  if (node.kind === Kind.FRAGMENT_SPREAD) return `r(${JSON.stringify(node.name.value)})`;
  if (node.kind === Kind.INLINE_FRAGMENT) {
    if (!node.typeCondition) throw new Error("an inline fragment needs a type");
    return `i(${JSON.stringify(node.typeCondition.name.value)}, ${selections(node.selectionSet)})`;
  }
  const name = JSON.stringify(node.name.value);
  const args = (node.arguments ?? []).map((a) => `[${JSON.stringify(a.name.value)}, ${value(a.value)}]`);
  if (!node.selectionSet && args.length === 0 && !node.alias) return name;
  const parts = [name, node.selectionSet ? selections(node.selectionSet) : "undefined"];
  if (args.length > 0 || node.alias) parts.push(`[${args.join(", ")}]`);
  if (node.alias) parts.push(JSON.stringify(node.alias.value));
  return `f(${parts.join(", ")})`;
}

function selections(set: SelectionSetNode): string {
  return `[${set.selections.map(selection).join(", ")}]`;
}

function variable(name: string, type: TypeNode, fallback: ValueNode | undefined): string {
  if (fallback) throw new Error(`$${name}: defaults of variables are not supported`);
  return `[${JSON.stringify(name)}, ${JSON.stringify(print(type))}]`;
}

export function persist(operation: OperationDefinitionNode, ctx: TypeContext): PersistedOperation {
  const fragments = reachableFragments(operation, ctx.fragments).map((n) => ctx.fragments.get(n) as FragmentDefinitionNode);
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
  const builders = ["c", "f", "fragment", "i", "operation", "r", "v"].filter((n) => new RegExp(`\\b${n}\\(`).test(body));
  const head = [
    `// Written by codegen from src/${file.path}.graphql.`,
    ...(file.operations.length > 0 ? [`import type { TypedDocumentNode } from "@apollo/client";`] : []),
    `import { ${builders.join(", ")} } from "@/lib/wire/graphql-document";`,
    ...[...imports].map(([home, names]) => `import { ${[...names].join(", ")} } from "@/generated/${home}";`),
  ];
  return `${head.join("\n")}\n\n${body}`;
}

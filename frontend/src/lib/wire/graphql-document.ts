// Small builders for GraphQL documents: the generated modules call them, so no parser and no query text is shipped.
import type { DocumentNode, OperationTypeNode } from "graphql";
import {
  Kind,
  type ConstValueNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  type NameNode,
  type FragmentSpreadNode,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
  type VariableNode,
} from "graphql";

type Selections = readonly (string | SelectionNode)[];

const name = (value: string): NameNode => ({ kind: Kind.NAME, value });

const set = (selections: Selections): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: selections.map((s) => (typeof s === "string" ? f(s) : s)),
});

export const v = (variable: string): VariableNode => ({ kind: Kind.VARIABLE, name: name(variable) });

export const c = (kind: string, value: string | boolean | null): ConstValueNode => ({ kind, value }) as ConstValueNode;

type Named = readonly (readonly [string, ValueNode])[];

const named = <K extends string>(kind: K, values: Named) =>
  values.map(([key, value]) => ({ kind, name: name(key), value }));

export const l = (values: readonly ValueNode[]): ValueNode => ({ kind: Kind.LIST, values });

export const o = (fields: Named): ValueNode => ({ kind: Kind.OBJECT, fields: named(Kind.OBJECT_FIELD, fields) });

export const d = (directive: string, args: Named = []): DirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: name(directive),
  arguments: named(Kind.ARGUMENT, args),
});

export function f(
  field: string,
  selections?: Selections,
  args: Named = [],
  alias?: string,
  directives: readonly DirectiveNode[] = [],
): FieldNode {
  return {
    kind: Kind.FIELD,
    name: name(field),
    arguments: named(Kind.ARGUMENT, args),
    directives,
    ...(alias ? { alias: name(alias) } : {}),
    ...(selections ? { selectionSet: set(selections) } : {}),
  };
}

export const r = (fragmentName: string, directives: readonly DirectiveNode[] = []): FragmentSpreadNode => ({
  kind: Kind.FRAGMENT_SPREAD,
  name: name(fragmentName),
  directives,
});

export const i = (
  type: string,
  selections: Selections,
  directives: readonly DirectiveNode[] = [],
): InlineFragmentNode => ({
  kind: Kind.INLINE_FRAGMENT,
  typeCondition: { kind: Kind.NAMED_TYPE, name: name(type) },
  directives,
  selectionSet: set(selections),
});

export const fragment = (fragmentName: string, type: string, selections: Selections): FragmentDefinitionNode => ({
  kind: Kind.FRAGMENT_DEFINITION,
  name: name(fragmentName),
  typeCondition: { kind: Kind.NAMED_TYPE, name: name(type) },
  selectionSet: set(selections),
});

function typeNode(text: string): TypeNode {
  if (text.endsWith("!")) return { kind: Kind.NON_NULL_TYPE, type: typeNode(text.slice(0, -1)) as never };
  if (text.startsWith("[")) return { kind: Kind.LIST_TYPE, type: typeNode(text.slice(1, -1)) };
  return { kind: Kind.NAMED_TYPE, name: name(text) };
}

const hashes = new Map<string, string>();

/** The persisted hash of an operation. Names are unique per build, and Apollo may copy the document itself. */
export const persistedHash = (operationName: string | undefined): string | undefined => hashes.get(operationName ?? "");

export function operation(
  kind: string,
  operationName: string,
  hash: string,
  variables: readonly (readonly [string, string, ConstValueNode?])[],
  selections: Selections,
  fragments: readonly FragmentDefinitionNode[],
): DocumentNode {
  const definition = {
    kind: Kind.OPERATION_DEFINITION,
    operation: kind as OperationTypeNode,
    name: name(operationName),
    variableDefinitions: variables.map(([variable, type, defaultValue]) => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: v(variable),
      type: typeNode(type),
      ...(defaultValue && { defaultValue }),
    })),
    selectionSet: set(selections),
  } as const;
  hashes.set(operationName, hash);
  return { kind: Kind.DOCUMENT, definitions: [definition, ...fragments] } as DocumentNode;
}

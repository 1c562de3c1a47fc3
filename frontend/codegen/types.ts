import {
  Kind,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  typeFromAST,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

const SCALARS: Record<string, string> = {
  ID: "string",
  String: "string",
  Decimal: "string",
  DateTime: "string",
  Date: "string",
  Int: "number",
  Float: "number",
  Amount: "number",
  Boolean: "boolean",
};

export interface TypeContext {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function leafType(name: string, schema: GraphQLSchema): string {
  const type = schema.getType(name);
  if (isEnumType(type))
    return type
      .getValues()
      .map((v) => JSON.stringify(v.name))
      .join(" | ");
  const scalar = SCALARS[name];
  if (!scalar) throw new Error(`no TypeScript type for scalar ${name}`);
  return scalar;
}

interface Asked {
  nodes: FieldNode[];
  /** each time below a @skip or an @include: it may be missing */
  conditional: boolean;
}

const isConditional = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => /^(skip|include)$/.test(name.value));

/** Groups all selections that apply to `type` by response key; spreads are taken in. */
function collect(
  ctx: TypeContext,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  into = new Map<string, Asked>(),
  below = false,
): Map<string, Asked> {
  for (const selection of sets.flatMap((s) => s.selections)) {
    const conditional = below || isConditional(selection);
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = into.get(key);
      into.set(key, {
        nodes: [...(known?.nodes ?? []), selection],
        conditional: conditional && (known?.conditional ?? true),
      });
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? ctx.fragments.get(selection.name.value) : selection;
    if (!fragment) throw new Error("unknown fragment");
    const condition = fragment.typeCondition ? ctx.schema.getType(fragment.typeCondition.name.value) : type;
    const applies = condition === type || (isAbstractType(condition) && ctx.schema.isSubType(condition, type));
    if (applies) collect(ctx, type, [fragment.selectionSet], into, conditional);
  }
  return into;
}

function objectType(ctx: TypeContext, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): string {
  const members = [...collect(ctx, type, sets)].map(([response, { nodes, conditional }]) => {
    const name = nodes[0]?.name.value ?? "";
    const key = conditional ? `${response}?` : response;
    if (name === "__typename") return `${key}: ${JSON.stringify(type.name)}`;
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    const inner = nodes.flatMap((n) => (n.selectionSet ? [n.selectionSet] : []));
    return `${key}: ${outputType(ctx, field.type, inner)}`;
  });
  return `{ ${members.join("; ")} }`;
}

function compositeType(ctx: TypeContext, type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): string {
  if (isObjectType(type)) return objectType(ctx, type, sets);
  return ctx.schema
    .getPossibleTypes(type)
    .map((t) => objectType(ctx, t, sets))
    .join(" | ");
}

function outputType(
  ctx: TypeContext,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  nullable = true,
): string {
  if (isNonNullType(type)) return outputType(ctx, type.ofType, sets, false);
  let text: string;
  if (isListType(type)) text = `readonly (${outputType(ctx, type.ofType, sets)})[]`;
  else if (isCompositeType(type)) text = compositeType(ctx, type, sets);
  else text = leafType(type.name, ctx.schema);
  return nullable ? `(${text}) | null` : text;
}

function inputType(schema: GraphQLSchema, type: GraphQLInputType, nullable = true): string {
  if (isNonNullType(type)) return inputType(schema, type.ofType, false);
  let text: string;
  if (isListType(type)) text = `readonly (${inputType(schema, type.ofType)})[]`;
  else if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).map((f) => {
      const optional = !isNonNullType(f.type) || f.astNode?.defaultValue !== undefined;
      return `${f.name}${optional ? "?" : ""}: ${inputType(schema, f.type)}`;
    });
    text = `{ ${members.join("; ")} }`;
  } else text = leafType(type.name, schema);
  return nullable ? `(${text}) | null` : text;
}

export function fragmentType(ctx: TypeContext, fragment: FragmentDefinitionNode): string {
  const type = ctx.schema.getType(fragment.typeCondition.name.value);
  if (!isCompositeType(type)) throw new Error(`${fragment.name.value} is on no object`);
  return compositeType(ctx, type, [fragment.selectionSet]);
}

export function dataType(ctx: TypeContext, operation: OperationDefinitionNode): string {
  const root = ctx.schema.getRootType(operation.operation);
  if (!root) throw new Error(`schema has no ${operation.operation}`);
  return objectType(ctx, root, [operation.selectionSet]);
}

export function variablesType(ctx: TypeContext, operation: OperationDefinitionNode): string {
  const members = (operation.variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(ctx.schema, definition.type) as GraphQLInputType;
    const optional = !isNonNullType(type) || definition.defaultValue;
    return `${definition.variable.name.value}${optional ? "?" : ""}: ${inputType(ctx.schema, type)}`;
  });
  return members.length > 0 ? `{ ${members.join("; ")} }` : "Record<string, never>";
}

import { readFileSync, globSync } from "node:fs";
import {
  Kind,
  parse,
  validate,
  visit,
  specifiedRules,
  NoUnusedFragmentsRule,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";

export interface SourceFile {
  /** path below src without ".graphql" */
  path: string;
  operations: OperationDefinitionNode[];
  fragments: FragmentDefinitionNode[];
}

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const;

/** Every selection set but the operation's own gets __typename, exactly as Apollo's cache would add it. */
export function addTypename<N extends DefinitionNode | DocumentNode>(node: N): N {
  return visit(node, {
    SelectionSet: {
      leave(set, _key, parent) {
        if (parent && "kind" in parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
        const has = set.selections.some((s) => s.kind === Kind.FIELD && s.name.value === "__typename");
        return has ? undefined : { ...set, selections: [...set.selections, TYPENAME] };
      },
    },
  });
}

export function parseFile(path: string, text: string): SourceFile {
  const file: SourceFile = { path, operations: [], fragments: [] };
  for (const definition of parse(text, { noLocation: true }).definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) file.operations.push(addTypename(definition));
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) file.fragments.push(addTypename(definition));
    else throw new Error(`${path}.graphql: only operations and fragments belong here`);
  }
  return file;
}

export function loadFiles(root: string): SourceFile[] {
  return globSync("**/*.graphql", { cwd: root })
    .sort()
    .map((name) => parseFile(name.replace(/\.graphql$/, ""), readFileSync(`${root}/${name}`, "utf8")));
}

/** Throws with every violation; names of operations and fragments are unique over all files. */
export function validateFiles(schema: GraphQLSchema, files: SourceFile[]): void {
  const definitions = files.flatMap((f) => [...f.operations, ...f.fragments]);
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
  const errors = validate(schema, { kind: Kind.DOCUMENT, definitions }, rules);
  if (errors.length > 0) throw new Error(errors.map((e) => e.message).join("\n"));
  for (const operation of files.flatMap((f) => f.operations)) {
    if (!operation.name) throw new Error("every operation needs a name");
  }
}

/** Names of the fragments that a definition reaches, in order of first use. */
export function reachableFragments(
  start: DefinitionNode,
  byName: ReadonlyMap<string, FragmentDefinitionNode>,
  seen: string[] = [],
): string[] {
  visit(start, {
    FragmentSpread(spread) {
      const name = spread.name.value;
      if (seen.includes(name)) return;
      seen.push(name);
      const fragment = byName.get(name);
      if (!fragment) throw new Error(`unknown fragment ${name}`);
      reachableFragments(fragment, byName, seen);
    },
  });
  return seen;
}

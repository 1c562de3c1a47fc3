// Operations by their names. Their definitions come with Apollo (generated/documents.ts), and those of pages with the
// pages that are opened later (generated/page-documents.ts): no first view needs it.
import type { TypedDocumentNode } from "@apollo/client";
import type { DefinitionNode, DocumentNode } from "graphql";

type Documents = Readonly<Record<string, DocumentNode>>;

const names = new WeakMap<DocumentNode, string>();
/** operations that a page imported before their definitions came */
const unfilled = new Map<string, DefinitionNode[]>();
let known: Documents = {};

export function operationOf<D, V extends Record<string, unknown>>(name: string): TypedDocumentNode<D, V> {
  const definitions = [...(known[name]?.definitions ?? [])];
  if (definitions.length === 0) unfilled.set(name, definitions);
  const named = { kind: "Document", definitions } as unknown as TypedDocumentNode<D, V>;
  names.set(named, name);
  return named;
}

export const nameOf = (query: DocumentNode): string => names.get(query) ?? "";

/** Gives these operations their definitions. */
export function writeDocuments(documents: Documents): void {
  known = { ...known, ...documents };
  for (const [name, { definitions }] of Object.entries(documents)) {
    unfilled.get(name)?.push(...definitions);
    unfilled.delete(name);
  }
}

/** Those of the pages that the checkout has no use for. */
export async function loadPageDocuments(): Promise<void> {
  writeDocuments((await import("@/generated/page-documents")).documents);
}

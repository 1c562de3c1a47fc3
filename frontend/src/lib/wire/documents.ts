// Operations by their names. What they say comes with Apollo (generated/documents.ts), and what pages ask with the pages
// that are opened later (generated/page-documents.ts): no first view needs it.
import type { TypedDocumentNode } from "@apollo/client";
import type { DefinitionNode, DocumentNode } from "graphql";

type Documents = Readonly<Record<string, DocumentNode>>;

const names = new WeakMap<DocumentNode, string>();
/** what is asked for already, still without words */
const blank = new Map<string, DefinitionNode[]>();
let written: Documents = {};

export function document<D, V extends Record<string, unknown>>(name: string): TypedDocumentNode<D, V> {
  const definitions = [...(written[name]?.definitions ?? [])];
  if (definitions.length === 0) blank.set(name, definitions);
  const named = { kind: "Document", definitions } as unknown as TypedDocumentNode<D, V>;
  names.set(named, name);
  return named;
}

export const nameOf = (query: DocumentNode): string => names.get(query) ?? "";

/** From now on, these operations say what they ask. */
export function writeDocuments(documents: Documents): void {
  written = { ...written, ...documents };
  for (const [name, { definitions }] of Object.entries(documents)) {
    blank.get(name)?.push(...definitions);
    blank.delete(name);
  }
}

/** Those of the pages that the checkout has no use for. */
export async function loadPageDocuments(): Promise<void> {
  writeDocuments((await import("@/generated/page-documents")).documents);
}

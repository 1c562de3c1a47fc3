// How old an answer of the server is: a tab that stood open must not sell by old prices and stock.
import type { ApolloClient, DocumentNode } from "@apollo/client";
import { nameOf } from "@/lib/wire/documents";
import { stableJson } from "@/lib/wire/stable-json";

const FRESH_MS = 30_000;

const answeredAt = new WeakMap<ApolloClient, Map<string, number>>();

const keyOf = (operation: string, variables: Record<string, unknown>): string =>
  `${operation} ${stableJson(variables)}`;

export function noteAnswer(
  client: ApolloClient,
  operation: string,
  variables: Record<string, unknown>,
  at = Date.now(),
): void {
  const known = answeredAt.get(client) ?? new Map<string, number>();
  answeredAt.set(client, known.set(keyOf(operation, variables), at));
}

/** How to ask on entering a page: what came within the last half minute stands, older answers stand until the new one is here. */
export function policyFor(
  client: ApolloClient,
  query: DocumentNode,
  variables: Record<string, unknown>,
): "cache-first" | "cache-and-network" {
  const at = answeredAt.get(client)?.get(keyOf(nameOf(query), variables));
  return at === undefined || Date.now() - at < FRESH_MS ? "cache-first" : "cache-and-network";
}

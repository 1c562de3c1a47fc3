import type { PersistedOperation } from "./emit.ts";

export type PersistedQueries = Record<string, { name: string; text: string }>;

/** Adds what is new and keeps every earlier hash, so that pages opened before a release go on working. */
export function recordQueries(known: PersistedQueries, operations: readonly PersistedOperation[]): PersistedQueries {
  const all: PersistedQueries = { ...known };
  for (const { hash, name, text } of operations) all[hash] ??= { name, text };
  const rows: [string, { name: string; text: string }][] = Object.entries(all);
  return Object.fromEntries(rows.sort(([h1, a], [h2, b]) => a.name.localeCompare(b.name) || h1.localeCompare(h2)));
}

export function newestHashes(operations: readonly PersistedOperation[]): Record<string, string> {
  return Object.fromEntries(operations.map((o): [string, string] => [o.name, o.hash]).sort());
}

// Asking by GraphQL. A page carries the answer it opens with, so Apollo comes after the paint (docs/decisions/0026).
import type { ApolloClient, TypedDocumentNode } from "@apollo/client";
import { createContext, use } from "react";
import { HttpError } from "@/lib/wire/fetch-layer";
import { nameOf } from "@/lib/wire/documents";
import type { PageData } from "@/lib/shop-data";
import { stableJson } from "@/lib/wire/stable-json";

type Listener = (apollo: ApolloClient) => void;

/** Apollo, which is there from the first `load()` on, and the answer that the page carries. */
export interface Client {
  /** the same client every time; a load that failed may be tried again */
  load: () => Promise<ApolloClient>;
  /** Calls back when Apollo is there, whoever loaded it; returns the way to stop. */
  onLoaded: (listener: Listener) => () => void;
  apollo: ApolloClient | undefined;
  carried: PageData | null;
}

export function createClient(carried: PageData | null, create: () => Promise<ApolloClient>): Client {
  let loading: Promise<ApolloClient> | undefined;
  const listeners = new Set<Listener>();
  const client: Client = {
    carried,
    apollo: undefined,
    load: () =>
      (loading ??= create().then(
        (apollo) => {
          client.apollo = apollo;
          listeners.forEach((listener) => listener(apollo));
          return apollo;
        },
        () => {
          loading = undefined;
          throw new HttpError(0);
        },
      )),
    onLoaded: (listener) => {
      if (client.apollo) listener(client.apollo);
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return client;
}

/** What is known of an answer without asking. */
export function knownAnswer<D, V extends Record<string, unknown>>(
  { apollo, carried }: Client,
  query: TypedDocumentNode<D, V>,
  variables: V,
): D | undefined {
  if (apollo) return apollo.readQuery<D>({ query, variables }) ?? undefined;
  const isCarried = carried?.operation === nameOf(query) && stableJson(carried.variables) === stableJson(variables);
  return isCarried ? (carried.data as D) : undefined;
}

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error("useClient outside of ClientContext");
  return client;
}

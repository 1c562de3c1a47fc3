import { ApolloClient, InMemoryCache, type FieldPolicy, type Reference } from "@apollo/client";
import { possibleTypes } from "@/generated/possible-types";
import { graphqlLink } from "@/lib/graphql-link";

interface Connection {
  nodes: readonly Reference[];
}

/** Pages of a connection are laid end to end; asking from the start begins anew. */
const appended: FieldPolicy<Connection> = {
  keyArgs: ["first"],
  merge: (existing, incoming, { args }) =>
    existing && args?.["after"] ? { ...incoming, nodes: [...existing.nodes, ...incoming.nodes] } : incoming,
};

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      ShopMeta: { merge: true },
      ProductMeta: { merge: true },
      EventMeta: { merge: true },
      Venue: { fields: { address: { merge: true } } },
      Category: { fields: { merchProducts: appended } },
      Artist: { fields: { merchProducts: appended } },
      Query: { fields: { merchProducts: appended } },
      // A line's id is the database's; the same holds for orders' lines, which are not the same thing.
      Cart: { fields: { items: { merge: false } } },
    },
  });
}

export function createClient(graphqlUrl: string): ApolloClient {
  return new ApolloClient({
    cache: createCache(),
    link: graphqlLink(graphqlUrl),
    assumeImmutableResults: true,
    devtools: { enabled: false },
    defaultOptions: { watchQuery: { fetchPolicy: "cache-first" } },
  });
}

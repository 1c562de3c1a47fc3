import { ApolloClient, InMemoryCache, type FieldPolicy, type Reference } from "@apollo/client";
import { documents } from "@/generated/documents";
import { possibleTypes } from "@/generated/possible-types";
import { writeDocuments } from "@/lib/wire/documents";
import { graphqlLink } from "@/lib/wire/graphql-link";

writeDocuments(documents);

interface Pages {
  nodes: readonly Reference[];
  /** the cursors whose pages are laid end to end here, "" for the start */
  starts: readonly string[];
}

/** Pages of a connection are laid end to end; asking from the start begins anew, unless it begins as it did. */
const appended: FieldPolicy<Pages, Omit<Pages, "starts">> = {
  keyArgs: ["first"],
  merge(existing, incoming, { args }) {
    const start = String(args?.["after"] ?? "");
    if (!existing) return { ...incoming, starts: [start] };
    if (start === "") {
      const goesOn =
        existing.starts.length > 1 && incoming.nodes.every((node, at) => node.__ref === existing.nodes[at]?.__ref);
      return goesOn ? existing : { ...incoming, starts: [start] };
    }
    const known = new Set(existing.nodes.map((node) => node.__ref));
    const fresh = incoming.nodes.filter((node) => !known.has(node.__ref));
    return { ...incoming, nodes: [...existing.nodes, ...fresh], starts: [...existing.starts, start] };
  },
  read: (existing, { args }) => (existing?.starts.includes(String(args?.["after"] ?? "")) ? existing : undefined),
};

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      ShopMeta: { merge: true },
      ProductMeta: { merge: true },
      EventMeta: { merge: true },
      // Ids of parts and of root products are of two kinds, and an option's price is the bundle's: neither stands alone.
      BundleItem: { keyFields: false, merge: true },
      BundleOption: { keyFields: false },
      // Their ids are unique within one answer alone: another page, order or country has other contents by the same id.
      StaticPage: { keyFields: false },
      StaticSection: { keyFields: false },
      SeatPlace: { keyFields: false, merge: true },
      BestSeat: { keyFields: false },
      ShippingMethod: { keyFields: false, merge: true },
      Venue: { fields: { address: { merge: true } } },
      Category: { fields: { merchProducts: appended } },
      Artist: { fields: { merchProducts: appended } },
      Query: { fields: { merchProducts: appended } },
      SearchResults: { merge: true, fields: { artists: appended, merchProducts: appended, events: appended } },
    },
  });
}

export function createApollo(graphqlUrl: string): ApolloClient {
  return new ApolloClient({
    cache: createCache(),
    link: graphqlLink(graphqlUrl),
    assumeImmutableResults: true,
    devtools: { enabled: false },
    defaultOptions: { watchQuery: { fetchPolicy: "cache-first" } },
  });
}

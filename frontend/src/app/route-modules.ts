import type { Client } from "@/lib/wire/client";
import { loadPageDocuments } from "@/lib/wire/documents";
import { policyFor } from "@/lib/wire/fresh-answers";
import type { Route, RouteModule } from "@/app/route-table";

const loaded = new Map<string, RouteModule>();
const loading = new Map<string, Promise<RouteModule>>();
const failed = new Set<string>();

export const loadedModule = (route: Route): RouteModule | undefined => loaded.get(route.name);

/**
 * Loads a route's chunk once. A load that failed stays failed until it is forgotten: the render that waits for it must
 * hear of it, and would wait for ever if it were given another promise each time. The page that opens needs no
 * documents yet.
 */
export function loadModule(route: Route, withDocuments = true): Promise<RouteModule> {
  const known = loading.get(route.name);
  if (known) return known;
  const documents = withDocuments && !route.isCheckout ? loadPageDocuments() : undefined;
  const promise = Promise.all([route.load(), documents]).then(
    ([module]) => {
      loaded.set(route.name, module);
      return module;
    },
    (error: unknown) => {
      failed.add(route.name);
      throw error;
    },
  );
  loading.set(route.name, promise);
  return promise;
}

/** What failed is tried again from now on. */
export function forgetFailedLoads(): void {
  for (const name of failed) loading.delete(name);
  failed.clear();
}

/** Fetches a route's chunk and its data ahead of a visit. */
export async function prefetch(
  client: Client,
  route: Route,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): Promise<void> {
  try {
    const module = await loadModule(route);
    if (!module.query) return;
    const variables = module.variables?.(params, search) ?? {};
    const apollo = await client.load();
    const isOld = policyFor(apollo, module.query, variables) === "cache-and-network";
    await apollo.query({ query: module.query, variables, fetchPolicy: isOld ? "network-only" : "cache-first" });
  } catch {
    // The visit itself tries again, and will say what is wrong.
    forgetFailedLoads();
  }
}

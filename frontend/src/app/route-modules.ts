import type { Client } from "@/lib/client";
import { policyFor } from "@/lib/fresh-answers";
import type { Route, RouteModule } from "@/app/route-table";

const loaded = new Map<string, RouteModule>();
const loading = new Map<string, Promise<RouteModule>>();

export const loadedModule = (route: Route): RouteModule | undefined => loaded.get(route.name);

/** Loads a route's chunk once; a failed load may be tried again. */
export function loadModule(route: Route): Promise<RouteModule> {
  const known = loading.get(route.name);
  if (known) return known;
  const promise = route.load().then(
    (module) => {
      loaded.set(route.name, module);
      return module;
    },
    (error: unknown) => {
      loading.delete(route.name);
      throw error;
    },
  );
  loading.set(route.name, promise);
  return promise;
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
    // The visit itself will say what is wrong.
  }
}

import { use } from "react";
import { loadedModule, loadModule } from "@/app/route-modules";
import type { Route } from "@/app/route-table";

/** Renders a route at once when its chunk is there, and suspends otherwise. */
export function RouteView({ route }: { route: Route }) {
  const module = loadedModule(route) ?? use(loadModule(route));
  const Page = module.default;
  return <Page />;
}

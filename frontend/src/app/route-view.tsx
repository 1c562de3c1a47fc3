import { use } from "react";
import { loadedModule, loadModule } from "@/app/route-modules";
import type { Route } from "@/app/route-table";
import { useListing } from "@/ui/page-listing";

/** Renders a route at once when its chunk is there, and suspends otherwise. */
export function RouteView({ route }: { route: Route }) {
  useListing(route.unlisted ?? false);
  const module = loadedModule(route) ?? use(loadModule(route));
  const Page = module.default;
  return <Page />;
}

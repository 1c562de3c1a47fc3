import { use, useMemo } from "react";
import { useLocation } from "react-router";
import { loadedModule, loadModule } from "@/app/route-modules";
import { matchRoute, type Route } from "@/app/route-table";
import { RouteParams } from "@/lib/route-params";
import { useListing } from "@/ui/page/page-listing";

/** Renders the address's route at once when its chunk is there, and suspends otherwise. */
export function RouteView({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation();
  const { route, params } = useMemo(() => matchRoute(routes, pathname), [routes, pathname]);
  useListing(route.unlisted ?? false);
  const module = loadedModule(route) ?? use(loadModule(route));
  const Page = module.default;
  return (
    <RouteParams value={params}>
      <Page />
    </RouteParams>
  );
}

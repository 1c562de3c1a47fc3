import { use } from "react";
import { useParams } from "react-router";
import { loadedModule, loadModule } from "@/app/route-modules";
import { shownRoute, type Route } from "@/app/route-table";
import { useListing } from "@/ui/page/page-listing";

/** Renders a route at once when its chunk is there, and suspends otherwise. */
export function RouteView({ route: matched }: { route: Route }) {
  const route = shownRoute(matched, useParams());
  useListing(route.unlisted ?? false);
  const module = loadedModule(route) ?? use(loadModule(route));
  const Page = module.default;
  return <Page />;
}

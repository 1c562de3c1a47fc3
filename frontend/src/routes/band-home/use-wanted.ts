import { useSearchParams } from "react-router";
import { useHydrated } from "@/ui/hooks/use-hydrated";

/** The parameter of a home page's address that names the category or product to start at (catalogue §2). */
export const SCROLL = "scroll";

/** What `?scroll=` names, once the page stands: as it is written it is everybody's. */
export function useWanted(): string | null {
  const [search] = useSearchParams();
  return useHydrated() ? search.get(SCROLL) : null;
}

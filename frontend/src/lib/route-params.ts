import { createContext, use } from "react";

type Params = Readonly<Partial<Record<string, string>>>;

/** What the route's pattern names in the address. */
export const RouteParams = createContext<Params>({});

/** The variables of a page that its address names by a slug. */
export const ofSlug = ({ slug = "" }: Params) => ({ slug });

/** Also from where on its list is shown. */
export const ofSlugAfter = (params: Params, search: URLSearchParams) => {
  const after = search.get("after");
  return after ? { ...ofSlug(params), after } : ofSlug(params);
};

export const useParams = (): Params => use(RouteParams);

import { createContext, use } from "react";

type Params = Readonly<Partial<Record<string, string>>>;

/** What the route's pattern names in the address. */
export const RouteParams = createContext<Params>({});

export const useParams = (): Params => use(RouteParams);

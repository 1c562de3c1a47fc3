import type { ReactNode } from "react";
import { matchPath, useLocation } from "react-router";
import { RouteParams } from "@/lib/route-params";

/** What stands at addresses of this pattern, which is told what the address names. */
export function AtRoute({ pattern, children }: { pattern: string; children: ReactNode }) {
  const match = matchPath(pattern, useLocation().pathname);
  return match && <RouteParams value={match.params}>{children}</RouteParams>;
}

import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { movedTo } from "@/app/moved";
import { decoded } from "@/lib/decoded";
import { useShop } from "@/lib/shop-data";

/** The page of an address, unless the shop's map or an old address leads elsewhere. */
export function Moved({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const target = movedTo(useShop().redirects, decoded(pathname));
  const outside = target !== "" && !target.startsWith("/");
  useEffect(() => {
    if (outside) window.location.replace(target);
  }, [outside, target]);
  if (!target) return children;
  return outside ? null : <Navigate to={/[?#]/.test(target) ? target : target + search} replace />;
}

import { lazy } from "react";

export { tellBrokenLink } from "./broken-link";
export const KulturpassBadge = lazy(() => import("./kulturpass-badge").then(({ KulturpassBadge: component }) => ({ default: component })));

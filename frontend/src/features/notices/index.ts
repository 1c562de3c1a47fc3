import { lazy } from "react";

export { tellBrokenLink } from "./broken-link";
export const WorkNotice = lazy(() =>
  import("./work-notice").then(({ WorkNotice: component }) => ({ default: component })),
);

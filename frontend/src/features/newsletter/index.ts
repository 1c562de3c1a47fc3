import { lazy } from "react";

export { openNewsletter } from "./open-newsletter";
export const NewsletterPopup = lazy(() =>
  import("./popup").then(({ NewsletterPopup: component }) => ({ default: component })),
);

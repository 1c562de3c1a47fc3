import { lazy } from "react";

/** Keeps the visitor's session, wherever something lies in the cart. Its texts are the overlays'. */
export const SessionKeeper = lazy(() => import("./view/session-keeper"));

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while the server writes and the browser hydrates: for what the browser alone knows (cookies, history's state). */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

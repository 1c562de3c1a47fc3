import { useCallback, useState } from "react";
import { HEARTBEAT } from "@/generated/features/checkout/api/checkout";
import { useCart } from "@/features/cart";
import { useClient } from "@/lib/wire/client";

/** Renews the visitor session, and with it what is held, by one press (WCAG 2.2.1). */
export function useHeartbeat(): { extend: () => Promise<boolean>; busy: boolean } {
  const client = useClient();
  const { refresh } = useCart();
  const [busy, setBusy] = useState(false);
  const extend = useCallback(async () => {
    setBusy(true);
    try {
      const apollo = await client.load();
      const { data } = await apollo.mutate({ mutation: HEARTBEAT, variables: { input: {} }, fetchPolicy: "no-cache" });
      await refresh();
      return data?.heartbeat.session.expiresAt != null;
    } catch {
      return false;
    } finally {
      setBusy(false);
    }
  }, [client, refresh]);
  return { extend, busy };
}

import { useCallback } from "react";
import { LOG_ACTIVITY } from "@/generated/features/checkout/api/order";
import { useClient } from "@/lib/wire/client";

/** What only the browser sees of a payment that fails (purchase §8); the server writes the others itself. */
export type SeenActivity = "PayPal Cancelled" | "PayPal Generic Error";

/** Tells the activity log; whether it is counted is of no matter to the buyer. */
export function useActivity(): (action: SeenActivity) => void {
  const client = useClient();
  return useCallback(
    (action) => {
      client
        .load()
        .then((apollo) =>
          apollo.mutate({ mutation: LOG_ACTIVITY, variables: { input: { action } }, fetchPolicy: "no-cache" }),
        )
        .catch(() => undefined);
    },
    [client],
  );
}

import type { TypedDocumentNode } from "@apollo/client";
import { useCallback, useEffect, useState } from "react";
import { knownAnswer, useClient } from "@/lib/wire/client";
import { policyFor } from "@/lib/wire/fresh-answers";
import { stableJson } from "@/lib/wire/stable-json";

interface Answer<D> {
  data?: D | undefined;
  error?: unknown;
}

/**
 * A query's answer as it changes: at once what the page carries or what is kept, asked again if it is old. An answer
 * stays until the next is there, and when there is none: in another language, with other variables, without a network.
 */
export function useAnswer<D, V extends Record<string, unknown>>(
  query: TypedDocumentNode<D, V>,
  variables: V,
): Answer<D> & { retry: () => void } {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer<D>>(() => ({ data: knownAnswer(client, query, variables) }));
  const [attempt, setAttempt] = useState(0);
  const asked = stableJson(variables);

  useEffect(() => {
    const take = (data: D | undefined, error?: unknown) => {
      setAnswer((before) => {
        if (data) return stableJson(data) === stableJson(before.data) ? before : { data };
        return before.data ? before : { error };
      });
    };
    let subscription: { unsubscribe: () => void } | undefined;
    const stop = client.onLoaded((apollo) => {
      const known = JSON.parse(asked) as V;
      const fetchPolicy = policyFor(apollo, query, known);
      const watched = apollo.watchQuery({ query, variables: known, fetchPolicy, nextFetchPolicy: "cache-first" });
      subscription = watched.subscribe((now) => take(now.dataState === "complete" ? now.data : undefined, now.error));
    });
    client.load().catch((error: unknown) => take(undefined, error));
    return () => {
      stop();
      subscription?.unsubscribe();
    };
  }, [client, query, asked, attempt]);

  return { ...answer, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
